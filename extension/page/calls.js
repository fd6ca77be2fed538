// Open calls: what the kit keeps of each until it is answered. A call ends exactly once.
import { wellFormed } from './text.js';
import { isTooLarge } from '../shared/input.js';

/** @typedef {import('./types.js').Effect} Effect */
/** @typedef {Extract<Effect, { kind: 'perform' }>} Perform */

/** Largest input that is taken in, as JSON text. The core has finer bounds; this one keeps messages small. */
const MOST_INPUT = 8_000_000;

/** What a call may take where it does not say, in seconds (design.md §4). */
const TIMEOUT = 20;
const MOST_TIMEOUT = 3_600;

/** Operations that are kept for a person's answer; the core asks about fewer at once (limits.rs, PENDING). */
const MOST_HELD = 20;

/** A name for a document. Not `randomUUID`, which plain http pages do not have. */
export function nonce() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('');
}

/**
 * The agent's input as plain JSON, or nothing where it is none.
 * @param {unknown} input
 * @returns {{ value: unknown } | undefined}
 */
export function plainInput(input) {
  try {
    const text = JSON.stringify(input ?? {}) ?? '{}';
    if (text.length > MOST_INPUT) return undefined;
    const value = JSON.parse(text);
    return isTooLarge(value) ? undefined : { value };
  } catch {
    return undefined;
  }
}

/**
 * How it was called. `look`: by the reading tool, so that the core refuses what acts; `waits`: by the page's own script,
 * which goes with the document.
 * @typedef {{ look?: boolean, waits?: boolean }} How
 */

/** One open call. */
export class Call {
  /** @type {import('./types.js').Journal} */
  journal = { plan: '', outcomes: [] };
  /** What to answer when the document goes; from the last `perform`. */
  parting = '';
  /** Has any step been tried? */
  acted = false;
  cancelled = false;
  /** Was the document about to leave when it came? Then it waits for no navigation: that is not its own. */
  late = false;
  /** Has the core heard of it? */
  sent = false;
  over = false;
  /** Are JS dialogs answered for it? */
  armed = false;
  /** Pictures that go beside its answer. @type {import('./picture.js').Taken[]} */
  pictures = [];
  /** When it came (`Date.now()`). */
  began = Date.now();
  /** When it has to be over at the latest (`Date.now()`). */
  due = 0;
  /** @type {Set<number>} */
  timers = new Set();
  /** @type {Set<string>} ids of steps waiting or being done */
  pending = new Set();
  /** @type {Perform[]} */
  #work = [];
  /** @type {(() => void) | undefined} */
  #wake;
  /** @type {(output: string) => void} */
  #resolve = () => {};

  /**
   * @param {string} id
   * @param {unknown} input
   * @param {How} [how]
   */
  constructor(id, input, { look = false, waits = false } = {}) {
    this.id = id;
    this.input = input;
    this.look = look;
    this.waits = waits;
    /** @type {Promise<string>} */
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /**
   * @param {Perform} effect
   * @returns {boolean} False where it waits or runs already: its outcome will come.
   */
  push(effect) {
    if (this.pending.has(effect.step.id)) return false;
    this.pending.add(effect.step.id);
    this.#work.push(effect);
    this.#wake?.();
    return true;
  }

  /**
   * The next thing to perform, or nothing when the call is over.
   * @returns {Promise<Perform | undefined>}
   */
  async next() {
    while (!this.over && this.#work.length === 0) {
      await new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
        this.#wake = resolve;
      });
    }
    return this.over ? undefined : this.#work.shift();
  }

  /** The same call again, for faults that say to try again. @returns {Record<string, unknown>} */
  get again() {
    return typeof this.input === 'object' && this.input !== null ? /** @type {Record<string, unknown>} */ (this.input) : {};
  }

  /** Seconds it may take. */
  get seconds() {
    const asked = Number(/** @type {{ timeout?: unknown }} */ (this.input)?.timeout);
    return asked > 0 ? Math.min(asked, MOST_TIMEOUT) : TIMEOUT;
  }

  /** What was done so far, in words. */
  get did() {
    const done = this.journal.outcomes.filter(([, outcome]) => outcome.kind === 'done').length;
    if (done) return `${done} step${done === 1 ? ' was' : 's were'} done.`;
    return this.acted ? 'A step was begun; read the page to see what it did.' : 'Nothing was done.';
  }

  /** @param {string} output */
  end(output) {
    if (this.over) return;
    this.over = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.#resolve(wellFormed(output) || 'fault internal  The answer was empty.');
    this.#wake?.();
  }

  /** What a new core needs of this call. Absent where nothing was begun. */
  get kept() {
    return this.journal.plan || this.journal.outcomes.length ? this.journal : null;
  }
}

/** Operations that wait for a person. Each is given out once. */
export class Held {
  /** @type {Map<string, unknown>} */
  #inputs = new Map();

  get size() {
    return this.#inputs.size;
  }

  /**
   * @param {string} id
   * @param {unknown} input
   */
  keep(id, input) {
    this.#inputs.set(id, input);
    // The core has no more requests open in one document.
    for (const old of this.#inputs.keys()) {
      if (this.#inputs.size <= MOST_HELD) break;
      this.#inputs.delete(old);
    }
  }

  /**
   * @param {string} id
   * @param {(input: unknown) => void} run
   */
  take(id, run) {
    if (!this.#inputs.has(id)) return;
    const input = this.#inputs.get(id);
    this.#inputs.delete(id);
    run(input);
  }
}

/**
 * An answer with pictures beside it, as MCP has it: a text and images.
 * @param {string} text
 * @param {import('./picture.js').Taken[]} pictures
 * @returns {string}
 */
export function withPictures(text, pictures) {
  if (pictures.length === 0) return text;
  const images = pictures.map(({ data, mimeType }) => ({ type: 'image', data, mimeType }));
  return JSON.stringify({ content: [{ type: 'text', text }, ...images] });
}
