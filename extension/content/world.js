/**
 * What the content script wants of the page's own script world: JS dialogs during acts, and `call` for page-side agents
 * where the browser has no WebMCP. All that comes back is untrusted.
 */
import { offerChannel } from '../shared/channel.js';

/** @import { Channel } from '../shared/channel.js' */
/** @import { Absorb } from '../page/toolbox.js' */
/** @import { Heard } from '../shared/protocol' */

/** Characters of a dialog's text; dialogs in one report. The other side keeps them too, but may be forged. */
const TEXT = 1_000;
const MOST = 20;

/** @typedef {(input: unknown, signal?: AbortSignal) => Promise<string>} Run */

export class MainWorld {
  /** @type {Channel | null} */
  #channel = null;
  /** @type {Heard[]} */
  #heard = [];
  /** @type {Map<number, AbortController>} */
  #calls = new Map();
  /** @type {Run | null} */
  #run = null;
  #makeWay = () => {};
  /** @type {() => Promise<boolean>} */
  #able = async () => false;
  /** @type {Promise<Absorb> | null} */
  #absorb = null;

  /**
   * @param {Window & typeof globalThis} window
   * @param {object} host
   * @param {Run | null} host.run Answers page-side agents; null where the browser itself has WebMCP.
   * @param {() => void} host.makeWay The page is about to register a tool of our name.
   * @param {Promise<Absorb>} host.absorb The person's setting.
   * @param {() => Promise<boolean>} host.able Can a core answer, so that the page's tools may be kept behind `call`?
   */
  open(window, { run, makeWay, absorb, able }) {
    this.#run = run;
    this.#makeWay = makeWay;
    this.#absorb = absorb;
    this.#able = able;
    this.#channel = offerChannel(window, (kind, body) => this.#receive(kind, body));
  }

  close() {
    this.#channel?.send('bye');
    this.#channel = null;
  }

  /** Dialogs are answered from now on. */
  arm() {
    this.#channel?.send('arm');
  }

  /** The person gets them again. */
  disarm() {
    this.#channel?.send('disarm');
  }

  /**
   * How they are answered.
   * @param {import('../shared/dialogs.js').How} how
   */
  answer(how) {
    this.#channel?.send('answerAs', how);
  }

  /** @returns {Heard[]} What was said since the last time. */
  take() {
    this.#channel?.send('heard');
    return this.#heard.splice(0);
  }

  /**
   * @param {string} kind
   * @param {unknown} body
   */
  #receive(kind, body) {
    if (kind === 'taken' && this.#run) this.#channel?.send('register');
    if (kind === 'taken') void this.#absorb?.then((mode) => this.#channel?.send('absorb', mode));
    if (kind === 'able') void this.#able().then((able) => this.#channel?.send('able', able));
    if (kind === 'makeWay') this.#makeWay();
    if (kind === 'heard' && Array.isArray(body)) this.#heard.push(...body.slice(0, MOST).flatMap(heardOf));
    if (typeof body !== 'object' || body === null || !('id' in body) || typeof body.id !== 'number') return;
    if (kind === 'call') void this.#call(body.id, 'input' in body ? body.input : {});
    if (kind === 'cancel') this.#calls.get(body.id)?.abort();
  }

  /**
   * @param {number} id
   * @param {unknown} input
   */
  async #call(id, input) {
    if (!this.#run || this.#calls.has(id)) return;
    const controller = new AbortController();
    this.#calls.set(id, controller);
    const output = await this.#run(input, controller.signal);
    this.#calls.delete(id);
    this.#channel?.send('answer', { id, output });
  }
}

/**
 * @param {unknown} said
 * @returns {Heard[]}
 */
function heardOf(said) {
  if (typeof said !== 'object' || said === null) return [];
  const { from, text } = /** @type {Record<string, unknown>} */ (said);
  if (typeof text !== 'string' || (from !== 'js:alert' && from !== 'js:confirm' && from !== 'js:prompt')) return [];
  return [{ from, text: text.slice(0, TEXT).toWellFormed(), at: Date.now() }];
}
