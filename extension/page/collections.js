// Collections: a page says which of its tools belong together and what for. Added to WebMCP where the browser has none of
// it; tools may be in several or in none, and may come later than the collection that names them.
import { isObject } from './shelf.js';

/**
 * @typedef {{ name: string, title: string, description: string, tools: string[], help: string }} Collection
 * @typedef {Collection & { id: string, origin: string, generation: number }} ListedCollection
 */

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
/** The collection that holds `call`. */
export const OWN = 'onecall';
/** Names in one collection; the core reads no more. */
const MOST_TOOLS = 2_000;

/** @param {string} why */
const typeError = (why) => new TypeError(`Failed to execute 'registerCollection' on 'ModelContext': ${why}`);

/**
 * @param {unknown} given
 * @returns {Collection}
 */
function checked(given) {
  if (!isObject(given)) throw typeError('The provided value is not an object.');
  const { name, title = '', description, tools, help = '' } = /** @type {Record<string, unknown>} */ (given);
  for (const [member, value] of Object.entries({ name, description, tools })) {
    if (value === undefined) throw typeError(`Required member '${member}' is undefined.`);
  }
  if (!Array.isArray(tools)) throw typeError("'tools' is not a list of names.");
  if (!NAME.test(String(name))) throw new DOMException('Invalid collection name', 'InvalidStateError');
  if (String(description) === '') throw new DOMException('Description is required', 'InvalidStateError');
  const names = tools.slice(0, MOST_TOOLS).map((tool) => String(isObject(tool) && 'name' in tool ? tool.name : tool));
  return { name: String(name), title: String(title), description: String(description), tools: [...new Set(names)], help: String(help) };
}

export class Collections {
  #window;
  /** @type {Map<string, Collection>} */
  #declared = new Map();
  /** @type {EventTarget} */
  #context;
  /** How often the list of a collection was another one, over all documents; kept elsewhere. @type {(collection: Collection) => number} */
  generation = () => 1;

  /**
   * @param {Window} window
   * @param {EventTarget} context
   */
  constructor(window, context) {
    this.#window = window;
    this.#context = context;
    const prototype = Object.getPrototypeOf(context);
    const box = this;
    const added = {
      /** @param {unknown} collection @param {{ signal?: AbortSignal }} [_options] @returns {Promise<void>} */
      async registerCollection(collection, _options = undefined) {
        await box.#register(collection, _options?.signal);
      },
      /** @returns {Promise<ListedCollection[]>} */
      async getCollections() {
        return box.list();
      },
    };
    for (const [name, value] of Object.entries(added)) {
      if (!(name in prototype)) Object.defineProperty(prototype, name, { value, configurable: true, enumerable: true, writable: true });
    }
  }

  /** @returns {Collection[]} */
  get declared() {
    return [...this.#declared.values()];
  }

  /** @returns {ListedCollection[]} */
  list() {
    const { origin } = this.#window.location;
    return this.declared.map((collection) => ({
      id: `${origin}/${collection.name}`, origin, ...collection, tools: [...collection.tools], generation: this.generation(collection),
    }));
  }

  /** Onecall's own tool is in a collection too, from the start: no news for anybody. @param {string} tool */
  declareOwn(tool) {
    this.#declared.set(OWN, { name: OWN, title: 'Onecall', description: 'Read and operate this page by path, with one tool.', tools: [tool], help: '' });
  }

  /** @param {unknown} given @param {AbortSignal | undefined} signal */
  async #register(given, signal) {
    const collection = checked(given);
    if (signal?.aborted) throw signal.reason;
    if (this.#declared.has(collection.name)) throw new DOMException('Duplicate collection name', 'InvalidStateError');
    this.#declared.set(collection.name, collection);
    signal?.addEventListener('abort', () => {
      if (this.#declared.get(collection.name) !== collection) return;
      this.#declared.delete(collection.name);
      queueMicrotask(() => this.#tell());
    }, { once: true });
    await undefined;
    this.#tell();
  }

  #tell() {
    this.#context.dispatchEvent(new Event('collectionchange'));
  }
}
