/**
 * JS dialogs while an act of a call runs: they would freeze the page and hang the call, so they are answered at once
 * (`confirm` and `prompt` are dismissed unless an act said otherwise) and what they said is kept. At other times the person gets them as always.
 * It must never leave a dialog answered when no act runs.
 */

/** @import { Heard } from './protocol' */

/** Characters of a dialog's text that are kept. */
const TEXT = 1_000;

/** Dialogs kept per act; a page may ask in a loop. */
const MOST = 20;

/** An act is over by then; were its end lost, the person would get no dialogs any more. */
const ARMED_MS = 30_000;

/** @typedef {{ accept: boolean, text: string | null }} How Dismissed unless `accept`; `text` is for prompts. */
/** @typedef {{ alert: typeof alert, confirm: typeof confirm, prompt: typeof prompt, frames: ArrayLike<unknown> }} DialogWindow */

/** Where nobody answers dialogs. @type {import('../page/types.js').Dialogs} */
export const NO_DIALOGS = { arm() {}, disarm() {}, take: () => [], answer() {} };

export class Dialogs {
  /** @type {DialogWindow} */
  #window;
  /** @type {WeakSet<object>} */
  #wrapped = new WeakSet();
  /** @type {Heard[]} */
  #heard = [];
  /** Acts that run, with the time at which each must be over. @type {number[]} */
  #armed = [];
  /** @type {How} */
  #how = { accept: false, text: null };

  /** @param {Window} window Of the script world in which the page's own code runs. */
  constructor(window) {
    this.#window = /** @type {DialogWindow} */ (/** @type {unknown} */ (window));
  }

  /**
   * How dialogs are answered from now on.
   * @param {How} how
   */
  answer({ accept, text }) {
    this.#how = { accept: accept === true, text: typeof text === 'string' ? text : null };
  }

  /** From now on dialogs are answered. Counts: as many `disarm` as `arm`. */
  arm() {
    this.#armed.push(Date.now() + ARMED_MS);
    this.wrap();
  }

  /** Its act is over: the person gets them again. */
  disarm() {
    this.#armed.shift();
  }

  /** Whoever acted is gone. */
  reset() {
    this.#armed = [];
    this.#heard = [];
    this.#how = { accept: false, text: null };
  }

  /**
   * What was said since the last time.
   * @returns {Heard[]}
   */
  take() {
    return this.#heard.splice(0);
  }

  /** @returns {boolean} */
  #answers() {
    const now = Date.now();
    this.#armed = this.#armed.filter((until) => until > now);
    return this.#armed.length > 0;
  }

  /** Wraps the dialogs of the window and of its frames of the same origin, each once. */
  wrap() {
    this.#wrapWindow(this.#window, 0);
  }

  /**
   * @param {DialogWindow} window
   * @param {number} depth
   */
  #wrapWindow(window, depth) {
    try {
      if (!this.#wrapped.has(window)) {
        const { alert, confirm, prompt } = window;
        this.#replace(window, 'alert', alert, () => undefined);
        this.#replace(window, 'confirm', confirm, () => this.#how.accept);
        this.#replace(window, 'prompt', prompt, (suggested) => (this.#how.accept ? (this.#how.text ?? textOf(suggested)) : null));
        this.#wrapped.add(window);
      }
      for (let at = 0; at < window.frames.length && depth < 5; at++) {
        this.#wrapWindow(/** @type {DialogWindow} */ (window.frames[at]), depth + 1);
      }
    } catch {
      // A frame of another origin: its dialogs cannot be reached from here.
    }
  }

  /**
   * @param {DialogWindow} window
   * @param {'alert' | 'confirm' | 'prompt'} name
   * @param {Function} original
   * @param {(suggested: unknown) => unknown} answer
   */
  #replace(window, name, original, answer) {
    const dialogs = this;
    // A method, so that it is no constructor, like the original.
    const { [name]: replacement } = {
      /** @param {unknown[]} args */
      [name](...args) {
        if (!dialogs.#answers()) return Reflect.apply(original, window, args);
        if (dialogs.#heard.length < MOST) dialogs.#heard.push({ from: `js:${name}`, text: textOf(args[0]), at: Date.now(), closed: false });
        return answer(args[1]);
      },
    };
    Object.defineProperty(window, name, { value: replacement, configurable: true, enumerable: true, writable: true });
  }
}

/**
 * @param {unknown} message
 * @returns {string}
 */
function textOf(message) {
  try {
    return (message === undefined ? '' : String(message)).slice(0, TEXT).toWellFormed();
  } catch {
    return '';
  }
}
