/**
 * What the page's app publishes for agents: specs by name, kept as they were given. It is all that runs before the
 * first call, so it looks at nothing, calls nothing and reads nothing but the name; describing and using what was
 * published is the provider's, later.
 */

/** @import { Handle, Spec } from './publish' */

/** Where the registry of a document lies, so that two copies of this script share it. */
const KEY = Symbol.for('onecall.registry/1');

/** Notes kept until an agent asks; an app may say something every second for hours. */
const NOTES = 50;

/** One published object. */
export class Entry {
  /** @type {Registry} */
  #registry;
  /** @type {Entry | null} */
  #above;
  /** @type {Map<string, Entry>} */
  children = new Map();
  /** True once it was removed. */
  gone = false;

  /**
   * @param {Registry} registry
   * @param {Entry | null} above
   * @param {string} name
   * @param {Spec} spec
   */
  constructor(registry, above, name, spec) {
    this.#registry = registry;
    this.#above = above;
    this.name = name;
    this.spec = spec;
  }

  /** The published object it belongs to. @returns {Entry} */
  get top() {
    return this.#above ? this.#above.top : this;
  }

  /**
   * What the app's code holds of it.
   * @returns {Handle}
   */
  get handle() {
    return Object.freeze({
      changed: (/** @type {Spec | undefined} */ spec) => {
        if (this.gone) return;
        if (spec !== undefined) this.spec = checked(spec, this.name);
        this.#registry.tell(this.top.name);
      },
      notify: (/** @type {string} */ text) => {
        if (!this.gone) this.#registry.note(this.top.name, String(text));
      },
      child: (/** @type {string} */ name, /** @type {Spec} */ spec) => this.#child(name, spec),
      remove: () => this.#remove(),
    });
  }

  /**
   * @param {string} name
   * @param {Spec} spec
   */
  #child(name, spec) {
    const entry = new Entry(this.#registry, this, named(name), checked(spec, name));
    if (this.gone) throw new Error(`onecall: ${quoted(this.name)} was removed; nothing can be published below it`);
    if (this.children.has(entry.name)) throw taken(`${this.name}.${entry.name}`);
    this.children.set(entry.name, entry);
    this.#registry.tell(this.top.name);
    return entry.handle;
  }

  #remove() {
    if (this.gone) return;
    this.gone = true;
    if (this.#above?.children.get(this.name) === this) this.#above.children.delete(this.name);
    this.#registry.tell(this.top.name);
  }
}

export class Registry {
  /** @type {Map<string, Entry>} */
  #entries = new Map();
  /** @type {Set<(name: string) => unknown>} */
  #listeners = new Set();
  /** @type {Set<() => unknown>} */
  #noteListeners = new Set();
  /** What the app said since somebody asked. @type {Array<{ name: string, text: string }>} */
  #notes = [];
  /** The site's own decisions, by branch. @type {Map<string, import('./publish').Approve>} */
  approvers = new Map();

  /**
   * Mounts an object below `app`. Throws where the name is taken: the first publisher stays.
   * @param {string} name
   * @param {Spec} spec
   * @returns {Handle}
   */
  publish(name, spec) {
    const known = this.#entries.get(named(name));
    if (known && !known.gone) throw taken(name);
    const entry = new Entry(this, null, named(name), checked(spec, name));
    this.#entries.set(entry.name, entry);
    this.tell(entry.name);
    return entry.handle;
  }

  /** What is published now, by name. @returns {Map<string, Entry>} */
  get entries() {
    return this.#entries;
  }

  /** @param {(name: string) => unknown} listener A name's object came, changed or went; '' where the site's decisions did. */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** @param {string} name */
  tell(name) {
    if (this.#entries.get(name)?.gone) this.#entries.delete(name);
    for (const listener of this.#listeners) listener(name);
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  note(name, text) {
    this.#notes.push({ name, text: text.slice(0, 500) });
    if (this.#notes.length > NOTES) this.#notes.shift();
    for (const listener of this.#noteListeners) listener();
  }

  /** @param {() => unknown} listener The app said something. */
  onNote(listener) {
    this.#noteListeners.add(listener);
  }

  /** What the app said since the last time. */
  takeNotes() {
    return this.#notes.splice(0);
  }

  /**
   * One entry of the queue that a page fills before the library is there: `['publish', name, spec, (handle) => …]`.
   * @param {unknown} entry
   */
  run(entry) {
    try {
      const [what, ...args] = /** @type {unknown[]} */ (entry);
      if (what === 'publish') {
        const handle = this.publish(/** @type {string} */ (args[0]), /** @type {Spec} */ (args[1]));
        if (typeof args[2] === 'function') args[2](handle);
      } else if (what === 'approve') {
        this.approve(args[0], args[1]);
      } else {
        throw new TypeError(`onecall: the queue knows 'publish' and 'approve', not ${quoted(String(what))}`);
      }
    } catch (error) {
      // One wrong entry is the page's to see, and no reason to lose the others.
      console.error(error);
    }
  }

  /**
   * The site decides by itself: for everything, or for a branch of paths.
   * @param {unknown} first A branch such as `app.cart`, or the function.
   * @param {unknown} [second]
   */
  approve(first, second) {
    const [branch, decide] = typeof first === 'string' ? [first, second] : ['', first];
    if (typeof branch !== 'string' || (typeof decide !== 'function' && decide !== null)) {
      throw new TypeError('onecall.approve takes a function, or a branch of paths and a function');
    }
    if (decide === null) this.approvers.delete(branch);
    else this.approvers.set(branch, /** @type {import('./publish').Approve} */ (decide));
    for (const listener of this.#listeners) listener('');
  }
}

/**
 * The document's registry; made where there is none.
 * @param {object} window
 * @returns {Registry}
 */
export function registryOf(window) {
  const holder = /** @type {{ [KEY]?: Registry }} */ (window);
  if (!holder[KEY]) Object.defineProperty(window, KEY, { value: new Registry(), configurable: true });
  return /** @type {Registry} */ (holder[KEY]);
}

/**
 * The registry of a page that publishes: made where the page has filled a queue before any library was there.
 * @param {object} window
 * @returns {Registry | null}
 */
export function registryIn(window) {
  const holder = /** @type {{ [KEY]?: Registry, onecall?: { queue?: unknown, call?: unknown } }} */ (window);
  const { onecall } = holder;
  if (Array.isArray(onecall?.queue)) {
    const registry = registryOf(window);
    drain(registry, onecall);
    return registry;
  }
  return holder[KEY] ?? null;
}

/**
 * Runs what was queued; what comes later runs at once.
 * @param {Registry} registry
 * @param {{ queue?: unknown }} holder
 */
export function drain(registry, holder) {
  const queued = Array.isArray(holder.queue) ? holder.queue : [];
  try {
    holder.queue = { push: (/** @type {unknown[]} */ ...entries) => entries.forEach((entry) => registry.run(entry)) };
  } catch {
    // A frozen holder: what comes later stays unseen.
  }
  for (const entry of queued) registry.run(entry);
}

/**
 * @param {unknown} name
 * @returns {string}
 */
function named(name) {
  if (typeof name === 'string' && name.trim() !== '' && name.length <= 80) return name;
  throw new TypeError('onecall.publish: the name is a text of 1 to 80 characters');
}

/**
 * @param {unknown} spec
 * @param {string} name
 * @returns {Spec}
 */
function checked(spec, name) {
  if (typeof spec === 'object' && spec !== null && !Array.isArray(spec)) return /** @type {Spec} */ (spec);
  throw new TypeError(`onecall.publish(${quoted(name)}): the second argument is an object with summary, properties, methods, children or items`);
}

/** @param {string} name */
const taken = (name) => new Error(`onecall: ${quoted(name)} is published already, and the first stays. Call remove() on it first, or choose another name.`);

/** @param {string} text */
const quoted = (text) => JSON.stringify(text);
