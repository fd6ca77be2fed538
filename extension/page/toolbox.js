// The page's WebMCP tools as Onecall knows them, in the page's own script world: every registration passes here, tools
// may be kept out of the browser's list ("absorbed") and are then still listed and run for callers in the page. What the core
// asks of them is in census.js. It must make no difference to the page's own scripts.
import { isOurs, NAME } from '../shared/tool.js';
import { Collections } from './collections.js';
import { toolEvent } from './polyfill.js';
import { byName, checkedTool, HINTS, isObject, plainPart, Shelf, textOr } from './shelf.js';

/**
 * @typedef {import('./shelf.js').Tool} Tool
 * @typedef {import('./shelf.js').Listed} Listed
 * @typedef {{ signal?: AbortSignal, exposedTo?: string[] }} Options
 * @typedef {EventTarget & {
 *   registerTool: (tool: Tool, options?: Options) => Promise<void>,
 *   getTools: (options?: object) => Promise<Listed[]>,
 *   executeTool: (tool: Listed, input?: object, options?: { signal?: AbortSignal }) => Promise<string>,
 * }} Context
 * @typedef {'auto' | 'always' | 'never'} Absorb
 *
 * `everywhere` absorbs always, and the page's own scripts are not listed the tools either: a site asks for it whose agents'
 * clients list from inside the page. They run as before for who has them.
 * @typedef {Absorb | 'everywhere'} TagAbsorb
 *
 * A tool as it is told to the core. `key` runs it; `from` is who registered it; `absorbed`: the browser does not list it.
 * @typedef {{
 *   key: string, name: string, title: string, description: string, inputSchema?: object,
 *   annotations?: Record<string, boolean>, origin: string, group: string, route: string,
 *   from: 'page' | 'form' | 'frame', frame: string, absorbed: boolean,
 * }} Told
 */

/** Registrations are taken to be over when none came for this long, and at the latest after `MOST_HELD`. */
const QUIET = 120;
const MOST_HELD = 1_000;
/** Whether `call` can answer is known by then, or taken as a no. */
const MOST_ASKED = 800;
/** Above either, `auto` absorbs: what clients are known to carry (platform.md). */
const MOST_TOOLS = 10;
const MOST_TOKENS = 2_000;
/** Characters to a token of a tool's definition, as JSON: measured over the WebMCP demos with o200k. */
const CHARS = 4.2;

/** @param {{ name: string, description: string, inputSchema?: object }} tool what its definition costs an agent, in tokens */
export function cost({ name, description, inputSchema }) {
  return Math.ceil(JSON.stringify({ name, description, inputSchema }).length / CHARS);
}

/**
 * What is known of a tool that passed here, beside what the browser lists.
 * @typedef {{ execute: Tool['execute'] | undefined, group: string, route: string, tool: Listed }} Known
 */

export class Toolbox {
  #window;
  #context;
  #native;
  /** The methods as they were. @type {Pick<Context, 'registerTool' | 'getTools' | 'executeTool'>} */
  #before;
  #shelf;
  /** By name: what passed here, whether it was kept or went to the browser. @type {Map<string, Known>} */
  #known = new Map();
  /** How held tools were registered. @type {Map<string, { given: object, options: Options | undefined }>} */
  #held = new Map();
  /** @type {TagAbsorb | undefined} */
  #mode;
  /** @type {boolean | undefined} undefined until decided, once per document */
  #absorbs;
  #because = '';
  #tellDecided = () => {};
  /** Resolves when it is decided whether this document's tools are absorbed. @type {Promise<void>} */
  decided = new Promise((resolve) => {
    this.#tellDecided = resolve;
  });
  #firstHeld = 0;
  #timer = 0;
  /** May tools be kept? Asked when there is a reason to. @type {() => Promise<boolean>} */
  #able;
  /** @type {Set<() => void>} */
  #watchers = new Set();
  /** @type {(name: string) => void} */
  #onName;
  /** @type {() => void} */
  #onOwnCall;
  collections;
  /** Was it here before any script of the page? Then all that the page registers itself passes here. @type {boolean} */
  #first;

  /**
   * @param {{
   *   window: Window & typeof globalThis, context: Context, native: boolean,
   *   mode?: TagAbsorb, able?: () => Promise<boolean>, onName?: (name: string) => void, onOwnCall?: () => void,
   * }} options `mode` absent: it will be set; `able` says whether `call` can answer here; `onName` hears each name
   *   before the browser does; `onOwnCall`: the page's own script is about to call our tool
   */
  constructor({ window, context, native, mode, able = async () => true, onName = () => {}, onOwnCall = () => {} }) {
    this.#onOwnCall = onOwnCall;
    this.#window = window;
    this.#context = context;
    this.#native = native;
    this.#mode = mode;
    this.#able = able;
    this.#onName = onName;
    const { scripts, currentScript } = window.document;
    this.#first = [...scripts].every((script) => script === currentScript);
    const prototype = /** @type {Context} */ (Object.getPrototypeOf(context));
    const { registerTool, getTools, executeTool } = context;
    this.#before = { registerTool, getTools, executeTool };
    this.#shelf = new Shelf(window, (type, toolName) => {
      context.dispatchEvent(toolName === undefined ? new Event(type) : toolEvent(window, type, toolName));
    });
    this.collections = new Collections(window, context);
    this.#wrap(prototype);
    this.#context.addEventListener('toolchange', () => this.#changed());
    this.#context.addEventListener('collectionchange', () => this.#changed());
    if (!native || mode === 'never') this.#decide(false, native ? 'asked not to' : 'the browser has no list of its own');
  }

  #allowed() {
    const { featurePolicy } = /** @type {{ featurePolicy?: { allowsFeature: (name: string) => boolean, features: () => string[] } }} */ (/** @type {unknown} */ (this.#window.document));
    const forbidden = featurePolicy?.features().includes('tools') && !featurePolicy.allowsFeature('tools');
    return !forbidden && this.#window.originAgentCluster !== false;
  }

  /** Methods, so that they are no constructors, like the browser's. @param {Context} prototype */
  #wrap(prototype) {
    const box = this;
    const before = this.#before;
    const wrapped = {
      /** @this {Context} @param {Tool} tool @param {Options} [_options] */
      registerTool(tool, _options = undefined) {
        const given = /** @type {[Tool, Options]} */ (/** @type {unknown} */ ([...arguments]));
        return this === box.#context && given.length ? box.#register(given) : Reflect.apply(before.registerTool, this, given);
      },
      /** @this {Context} @param {object} [_options] */
      getTools(_options = undefined) {
        const held = this === box.#context ? box.#shelf.list() : [];
        const listing = Reflect.apply(before.getTools, this, /** @type {[object]} */ (/** @type {unknown} */ ([...arguments])));
        return this === box.#context && !box.#listsNone ? listing.then((list) => box.#withHeld(list, held)) : listing;
      },
      /** @this {Context} @param {Listed} tool @param {object} [_input] @param {{ signal?: AbortSignal }} [_options] */
      executeTool(tool, _input = undefined, _options = undefined) {
        const given = /** @type {[Listed, object, object]} */ (/** @type {unknown} */ ([...arguments]));
        const own = this === box.#context && isObject(tool) && tool.window === box.#window;
        if (own && isOurs(tool)) box.#onOwnCall();
        const name = own ? String(tool.name) : '';
        return box.#shelf.has(name) ? box.#shelf.execute(name, given[1], given[2]) : Reflect.apply(before.executeTool, this, given);
      },
    };
    for (const [name, value] of Object.entries(wrapped)) {
      // MCP-B has some of them on the object itself.
      Reflect.defineProperty(Object.hasOwn(this.#context, name) ? this.#context : prototype, name, { value, configurable: true, enumerable: true, writable: true });
    }
  }

  /** Are tools kept here out of the page's own list too? */
  get #listsNone() {
    return this.#absorbs === true && this.#mode === 'everywhere';
  }

  /** @param {[Tool, Options?]} given @returns {Promise<void>} */
  async #register([tool, options]) {
    const name = plainPart(tool, 'name');
    const ours = isOurs({ title: textOr(plainPart(tool, 'title')), description: textOr(plainPart(tool, 'description')) });
    if (typeof name === 'string' && !ours) this.#onName(name);
    // Frames that another origin or the policy keep from WebMCP are the browser's to refuse.
    if (!ours && this.#absorbs === undefined && !this.#held.size && !this.#allowed()) this.#decide(false, 'tools are forbidden here');
    // The page's own tool of our name is never held: ours takes another name only where the browser has it.
    if (ours || this.#absorbs === false || name === NAME) {
      await Reflect.apply(this.#before.registerTool, this.#context, [tool, options]);
      if (!ours) this.#note(tool, textOr(name), options);
      return;
    }
    // What is read once cannot be something else the second time.
    const checked = checkedTool(tool);
    const kept = Object.assign(Object.create(tool), checked);
    const before = this.#shelf.get(checked.name);
    const registering = this.#shelf.register(checked, options, (other) => this.#known.has(other) && !this.#shelf.has(other));
    // In the same turn, so that there is no moment in which it is kept and nobody would let it go.
    if (this.#shelf.get(checked.name) !== before) {
      this.#held.set(checked.name, { given: kept, options });
      this.#note(kept, checked.name, options);
      options?.signal?.addEventListener('abort', () => this.#held.delete(checked.name), { once: true });
      if (this.#absorbs === undefined) this.#settleSoon();
    }
    await registering;
  }

  /** @param {object} tool @param {string} name @param {Options | undefined} options */
  #note(tool, name, options) {
    const execute = plainPart(tool, 'execute');
    const schema = plainPart(tool, 'inputSchema');
    const hints = plainPart(tool, 'annotations');
    /** @type {Known} */
    const known = {
      execute: typeof execute === 'function' ? /** @type {Tool['execute']} */ (execute) : undefined,
      group: textOr(plainPart(tool, 'group')).slice(0, 100), route: this.#window.location.pathname,
      tool: {
        name, title: textOr(plainPart(tool, 'title')), description: textOr(plainPart(tool, 'description')),
        ...(isObject(schema) ? { inputSchema: schema } : {}),
        ...(isObject(hints) ? { annotations: Object.fromEntries(HINTS.map((hint) => [hint, plainPart(hints, hint) === true])) } : {}),
        origin: this.#window.location.origin, window: this.#window,
      },
    };
    this.#known.set(name, known);
    options?.signal?.addEventListener('abort', () => {
      if (this.#known.get(name) === known) this.#known.delete(name);
    }, { once: true });
  }

  // Absorbing

  /** The setting, when it is known later than the script runs. @param {Absorb} mode */
  set mode(mode) {
    if (this.#mode !== undefined || this.#absorbs !== undefined) return;
    this.#mode = mode;
    if (mode === 'never') this.#decide(false, 'asked not to');
    else if (this.#held.size) this.#settleSoon();
  }

  #settleSoon() {
    this.#firstHeld ||= performance.now();
    const left = this.#firstHeld + MOST_HELD - performance.now();
    const wait = this.#mode === undefined ? left : Math.min(QUIET, left);
    this.#window.clearTimeout(this.#timer);
    this.#timer = this.#window.setTimeout(() => void this.#settle(), Math.max(0, wait));
  }

  async #settle() {
    if (this.#absorbs !== undefined) return;
    const tools = this.#shelf.all;
    const tokens = tools.reduce((sum, tool) => sum + cost(tool), 0);
    const many = tools.length > MOST_TOOLS || tokens > MOST_TOKENS;
    const asked = this.#mode === 'always' || this.#mode === 'everywhere';
    if (!asked && !many) return this.#decide(false, `${tools.length} tools, about ${tokens} tokens`);
    const late = new Promise((/** @type {(able: boolean) => void} */ resolve) => {
      this.#window.setTimeout(resolve, MOST_ASKED, false);
    });
    const able = await Promise.race([this.#able().catch(() => false), late]);
    if (able) this.#decide(true, asked ? 'asked to' : `${tools.length} tools, about ${tokens} tokens`);
    else this.#decide(false, 'Onecall cannot start here');
  }

  /** @param {boolean} absorbs @param {string} because */
  #decide(absorbs, because) {
    if (this.#absorbs !== undefined) return;
    this.#absorbs = absorbs;
    this.#because = because;
    if (!absorbs) this.release();
    this.#tellDecided();
  }

  /** Held tools go to the browser's list: `call` cannot stand for them after all. @param {string} [because] */
  release(because = this.#because) {
    this.#absorbs = false;
    this.#because = because;
    this.#window.clearTimeout(this.#timer);
    for (const [name, { given, options }] of this.#held) {
      this.#shelf.take(name);
      // The browser checked nothing yet; what it refuses, it refuses to nobody.
      Reflect.apply(this.#before.registerTool, this.#context, [given, options]).catch((/** @type {unknown} */ error) => {
        if (options?.signal?.aborted) return;
        this.#known.delete(name);
        console.warn(`Onecall: the browser refused the tool ${name}`, error);
      });
    }
    this.#held.clear();
  }

  /**
   * The browser's list with what is kept here. While the browser made it, kept tools may have gone to the browser: they are in neither.
   * @param {Listed[]} list
   * @param {Listed[]} before What was kept when the browser was asked.
   * @returns {Listed[]}
   */
  #withHeld(list, before) {
    const listed = list.filter(({ window }) => window === this.#window);
    const names = new Set([...listed.map(({ name }) => name), ...this.#shelf.all.map(({ name }) => name)]);
    const between = before.filter(({ name }) => !names.has(name) && this.#known.has(name));
    if (this.#shelf.size + between.length === 0) return list;
    const own = [...listed, ...this.#shelf.list(), ...between].sort(byName);
    return [...own, ...list.filter(({ window }) => window !== this.#window)];
  }

  // For the core

  /** @param {() => void} watcher called when tools or collections may have changed @returns {() => void} */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #changed() {
    for (const watcher of this.#watchers) watcher();
  }

  /** What passed here, as the core is told of it. @returns {Told[]} */
  get passed() {
    return [...this.#known].map(([name, { group, route, tool: { window: _, ...tool } }]) => ({
      ...tool, key: name, group, route, from: 'page', frame: '', absorbed: this.#shelf.has(name),
    }));
  }

  /** For those who look closer, from the first call on (census.js). */
  get inside() {
    return {
      window: this.#window, context: this.#context, before: this.#before, shelf: this.#shelf, known: this.#known, first: this.#first,
      absorbs: this.#absorbs, because: this.#because, withHeld: this.#withHeld.bind(this),
    };
  }
}
