/**
 * Steps that the core wants done in a frame, until they are: each goes to the frame's kit as the core made it, once the
 * kit of the call has written its plan, and what came of it goes to that kit alone. It must never take a step from a kit.
 */

/** @import { Effect } from '../shared/protocol' */

/** @typedef {Extract<Effect, { kind: 'perform' }>} Perform */

/** Steps under way; a call has one at a time. */
const MOST = 1_000;

export class Relays {
  /** @type {Map<string, Perform>} by step */
  #steps = new Map();

  /** @param {Perform} effect */
  note(effect) {
    if (effect.frame === null) return;
    this.#steps.set(effect.step.id, effect);
    for (const step of this.#steps.keys()) {
      if (this.#steps.size <= MOST) break;
      this.#steps.delete(step);
    }
  }

  /**
   * A step of this document's calls.
   * @param {string} step
   * @param {string} doc
   * @returns {Perform | null}
   */
  of(step, doc) {
    const effect = this.#steps.get(step);
    return effect?.doc === doc ? effect : null;
  }

  /**
   * A frame's kit has done a step.
   * @param {string} step
   * @param {string} frame
   * @returns {Perform | null}
   */
  done(step, frame) {
    const effect = this.#steps.get(step);
    if (effect?.frame !== frame) return null;
    this.#steps.delete(step);
    return effect;
  }

  /**
   * A document went away.
   * @param {string} doc
   * @returns {Perform[]} Steps that nobody will do any more.
   */
  drop(doc) {
    const lost = [...this.#steps.values()].filter((effect) => effect.frame === doc || effect.doc === doc);
    for (const { step } of lost) this.#steps.delete(step.id);
    return lost.filter((effect) => effect.frame === doc);
  }
}
