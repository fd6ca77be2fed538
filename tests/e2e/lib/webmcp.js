/**
 * An agent on the browser's side: lists a page's WebMCP tools and invokes them over CDP, as real clients do.
 * It never touches the page's own script world.
 */
import { PATIENCE } from './browser.js';

/** @import { CDPSession, Page } from 'playwright-core' */

/**
 * @typedef {{ name: string, description: string, inputSchema?: unknown, annotations?: Record<string, unknown>, frameId: string }} Tool
 * @typedef {{ status: 'Completed' | 'Canceled' | 'Error', output: unknown, error: string | null }} Response
 */

/**
 * What the protocol sends; playwright's own list does not have this domain yet.
 * @typedef {object} WebMcpSession
 * @property {(method: string, params?: object) => Promise<Record<string, unknown>>} send
 * @property {(event: string, listener: (payload: never) => void) => void} on
 * @property {() => Promise<void>} detach
 */

/** The browser's side of one page. */
export class Agent {
  /** @type {Map<string, Tool>} By frame and name. */
  #tools = new Map();
  /** @type {Set<() => void>} */
  #watchers = new Set();
  /** @type {Map<string, Response>} */
  #responses = new Map();
  /** @type {string[]} Names in the order in which they were added, removals as `-name`. */
  history = [];

  /**
   * @param {WebMcpSession} session
   */
  constructor(session) {
    this.session = session;
    session.on('WebMCP.toolsAdded', (/** @type {{ tools: Tool[] }} */ event) => {
      for (const tool of event.tools) {
        this.#tools.set(`${tool.frameId} ${tool.name}`, tool);
        this.history.push(tool.name);
      }
      this.#wake();
    });
    session.on('WebMCP.toolsRemoved', (/** @type {{ tools: Tool[] }} */ event) => {
      for (const tool of event.tools) {
        this.#tools.delete(`${tool.frameId} ${tool.name}`);
        this.history.push(`-${tool.name}`);
      }
      this.#wake();
    });
    session.on('WebMCP.toolResponded', (/** @type {Record<string, unknown>} */ event) => {
      const status = /** @type {Response['status']} */ (event.status);
      const error = /** @type {string | undefined} */ (event.errorText) ?? null;
      this.#responses.set(String(event.invocationId), { status, output: event.output, error });
      this.#wake();
    });
    // No `toolsRemoved` comes for a document that was navigated away (platform.md), so its tools go here.
    session.on('Page.frameNavigated', (/** @type {{ frame: { id: string, parentId?: string }, type: string }} */ event) => {
      if (event.type === 'BackForwardCacheRestore') return;
      for (const key of [...this.#tools.keys()]) if (key.startsWith(`${event.frame.id} `)) this.#tools.delete(key);
      this.#wake();
    });
  }

  /** The tools that are there now. @returns {Tool[]} */
  get tools() {
    return [...this.#tools.values()];
  }

  #wake() {
    for (const watcher of [...this.#watchers]) watcher();
  }

  /**
   * Waits until `look` gives something.
   * @template T
   * @param {string} what For the message.
   * @param {() => T | undefined} look
   * @returns {Promise<T>}
   */
  until(what, look) {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        this.#watchers.delete(check);
        resolve(found);
      };
      const timer = setTimeout(() => {
        this.#watchers.delete(check);
        reject(new Error(`waited in vain for ${what}; tools: ${this.tools.map((tool) => tool.name).join(', ') || 'none'}`));
      }, PATIENCE);
      this.#watchers.add(check);
      check();
    });
  }

  /**
   * Waits for a tool.
   * @param {string} [name]
   * @returns {Promise<Tool>}
   */
  tool(name = 'call') {
    return this.until(`the tool ${name}`, () => this.tools.find((tool) => tool.name === name));
  }

  /**
   * Begins an invocation.
   * @param {object} [input]
   * @param {string} [name]
   * @returns {Promise<{ id: string, response: Promise<Response>, cancel: () => Promise<void> }>}
   */
  async begin(input = {}, name = 'call') {
    const tool = await this.tool(name);
    const begun = await this.session.send('WebMCP.invokeTool', { frameId: tool.frameId, toolName: name, input });
    const id = String(begun.invocationId);
    const response = this.until(`the answer of ${name}(${JSON.stringify(input)})`, () => this.#responses.get(id));
    // Whoever begins a call may never look at its answer, e.g. when the page is closed.
    response.catch(() => {});
    return {
      id,
      response,
      cancel: async () => void (await this.session.send('WebMCP.cancelInvocation', { invocationId: id })),
    };
  }

  /**
   * Invokes and gives the answer's text.
   * @param {object} [input]
   * @param {string} [name]
   * @returns {Promise<string>}
   */
  async call(input = {}, name = 'call') {
    const { response } = await this.begin(input, name);
    const { status, output, error } = await response;
    if (status !== 'Completed') throw new Error(`${name} ended as ${status}: ${error ?? ''}`);
    return typeof output === 'string' ? output : JSON.stringify(output);
  }
}

/** @type {WeakMap<Page, Promise<Agent>>} */
const agents = new WeakMap();

/**
 * The agent of a page; one per page.
 * @param {Page} page
 * @returns {Promise<Agent>}
 */
export function agent(page) {
  let found = agents.get(page);
  if (!found) {
    found = attach(page);
    agents.set(page, found);
  }
  return found;
}

/**
 * @param {Page} page
 * @returns {Promise<Agent>}
 */
async function attach(page) {
  const cdp = await page.context().newCDPSession(page);
  const session = /** @type {WebMcpSession} */ (/** @type {unknown} */ (cdp));
  const made = new Agent(session);
  await session.send('Page.enable');
  await session.send('WebMCP.enable');
  return made;
}

/**
 * Invokes `call` on a page and gives what the agent reads.
 * @param {Page} page
 * @param {object} [input]
 * @returns {Promise<string>}
 */
export async function invoke(page, input = {}) {
  return (await agent(page)).call(input);
}
