// Tools kept in script, with the checks, errors, results and events of the browser's own WebMCP (Chromium 156): the
// inside of the polyfill, and where tools are that are kept out of the browser's list. It knows one document's tools.

/**
 * @typedef {{
 *   name: string, title?: string, description: string, inputSchema?: object, annotations?: object,
 *   execute: (input: object, options: { signal: AbortSignal }) => unknown,
 * }} Tool
 * @typedef {{ name: string, title: string, description: string, inputSchema?: object, annotations?: Record<string, boolean>,
 *   origin: string, window: Window }} Listed
 * @typedef {(type: 'toolchange' | 'toolactivated' | 'toolcancel', toolName?: string) => void} Tell
 */

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
export const HINTS = ['consequentialHint', 'debugging', 'readOnlyHint', 'untrustedContentHint'];
/** What the browser says instead of what was thrown: that may hold what the caller must not see. */
const FAILED = 'Tool was executed but the invocation failed. For example, the script function threw an error';
const GONE = 'The operation failed for an unknown transient reason (e.g. out of memory).';

/** @param {unknown} value @returns {value is object} */
export const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** @param {string} method @param {string} what */
const typeError = (method, what) => new TypeError(`Failed to execute '${method}' on 'ModelContext': ${what}`);

/**
 * @param {string} method
 * @param {string} type
 * @param {string} member
 * @param {string} why
 */
const unread = (method, type, member, why) =>
  typeError(method, ['Failed to read the', `'${member}'`, 'property from', `'${type}':`, why].join(' '));

/**
 * A dictionary, where nothing counts as an empty one.
 * @param {string} method
 * @param {unknown} value
 * @param {string} type
 * @returns {Record<string, unknown>}
 */
function dictionary(method, value, type) {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw typeError(method, `The provided value is not of type '${type}'.`);
  return /** @type {Record<string, unknown>} */ (value);
}

/**
 * A member that has to be there.
 * @param {string} method
 * @param {string} type
 * @param {string} member
 * @param {unknown} value
 */
function needed(method, type, member, value) {
  if (value === undefined) throw unread(method, type, member, 'Required member is undefined.');
  return value;
}

/**
 * A copy by way of JSON, as the browser takes it: later changes by the page do not count.
 * @param {string} method
 * @param {string} what
 * @param {unknown} value
 */
function copied(method, what, value) {
  let text;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw error instanceof TypeError ? typeError(method, error.message) : error;
  }
  if (text === undefined) throw typeError(method, `invalid ${what}: toJSON() returns undefined`);
  return JSON.parse(text);
}

/** @param {unknown} signal @returns {signal is AbortSignal} */
const isSignal = (signal) => isObject(signal) && 'aborted' in signal && 'addEventListener' in signal;

/**
 * @param {string} method
 * @param {string} type
 * @param {Record<string, unknown>} options
 */
function signalOf(method, type, { signal }) {
  if (signal !== undefined && !isSignal(signal)) throw unread(method, type, 'signal', "Failed to convert value to 'AbortSignal'.");
  return signal;
}

/** @param {unknown} origins @param {string} list */
function secure(origins, list) {
  const local = /^(localhost|127\.0\.0\.1|\[::1\])$/;
  for (const origin of Array.isArray(origins) ? origins : []) {
    const url = URL.canParse(String(origin)) ? new URL(String(origin)) : undefined;
    if (url?.protocol !== 'https:' && !local.test(url?.hostname ?? '')) {
      throw new DOMException(`Only secure origins are allowed in the ${list} list.`, 'SecurityError');
    }
  }
}

/**
 * A tool as it is kept, or what the browser throws. Members are read in the order in which it reads them.
 * @param {unknown} given
 * @returns {Tool}
 */
export function checkedTool(given) {
  const method = 'registerTool';
  const type = 'ModelContextTool';
  if (!isObject(given)) throw typeError(method, `The provided value is not of type '${type}'.`);
  const tool = /** @type {Record<string, unknown>} */ (given);
  const annotations = tool.annotations;
  const hints = annotations === undefined ? undefined
    : dictionary(method, annotations, 'ToolAnnotations');
  const description = String(needed(method, type, 'description', tool.description));
  const execute = needed(method, type, 'execute', tool.execute);
  const inputSchema = tool.inputSchema;
  const name = `${/** @type {string} */ (needed(method, type, 'name', tool.name))}`;
  const title = tool.title;
  if (typeof execute !== 'function') throw unread(method, type, 'execute', 'The given value is not a function.');
  if (inputSchema !== undefined && !isObject(inputSchema)) throw unread(method, type, 'inputSchema', "Failed to convert value to 'object'.");
  const schema = inputSchema === undefined ? undefined : copied(method, 'input schema', inputSchema);
  if (!NAME.test(name)) throw new DOMException('Invalid tool name', 'InvalidStateError');
  if (description === '') throw new DOMException('Description is required', 'InvalidStateError');
  return {
    name, title: title === undefined ? '' : wellFormed(title), description: wellFormed(description),
    ...(schema === undefined ? {} : { inputSchema: schema }),
    ...(hints === undefined ? {} : { annotations: Object.fromEntries(HINTS.map((hint) => [hint, Boolean(hints[hint])])) }),
    execute: /** @type {Tool['execute']} */ (execute),
  };
}

/** @param {unknown} text */
const wellFormed = (text) => String(text).toWellFormed?.() ?? String(text);

/** A tool's result as its in-page caller gets it. @param {unknown} result */
function asText(result) {
  if (isObject(result)) return JSON.stringify(result) ?? 'undefined';
  return String(result) || 'Operation succeeded';
}

/** Tools by name, and what can be done with them. */
export class Shelf {
  /** @type {Map<string, Tool>} */
  #tools = new Map();
  /** @type {Tell} */
  #tell;
  /** @type {Window} */
  #window;

  /** @param {Window} window @param {Tell} tell sends the events */
  constructor(window, tell) {
    this.#window = window;
    this.#tell = tell;
  }

  get window() {
    return this.#window;
  }

  /** @param {unknown} name */
  has(name) {
    return this.#tools.has(String(name));
  }

  get size() {
    return this.#tools.size;
  }

  /**
   * @param {unknown} given
   * @param {unknown} [given2] its options
   * @param {(name: string) => boolean} [taken] names that others have
   * @returns {Promise<void>}
   */
  async register(given, given2, taken = () => false) {
    const tool = checkedTool(given);
    const options = dictionary('registerTool', given2, 'ModelContextRegisterToolOptions');
    secure(options.exposedTo, 'exposedTo');
    const signal = signalOf('registerTool', 'ModelContextRegisterToolOptions', options);
    if (signal?.aborted) throw signal.reason;
    const { name } = tool;
    if (this.has(name) || taken(name)) throw new DOMException('Duplicate tool name', 'InvalidStateError');
    this.#tools.set(name, tool);
    signal?.addEventListener('abort', () => {
      if (this.#tools.get(name) !== tool) return;
      this.#tools.delete(name);
      queueMicrotask(() => this.#tell('toolchange'));
    }, { once: true });
    await undefined;
    // Taken back in the same tick, as React's StrictMode does it: the browser says so.
    if (signal?.aborted) throw signal.reason;
    this.#tell('toolchange');
  }

  /** Takes one out without a word: it goes to the browser's own list. @param {string} name */
  take(name) {
    this.#tools.delete(name);
  }

  /** @param {string} name */
  get(name) {
    return this.#tools.get(name);
  }

  /** In the order in which they came. @returns {Tool[]} */
  get all() {
    return [...this.#tools.values()];
  }

  /** As `getTools` lists them. @returns {Listed[]} */
  list() {
    return this.all.map((tool) => listed(tool, this.#window));
  }

  /**
   * @param {string} name
   * @param {unknown} given the input
   * @param {unknown} [given2] options
   * @returns {Promise<string>}
   */
  async execute(name, given, given2) {
    const method = 'executeTool';
    const options = dictionary(method, given2, 'ModelContextExecuteToolOptions');
    const signal = signalOf(method, 'ModelContextExecuteToolOptions', options);
    if (given !== undefined && !isObject(given)) throw typeError(method, 'invalid input object: value is not an object');
    const input = given === undefined ? {} : copied(method, 'input object', given);
    if (signal?.aborted) throw signal.reason;
    const tool = this.#tools.get(name);
    if (!tool) throw new DOMException(GONE, 'UnknownError');
    const inner = new AbortController();
    this.#tell('toolactivated', name);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => queueMicrotask(() => {
        inner.abort();
        this.#tell('toolcancel', name);
        reject(signal.reason);
      }), { once: true });
      // A chain, so that what is thrown at once and later ends alike.
      Promise.resolve().then(() => tool.execute(input, { signal: inner.signal }))
        .then((result) => resolve(asText(result)))
        .catch(() => reject(new DOMException(FAILED, 'UnknownError')));
    });
  }
}

/**
 * @param {Tool} tool
 * @param {Window} window
 * @returns {Listed}
 */
function listed({ name, title = '', description, inputSchema, annotations }, window) {
  return {
    ...(annotations ? { annotations: /** @type {Record<string, boolean>} */ ({ ...annotations }) } : {}), description,
    ...(inputSchema ? { inputSchema: structuredClone(inputSchema) } : {}), name, origin: window.location.origin, title, window,
  };
}

/** @param {{ name: string }} a @param {{ name: string }} b */
export const byName = (a, b) => (a.name < b.name ? -1 : Number(a.name > b.name));

/**
 * What `executeTool` needs of the tool it is given.
 * @param {unknown} given
 * @returns {{ name: string, window: unknown }}
 */
export function registeredTool(given) {
  if (!isObject(given)) throw typeError('executeTool', "The provided value is not of type 'RegisteredTool'.");
  const { description, name, window } = /** @type {Record<string, unknown>} */ (given);
  needed('executeTool', 'RegisteredTool', 'description', description);
  needed('executeTool', 'RegisteredTool', 'name', name);
  return { name: String(name), window };
}

/**
 * Options of `getTools`; throws what the browser throws.
 * @param {unknown} given
 */
export function getToolsOptions(given) {
  secure(dictionary('getTools', given, 'ModelContextGetToolOptions').fromOrigins, 'fromOrigins');
}

/** @param {string} method @param {ArrayLike<unknown>} args */
export function oneArgument(method, args) {
  if (args.length === 0) throw typeError(method, '1 argument required, but only 0 present.');
}

/** Parts of a registration that the browser does not know are read where they are plain data, so far up. */
const MOST_CHAIN = 5;

/**
 * A plain property: a getter belongs to the page, and is the browser's to run.
 * @param {unknown} tool
 * @param {string} name
 * @returns {unknown}
 */
export function plainPart(tool, name) {
  let at = isObject(tool) ? tool : null;
  for (let up = 0; at && up < MOST_CHAIN; up += 1) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found) return found.value;
    at = Object.getPrototypeOf(at);
  }
  return undefined;
}

/** @param {unknown} value */
export const textOr = (value) => (typeof value === 'string' ? value : '');
