// Steps that are for a document in a frame, as the page's kit sees them: it has written the plan, lets the worker hand
// the step on, and waits for what came of it.
import { failed } from './guard.js';

/** @typedef {import('./types.js').Outcome} Outcome */

export class Relay {
  /** @type {Map<string, { call: string, end: (outcome: Outcome) => void }>} by step */
  #waiting = new Map();
  #post;

  /** @param {(call: string, step: string) => void} post Tells the worker that the step may go. */
  constructor(post) {
    this.#post = post;
  }

  /**
   * @param {string} call
   * @param {string} step
   * @returns {Promise<Outcome>}
   */
  send(call, step) {
    return new Promise((end) => {
      this.#waiting.set(step, { call, end });
      this.#post(call, step);
    });
  }

  /** A new core asks for a step that is under way. @param {string} step */
  again(step) {
    const waiting = this.#waiting.get(step);
    if (waiting) this.#post(waiting.call, step);
  }

  /** @param {string} step @param {Outcome} outcome */
  came(step, outcome) {
    this.#waiting.get(step)?.end(outcome);
    this.#waiting.delete(step);
  }

  /** A call is over: nobody waits any longer. @param {string} call */
  drop(call) {
    for (const [step, waiting] of this.#waiting) {
      if (waiting.call === call) this.came(step, failed('the frame did not say what came of it'));
    }
  }
}
