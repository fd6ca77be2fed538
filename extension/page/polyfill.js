// A minimal WebMCP `ModelContext` for browsers that have none: registerTool, getTools and executeTool with
// promise results, abort signals and the error types of Chromium's own. It never replaces a native one.

/**
 * @typedef {{
 *   name: string, title?: string, description: string, inputSchema?: object, annotations?: object,
 *   execute: (input: object, options: { signal: AbortSignal }) => unknown,
 * }} Tool
 * @typedef {{ name: string, title: string, description: string, inputSchema?: object, annotations: object,
 *   origin: string, window: Window }} Listed
 */

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** @param {unknown} value @returns {value is object} */
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

/**
 * @param {unknown} tool
 * @returns {Tool}
 */
function checked(tool) {
  if (!isObject(tool)) throw new TypeError('registerTool: the tool is not an object');
  const { name, title, description, inputSchema, annotations, execute } = /** @type {Partial<Tool>} */ (tool);
  if (name === undefined || description === undefined) throw new TypeError('registerTool: name and description are required');
  if (typeof execute !== 'function') throw new TypeError('registerTool: execute is not a function');
  if (inputSchema !== undefined && !isObject(inputSchema)) throw new TypeError('registerTool: inputSchema is not an object');
  if (!NAME.test(String(name))) throw new DOMException('Invalid tool name', 'InvalidStateError');
  if (String(description) === '') throw new DOMException('Description is required', 'InvalidStateError');
  return {
    name: String(name),
    title: title === undefined ? '' : String(title),
    description: String(description),
    // A copy, as the native one takes it: later changes by the page do not count.
    inputSchema: inputSchema && JSON.parse(JSON.stringify(inputSchema)),
    annotations: {
      consequentialHint: false, debugging: false, readOnlyHint: false, untrustedContentHint: false, ...annotations,
    },
    execute,
  };
}

/** @param {unknown} result */
function asText(result) {
  if (typeof result === 'string') return result === '' ? 'Operation succeeded' : result;
  return JSON.stringify(result) ?? 'undefined';
}

/** The polyfill's object. Its events are `toolchange`, `toolactivated` and `toolcancel`, as on the native one. */
export class ModelContext extends EventTarget {
  /** @type {Map<string, Tool>} */
  #tools = new Map();
  /** @type {Window} */
  #window;

  /** @param {Window} window */
  constructor(window) {
    super();
    this.#window = window;
  }

  /**
   * @param {Tool} tool
   * @param {{ signal?: AbortSignal }} [options]
   */
  async registerTool(tool, options = {}) {
    const entry = checked(tool);
    const { signal } = options;
    if (signal?.aborted) throw signal.reason;
    if (this.#tools.has(entry.name)) throw new DOMException('Duplicate tool name', 'InvalidStateError');
    this.#tools.set(entry.name, entry);
    signal?.addEventListener('abort', () => {
      if (this.#tools.get(entry.name) === entry) this.#tools.delete(entry.name);
      this.dispatchEvent(new Event('toolchange'));
    }, { once: true });
    queueMicrotask(() => this.dispatchEvent(new Event('toolchange')));
  }

  /** @returns {Promise<Listed[]>} */
  async getTools() {
    const names = [...this.#tools.keys()].sort();
    return names.flatMap((name) => {
      const tool = this.#tools.get(name);
      if (!tool) return [];
      const { title = '', description, inputSchema, annotations = {} } = tool;
      const origin = this.#window.location.origin;
      return [{ annotations, description, inputSchema, name, origin, title, window: this.#window }];
    });
  }

  /**
   * @param {{ name: string }} listed
   * @param {object} input
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<string>}
   */
  async executeTool(listed, input, options = {}) {
    if (!isObject(input)) throw new TypeError('executeTool: invalid input object: value is not an object');
    const tool = this.#tools.get(String(listed?.name));
    if (!tool) throw new DOMException('Tool not found', 'NotFoundError');
    const { signal } = options;
    if (signal?.aborted) throw signal.reason;
    const inner = new AbortController();
    this.#tell('toolactivated', tool.name);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        inner.abort();
        this.#tell('toolcancel', tool.name);
        reject(signal.reason);
      }, { once: true });
      // The thrown message stays inside, as natively: it may hold what the caller must not see.
      const failed = () => reject(new DOMException('Tool was executed but the invocation failed.', 'UnknownError'));
      try {
        Promise.resolve(tool.execute(JSON.parse(JSON.stringify(input)), { signal: inner.signal }))
          .then((result) => resolve(asText(result)))
          .catch(failed);
      } catch {
        failed();
      }
    });
  }

  /**
   * @param {string} type
   * @param {string} toolName
   */
  #tell(type, toolName) {
    this.dispatchEvent(Object.assign(new Event(type), { toolName }));
  }
}
