/**
 * A kit's link to the service worker: connects when there is something to say, one message a turn, and notices when the
 * other end is gone. It must never read what it carries.
 */
import { isEnvelope, PORT, PROBE, REPLY_MS, VERSION } from '../shared/wire.js';

/** @import { Message, ToDo } from '../page/types.js' */
/** @import { ToWorker } from '../shared/wire.js' */

/**
 * The part of `chrome.runtime.Port` that is used.
 * @typedef {object} PortLike
 * @property {(message: ToWorker) => void} postMessage
 * @property {() => void} disconnect
 * @property {{ addListener(listener: (message: unknown) => void): void }} onMessage
 * @property {{ addListener(listener: () => void): void }} onDisconnect
 */

/** Bytes of facts in one message (platform.md: 1 MB takes 11 to 25 ms, 4 MB block both ends for 43). */
const BATCH_BYTES = 1 << 20;

export class PortLink {
  /** @type {(name: string) => PortLike} */
  #connect;
  /** @type {PortLike | null} */
  #port = null;
  /** @type {Message[]} What goes out at the end of this turn. */
  #turn = [];
  /** Do bytes arrive as bytes? Known once the worker is ready. */
  #typed = true;
  #lastId = 0;
  /** @type {Map<number, ReturnType<typeof setTimeout>>} Deadlines of what was not replied to yet. */
  #unanswered = new Map();
  /** @type {Array<(effects: ToDo[]) => void>} */
  #effectListeners = [];
  /** @type {Array<() => void>} */
  #downListeners = [];

  /** @param {(name: string) => PortLike} connect Throws where the extension is gone. */
  constructor(connect) {
    this.#connect = connect;
  }

  /** @param {(effects: ToDo[]) => void} listener */
  onEffects(listener) {
    this.#effectListeners.push(listener);
  }

  /** @param {() => void} listener */
  onDown(listener) {
    this.#downListeners.push(listener);
  }

  /** Is there a connection? @returns {boolean} */
  up() {
    return this.#port !== null;
  }

  /**
   * Sends messages, connecting first where needed. Throws where the extension is gone.
   * @param {Message[]} messages
   */
  post(messages) {
    if (messages.length === 0) return;
    this.#port ??= this.#open();
    this.#turn.push(...messages);
    if (this.#turn.length === messages.length) queueMicrotask(() => this.#flush());
  }

  /** Gives the connection up, as it may be dead without knowing it. */
  reset() {
    if (this.#port) this.#down(this.#port);
  }

  /** @returns {PortLike} */
  #open() {
    const port = this.#connect(PORT);
    port.onMessage.addListener((message) => {
      if (port === this.#port) this.#receive(message);
    });
    port.onDisconnect.addListener(() => this.#down(port));
    this.#send(port, { v: VERSION, id: ++this.#lastId, kind: 'hello', body: { probe: PROBE } });
    return port;
  }

  #flush() {
    const turn = this.#turn.splice(0);
    for (const messages of batches(this.#typed ? turn : turn.map(plain))) {
      if (this.#port) this.#send(this.#port, { v: VERSION, id: ++this.#lastId, kind: 'inputs', body: { messages } });
    }
  }

  /**
   * @param {PortLike} port
   * @param {ToWorker} message
   */
  #send(port, message) {
    this.#unanswered.set(message.id, setTimeout(() => this.#down(port), REPLY_MS));
    try {
      port.postMessage(message);
    } catch {
      // The port closed a moment ago, or the message is too large for it: either way the other end has not got it.
      queueMicrotask(() => this.#down(port));
    }
  }

  /** @param {unknown} message */
  #receive(message) {
    if (!isEnvelope(message)) return;
    clearTimeout(this.#unanswered.get(message.id));
    this.#unanswered.delete(message.id);
    const { body } = message;
    if (message.kind === 'ready' && 'typed' in body) this.#typed = body.typed === true;
    if (message.kind === 'fault') console.error('Onecall: the worker refused a message', body);
    if (message.kind !== 'effects' || !('effects' in body) || !Array.isArray(body.effects)) return;
    for (const listener of this.#effectListeners) listener(/** @type {ToDo[]} */ (body.effects));
  }

  /** @param {PortLike} port */
  #down(port) {
    if (port !== this.#port) return;
    this.#port = null;
    this.#turn.length = 0;
    for (const timer of this.#unanswered.values()) clearTimeout(timer);
    this.#unanswered.clear();
    port.disconnect();
    for (const listener of this.#downListeners) listener();
  }
}

/**
 * The messages of a turn as they are sent: together, except that large facts go one by one, so that the worker reads
 * the first while the next is still on its way.
 * @param {Message[]} messages
 * @returns {Message[][]}
 */
function batches(messages) {
  /** @type {Message[][]} */
  const all = [];
  let room = 0;
  for (const message of messages) {
    const size = message.kind === 'facts' ? message.nodes.length * 4 + message.text.length * 2 : 0;
    if (all.length === 0 || size > room) {
      all.push([]);
      room = BATCH_BYTES;
    }
    all.at(-1)?.push(message);
    room -= size;
  }
  return all;
}

/**
 * The message without typed arrays.
 * @param {Message} message
 * @returns {Message}
 */
function plain(message) {
  if (message.kind !== 'facts') return message;
  return { ...message, nodes: /** @type {Uint32Array} */ (/** @type {unknown} */ (Array.from(message.nodes))) };
}
