/**
 * What the content script wants of the page's own script world: JS dialogs during acts, and `call` for page-side agents
 * where the browser has no WebMCP. All that comes back is untrusted.
 */
import { offerChannel } from '../shared/channel.js';
import { isTooLarge } from '../shared/input.js';
import { Pace } from '../shared/pace.js';

/** @import { Channel } from '../shared/channel.js' */
/** @import { Absorb } from '../page/toolbox.js' */
/** @import { Heard, Outcome } from '../shared/protocol' */
/** @import { FarAct, Note, Offer } from '../shared/provider/provider.js' */

/** Characters of a dialog's text; dialogs that are kept. The other side keeps them too, but may be forged. */
const TEXT = 1_000;
const MOST = 20;
/** Names that are offered; what one offer may weigh, as text. The core has finer bounds. */
const OFFERS = 200;
const OFFER = 2_000_000;
/** A page that is busy for longer tells what it offers with the next call; one that did not answer gets less time then. */
const LOOK = 2_000;
const LOOK_AGAIN = 200;
/** What all of them may weigh: a page with more has no use for the rest, and the worker keeps a copy. */
const OFFERED = 8_000_000;
/** Milliseconds between two tellings of the page's tools to those who remember them. */
const VISIT = 400;

/** @typedef {(input: unknown, signal?: AbortSignal) => Promise<string>} Run */

/**
 * @typedef {object} Host
 * @property {Run | null} run Answers page-side agents; null where the browser itself has WebMCP.
 * @property {() => void} makeWay The page is about to register a tool of our name.
 * @property {Promise<Absorb>} absorb The person's setting.
 * @property {() => Promise<boolean>} able Can a core answer, so that the page's tools may be kept behind `call`?
 * @property {(act: Extract<FarAct, { verb: 'tabCall' }>, signal: AbortSignal) => Promise<Outcome>} elsewhere Uses what another tab has.
 * @property {(tools: unknown) => Promise<Record<string, number>>} visit Tells the page's tools to those who remember
 *   them; gives the generations of its collections.
 */

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
  /** Asked one at a time: a page may ask without end. @type {Promise<boolean> | null} */
  #isAble = null;
  /** @type {Promise<Absorb> | null} */
  #absorb = null;
  /** @type {Host['elsewhere']} */
  #elsewhere = async () => ({ kind: 'failed', message: 'no other tab can be reached from here' });
  /** @type {Host['visit']} */
  #visit = async () => ({});
  /** The page's tools as they were told last, where those who remember have not heard of it. @type {{ tools: unknown } | null} */
  #untold = null;
  #visiting = false;
  #visits = new Pace(() => {
    void this.#visited();
    return VISIT;
  });
  /** What the page's code offers and what it weighs, by kind and name. @type {Map<string, { offer: Offer, weight: number }>} */
  #offers = new Map();
  #weight = 0;
  /** @type {(offer: Offer | Note) => unknown} */
  #tell = () => {};
  /** Steps that the page's code does. @type {Map<number, (outcome: Outcome) => void>} */
  #steps = new Map();
  #lastStep = 0;
  /** Calls that the page's own script is about to make. */
  #inPage = 0;
  /** @type {Map<number, () => void>} */
  #looks = new Map();
  /** The last look was not answered in time. */
  #late = false;

  /**
   * @param {Window & typeof globalThis} window
   * @param {Host} host
   */
  open(window, { run, makeWay, absorb, able, elsewhere, visit }) {
    this.#elsewhere = elsewhere;
    this.#visit = visit;
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

  /** Is the call that has just come the page's own script's? It said so before it called. */
  takeInPage() {
    const said = this.#inPage > 0;
    if (said) this.#inPage -= 1;
    return said;
  }

  // What the kit wants of a provider (page/types.js).

  /** @param {(offer: Offer | Note) => unknown} listener */
  onOffer(listener) {
    this.#tell = listener;
  }

  /** Asks the other side to tell what is new, and waits until it has, or is late. */
  look() {
    const id = ++this.#lastStep;
    return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      const told = () => {
        clearTimeout(late);
        this.#looks.delete(id);
        resolve();
      };
      const late = setTimeout(() => {
        this.#late = true;
        told();
      }, this.#late ? LOOK_AGAIN : LOOK);
      this.#looks.set(id, told);
      if (!this.#channel?.send('look', { id })) told();
    });
  }

  /** @param {number} id */
  #looked(id) {
    this.#late = false;
    this.#looks.get(id)?.();
  }

  get offers() {
    return [...this.#offers.values()].map(({ offer }) => offer);
  }

  /**
   * @param {FarAct} act
   * @param {AbortSignal} signal
   * @returns {Promise<Outcome>}
   */
  perform(act, signal) {
    if (act.verb === 'tabCall') return this.#elsewhere(act, signal);
    const id = ++this.#lastStep;
    return new Promise((resolve) => {
      const done = (/** @type {Outcome} */ outcome) => {
        this.#steps.delete(id);
        resolve(outcome);
      };
      this.#steps.set(id, done);
      signal.addEventListener('abort', () => {
        this.#channel?.send('stop', { id });
        done({ kind: 'failed', message: 'the call is over' });
      });
      if (!this.#channel?.send('perform', { id, act })) done({ kind: 'failed', message: "the page's own code cannot be reached" });
    });
  }

  /**
   * @param {unknown} body
   */
  #offered(body) {
    const said = offerOf(body);
    if (!said) return;
    const { offer, weight } = said;
    if (offer.kind === 'note') {
      this.#tell(offer);
      return;
    }
    const name = offer.kind === 'published' ? `published ${offer.name}` : offer.kind;
    const before = this.#offers.get(name);
    const after = this.#weight - (before?.weight ?? 0) + weight;
    const gone = offer.kind === 'published' && offer.node === null;
    if (!gone && (after > OFFERED || (!before && this.#offers.size >= OFFERS))) return;
    if (gone) this.#offers.delete(name);
    else this.#offers.set(name, { offer, weight });
    this.#weight = gone ? this.#weight - (before?.weight ?? 0) : after;
    this.#tell(offer);
  }

  /** One telling at a time, and of what came meanwhile the last. */
  async #visited() {
    if (this.#visiting || !this.#untold) return;
    const { tools } = this.#untold;
    this.#untold = null;
    this.#visiting = true;
    try {
      this.#channel?.send('generations', await this.#visit(tools));
    } finally {
      this.#visiting = false;
      if (this.#untold) this.#visits.ask();
    }
  }

  /**
   * @param {string} kind
   * @param {unknown} body
   */
  #receive(kind, body) {
    if (kind === 'offer') this.#offered(body);
    if (kind === 'taken' && this.#run) this.#channel?.send('register');
    if (kind === 'taken') void this.#absorb?.then((mode) => this.#channel?.send('absorb', mode));
    if (kind === 'able') void (this.#isAble ??= this.#able().finally(() => (this.#isAble = null))).then((able) => this.#channel?.send('able', able));
    if (kind === 'makeWay') this.#makeWay();
    if (kind === 'inPage') this.#inPage += 1;
    if (kind === 'visit') {
      this.#untold = { tools: body };
      this.#visits.ask();
    }
    if (kind === 'heard' && Array.isArray(body)) this.#heard.push(...body.slice(0, MOST - this.#heard.length).flatMap(heardOf));
    if (typeof body !== 'object' || body === null || !('id' in body) || typeof body.id !== 'number') return;
    if (kind === 'call') void this.#call(body.id, 'input' in body ? body.input : {});
    if (kind === 'looked') this.#looked(body.id);
    if (kind === 'cancel') this.#calls.get(body.id)?.abort();
    if (kind === 'performed' && 'outcome' in body) this.#steps.get(body.id)?.(outcomeOf(body.outcome));
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
  return [{ from, text: text.slice(0, TEXT).toWellFormed(), at: Date.now(), closed: false }];
}

/**
 * An offer whose outside is right; the core checks what it says.
 * @param {unknown} body
 * @returns {{ offer: Offer | Note, weight: number } | null}
 */
function offerOf(body) {
  if (typeof body !== 'object' || body === null) return null;
  const { kind, name, node, tools, text } = /** @type {Record<string, unknown>} */ (body);
  if (kind === 'note') return typeof text === 'string' ? { offer: { kind, text: text.slice(0, TEXT).toWellFormed() }, weight: 0 } : null;
  const value = /** @type {import('../shared/protocol').JsonValue} */ (kind === 'tools' ? tools : node);
  if (isTooLarge(value)) return null;
  const weight = JSON.stringify(value)?.length ?? 0;
  if (weight > OFFER) return null;
  if (kind === 'tools') return { offer: { kind, tools: value }, weight };
  return kind === 'published' && typeof name === 'string' ? { offer: { kind, name: name.slice(0, 200), node: value ?? null }, weight } : null;
}

/**
 * What the page's code says came of a step: done with something, or failed.
 * @param {unknown} said
 * @returns {Outcome}
 */
function outcomeOf(said) {
  const { kind, value, message } = /** @type {Record<string, unknown>} */ (typeof said === 'object' && said !== null ? said : {});
  if (kind === 'done' && !isTooLarge(value)) {
    return { kind, value: /** @type {import('../shared/protocol').JsonValue} */ (value ?? null), reverted: false };
  }
  return { kind: 'failed', message: typeof message === 'string' ? message.slice(0, TEXT) : "the page's own code gave no answer that can be read" };
}
