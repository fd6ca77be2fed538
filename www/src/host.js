/**
 * The script tag before the first call: registers `call`, steps back where the extension is, and offers
 * `window.onecall`. Kit and core come with the first call. It must never change anything else of the page.
 */
import { arrive } from '../../extension/page/arrive.js';
import { modelContextOf, register } from '../../extension/page/register.js';
import { faultAnswer } from '../../extension/shared/fault.js';
import { answerWho, onClaim, who } from '../../extension/shared/meet.js';
import { isOurs } from '../../extension/shared/tool.js';

/** @import { Registration } from '../../extension/page/register.js' */
/** @import { Onecall } from './onecall' */

/**
 * @typedef {object} Heart What answers calls on this page.
 * @property {(input: unknown, signal?: AbortSignal) => Promise<string>} run
 */

/** @typedef {{ startHeart: (window: Window & typeof globalThis, wasm: URL) => Promise<Heart> }} HeartModule */

/**
 * @typedef {object} Parts
 * @property {() => Promise<HeartModule>} heart Loads the rest of the script.
 * @property {URL} wasm Where the core lies.
 */

/**
 * @param {Window & typeof globalThis} window
 * @param {Parts} parts
 * @returns {Onecall}
 */
export function startHost(window, parts) {
  // Loaded before, perhaps in another form: the first copy stays.
  if (typeof window.onecall?.call === 'function') return window.onecall;
  const host = new PageHost(window, parts);
  /** @type {Onecall} */
  const onecall = Object.freeze({
    /**
     * @param {unknown} [path]
     * @param {unknown} [args]
     */
    call: (path, args) => host.call(inputOf(path, args)),
    get host() {
      return host.who;
    },
    get reason() {
      return host.reason;
    },
  });
  Object.defineProperty(window, 'onecall', { value: onecall, configurable: true, enumerable: false, writable: false });
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
    this.#registration = register({ document, window: this.#window, run, inPage: true });
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
    this.#registration?.unregister();
    this.#registration = null;
  }

  /**
   * @param {unknown} input
   * @returns {Promise<string>}
   */
  async call(input) {
    const answered = this.#extension ? await this.#callExtension(input) : null;
    return answered ?? this.#run(input);
  }

  /**
   * As an agent in the page does. Null where the extension's tool is not there after all.
   * @param {unknown} input
   * @returns {Promise<string | null>}
   */
  async #callExtension(input) {
    const { document, navigator } = this.#window;
    try {
      const context = /** @type {import('../../extension/page/polyfill.js').ModelContext} */ (
        modelContextOf(document, navigator, this.#window).context
      );
      const tool = (await context.getTools()).find((listed) => listed.window === this.#window && isOurs(listed));
      return tool ? await context.executeTool(tool, /** @type {object} */ (input)) : null;
    } catch {
      return null;
    }
  }

  /**
   * @param {unknown} input
   * @param {AbortSignal} [signal]
   * @returns {Promise<string>}
   */
  async #run(input, signal) {
    try {
      this.#heart ??= this.#parts.heart().then((part) => part.startHeart(this.#window, this.#parts.wasm));
      return await (await this.#heart).run(input, signal);
    } catch (error) {
      // The network may be back for the next call.
      this.#heart = null;
      console.error('Onecall: a part of the script cannot be loaded', error);
      return faultAnswer('unavailable', 'Onecall could not load a part of its script. Nothing was run.', input);
    }
  }
}
