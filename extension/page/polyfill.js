// WebMCP's `ModelContext` for browsers that have none, after the current draft and as Chromium 156 behaves: promise
// results, abort signals, events, object arguments, error types. It never replaces a native one.
import { byName, getToolsOptions, oneArgument, registeredTool, Shelf } from './shelf.js';

/** @typedef {import('./shelf.js').Tool} Tool */
/** @typedef {import('./shelf.js').Listed} Listed */

/** How copies of this script in other documents of the origin find each other's tools. */
const OWN = Symbol.for('onecall.polyfill/1');
const EVENTS = ['toolchange', 'toolactivated', 'toolcancel'];
/** Only this module makes one, as with the native class. */
const KEY = Symbol('key');

/** @typedef {{ [OWN]?: Shelf }} Holder */

/** Event handlers set as `ontoolchange = …`. @type {WeakMap<object, Map<string, EventListener>>} */
const handlers = new WeakMap();

/** The polyfill's object. */
export class ModelContext extends EventTarget {
  /** @type {Shelf} */
  #shelf;
  /** @type {Window & typeof globalThis} */
  #window;

  /** @param {Window & typeof globalThis} window @param {symbol} [key] */
  constructor(window, key) {
    if (key !== KEY) throw new TypeError("Failed to construct 'ModelContext': Illegal constructor");
    super();
    this.#window = window;
    this.#shelf = new Shelf(window, (type, toolName) => {
      this.dispatchEvent(toolName === undefined ? new Event(type) : toolEvent(window, type, toolName));
    });
    Object.defineProperty(window, OWN, { value: this.#shelf, configurable: true });
  }

  /** @param {Tool} tool @param {{ signal?: AbortSignal, exposedTo?: string[] }} [_options] @returns {Promise<void>} */
  async registerTool(tool, _options = undefined) {
    oneArgument('registerTool', arguments);
    await this.#shelf.register(tool, _options);
  }

  /** Its own and those of frames of the same origin. @param {object} [_options] @returns {Promise<Listed[]>} */
  async getTools(_options = undefined) {
    getToolsOptions(_options);
    return [this.#shelf, ...within(this.#window)].flatMap((shelf) => shelf.list().sort(byName));
  }

  /**
   * @param {{ name: string }} tool
   * @param {object} [_input]
   * @param {{ signal?: AbortSignal }} [_options]
   * @returns {Promise<string>}
   */
  async executeTool(tool, _input = undefined, _options = undefined) {
    oneArgument('executeTool', arguments);
    const { name, window } = registeredTool(tool);
    const owner = within(this.#window).find((shelf) => shelf.window === window) ?? this.#shelf;
    return owner.execute(name, _input, _options);
  }
}

for (const type of EVENTS) {
  Object.defineProperty(ModelContext.prototype, `on${type}`, {
    /** @this {ModelContext} */
    get() {
      return handlers.get(this)?.get(type) ?? null;
    },
    /** @this {ModelContext} @param {unknown} handler */
    set(handler) {
      const known = handlers.get(this) ?? new Map();
      handlers.set(this, known);
      if (known.has(type)) this.removeEventListener(type, known.get(type));
      known.delete(type);
      if (typeof handler !== 'function') return;
      known.set(type, handler);
      this.addEventListener(type, /** @type {EventListener} */ (handler));
    },
    enumerable: true, configurable: true,
  });
}
Object.defineProperty(ModelContext.prototype, Symbol.toStringTag, { value: 'ModelContext', configurable: true });

/**
 * @param {Window & typeof globalThis} window
 * @returns {ModelContext}
 */
export function createModelContext(window) {
  return new ModelContext(window, KEY);
}

/**
 * Shelves of the frames inside, of the same origin; other origins' throw on a look.
 * @param {Window} window
 * @returns {Shelf[]}
 */
function within(window) {
  const found = [];
  for (let at = 0; at < window.frames.length; at += 1) {
    const frame = /** @type {Window} */ (window.frames[at]);
    try {
      const shelf = /** @type {Holder} */ (/** @type {unknown} */ (frame))[OWN];
      if (shelf) found.push(shelf);
      found.push(...within(frame));
    } catch {
      // Not ours to see.
    }
  }
  return found;
}

/** @param {Window & typeof globalThis} window @param {string} type @param {string} toolName */
export function toolEvent(window, type, toolName) {
  const name = type === 'toolcancel' ? 'ToolCancelEvent' : 'ToolActivatedEvent';
  const Native = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (window))[name];
  try {
    if (typeof Native === 'function') return /** @type {Event} */ (Reflect.construct(Native, [type, { toolName }]));
  } catch {
    // It cannot be made by script here.
  }
  return Object.assign(new Event(type), { toolName });
}
