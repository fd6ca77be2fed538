/**
 * The script tag before the first call: registers `call`, steps back where the extension is, and offers
 * `window.onecall`. Kit and core come with the first call. It must never change anything else of the page.
 */
import { arrive } from '../../extension/page/arrive.js';
import { answerDiscovery, callOurs } from '../../extension/page/discovery.js';
import { modelContextOf, register } from '../../extension/page/register.js';
import { Toolbox } from '../../extension/page/toolbox.js';
import { faultAnswer } from '../../extension/shared/fault.js';
import { drain, registryOf } from '../../extension/shared/registry.js';
import { answerWho, onClaim, who } from '../../extension/shared/meet.js';
import { NAME } from '../../extension/shared/tool.js';
import { Keep } from './keep.js';
import { optionsOf } from './options.js';

/** @import { Registration } from '../../extension/page/register.js' */
/** @import { Options } from './options.js' */
/** @import { Onecall } from './onecall' */

/**
 * @typedef {object} Heart What answers calls on this page.
 * @property {(input: unknown, signal?: AbortSignal, how?: import('../../extension/page/calls.js').How) => Promise<string>} run
 */

/** @typedef {{ toolbox: Toolbox | null, keep: Keep | null }} Tools The page's WebMCP tools, and what is known of the site's. */

/** @typedef {{ startHeart: (window: Window & typeof globalThis, tools: Tools) => Promise<Heart>, report: typeof import('./report.js').report }} HeartModule */

/**
 * @typedef {object} Parts
 * @property {() => Promise<HeartModule>} heart Loads the rest of the script.
 * @property {string} src Where this script lies.
 */

/**
 * @param {Window & typeof globalThis} window
 * @param {Parts} parts
 * @returns {Onecall}
 */
export function startHost(window, parts) {
  // Loaded before, perhaps in another form: the first copy stays.
  if (typeof window.onecall?.call === 'function') return window.onecall;
  const registry = registryOf(window);
  const host = new PageHost(window, parts);
  // What the page wanted to publish before this script was there.
  const queued = /** @type {{ queue?: unknown } | undefined} */ (window.onecall);
  /** @type {Onecall} */
  const onecall = Object.freeze({
    /**
     * @param {unknown} [path]
     * @param {unknown} [args]
     */
    call: (path, args) => host.call(inputOf(path, args)),
    /** @type {Onecall['publish']} */
    publish: (name, spec) => registry.publish(name, spec),
    /**
     * @param {unknown} first
     * @param {unknown} [second]
     */
    approve: (first, second) => registry.approve(first, second),
    queue: { push: (/** @type {unknown[]} */ ...entries) => entries.forEach((entry) => registry.run(entry)) },
    report: () => host.report(),
    get host() {
      return host.who;
    },
    get reason() {
      return host.reason;
    },
  });
  Object.defineProperty(window, 'onecall', { value: onecall, configurable: true, enumerable: false, writable: false });
  if (queued) drain(registry, queued);
  host.start();
  return onecall;
}

/**
 * @param {unknown} path
 * @param {unknown} args
 * @returns {unknown}
 */
function inputOf(path, args) {
  if (typeof path === 'object' && path !== null) return path;
  return { ...(path === undefined ? {} : { path }), ...(args === undefined ? {} : { args }) };
}

class PageHost {
  /** @type {Window & typeof globalThis} */
  #window;
  /** @type {Parts} */
  #parts;
  /** @type {Registration | null} */
  #registration = null;
  /** The page's WebMCP tools; the extension keeps them where it is. @type {Toolbox | null} */
  #toolbox = null;
  /** @type {Keep | null} */
  #keep = null;
  /** Calls that the page's own script is about to make. */
  #inPage = 0;
  /** @type {Options} */
  #options;
  #extension = false;
  /** @type {Promise<Heart> | null} */
  #heart = null;

  /**
   * @param {Window & typeof globalThis} window
   * @param {Parts} parts
   */
  constructor(window, parts) {
    this.#window = window;
    this.#parts = parts;
    this.#options = optionsOf(window, parts.src);
  }

  start() {
    const { document } = this.#window;
    onClaim(document, (other) => {
      if (other === 'extension') this.#stepBack();
    });
    if (who(document, 'page') === 'extension') {
      this.#stepBack();
      return;
    }
    arrive({ document, window: this.#window });
    answerWho(document, 'page');
    const run = (/** @type {unknown} */ input, /** @type {AbortSignal | undefined} */ signal) => this.#run(input, signal);
    if (this.#window.top === this.#window) this.#openToolbox();
    const reader = this.#options.readTool ? (/** @type {unknown} */ input, /** @type {AbortSignal | undefined} */ signal) => this.#run(input, signal, true) : undefined;
    this.#registration = register({ document, window: this.#window, run, reader });
    if (this.#window.top === this.#window) answerDiscovery(this.#window, () => !this.#extension);
    this.#toolbox?.collections.declareOwn(NAME);
  }

  /** From here on the page's registrations are seen; those that came before stay the browser's. */
  #openToolbox() {
    const { document, navigator } = this.#window;
    const { context, native } = modelContextOf(document, navigator, this.#window);
    this.#toolbox = new Toolbox({
      window: this.#window,
      context: /** @type {import('../../extension/page/toolbox.js').Context} */ (context),
      native,
      mode: this.#options.absorb,
      able: async () => (await this.#registration?.ready) === 'registered' && wasmAllowed(),
      onName: (name) => {
        if (name === NAME) this.#registration?.makeWay();
      },
      onOwnCall: () => {
        this.#inPage += 1;
      },
    });
    this.#keep = new Keep(this.#window, this.#toolbox, registryOf(this.#window));
  }

  /** @returns {Onecall['host']} */
  get who() {
    if (this.#extension) return 'extension';
    return this.#registration?.state === 'registered' ? 'page' : 'none';
  }

  /** @returns {string} */
  get reason() {
    return this.#extension ? '' : (this.#registration?.reason ?? '');
  }

  /** The extension registers `call` here; ours goes in the same turn, so that the name is free. */
  #stepBack() {
    this.#extension = true;
    this.#toolbox?.release('the Onecall extension is here');
    this.#registration?.unregister();
    this.#registration = null;
  }

  /**
   * @param {unknown} input
   * @returns {Promise<string>}
   */
  async call(input) {
    const answered = this.#extension ? await this.#callExtension(input) : null;
    this.#inPage += answered === null ? 1 : 0;
    return answered ?? this.#run(input);
  }

  /** @returns {Promise<import('./onecall').Report>} */
  async report() {
    const part = await this.#parts.heart();
    return part.report(this.#toolbox, (input) => this.call(input));
  }

  /**
   * As an agent in the page does. Null where the extension's tool is not there after all.
   * @param {unknown} input
   * @returns {Promise<string | null>}
   */
  async #callExtension(input) {
    try {
      return await callOurs(this.#window, /** @type {object} */ (input));
    } catch {
      return null;
    }
  }

  /**
   * @param {unknown} input
   * @param {AbortSignal} [signal]
   * @param {boolean} [look] only reads
   * @returns {Promise<string>}
   */
  async #run(input, signal, look = false) {
    try {
      this.#heart ??= this.#parts.heart().then((part) => part.startHeart(this.#window, { toolbox: this.#toolbox, keep: this.#keep }));
      const waits = this.#inPage > 0;
      if (waits) this.#inPage -= 1;
      return await (await this.#heart).run(input, signal, { look, waits });
    } catch (error) {
      // The network may be back for the next call.
      this.#heart = null;
      this.#toolbox?.release('Onecall could not be loaded');
      console.error('Onecall: a part of the script cannot be loaded', error);
      return faultAnswer('unavailable', 'Onecall could not load a part of its script. Nothing was run.', input);
    }
  }
}

/** Does the page's policy let a core run here? Asked without one: these bytes are the smallest module there is. */
function wasmAllowed() {
  try {
    return new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}
