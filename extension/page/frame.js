// The kit of a document in a frame that its page cannot read: it captures and performs for the page's core. It has no
// calls of its own, and says nothing before it is asked.
import { NO_DIALOGS } from '../shared/dialogs.js';
import { nonce } from './calls.js';
import { ring } from './doorbell.js';
import { Eyes } from './eyes.js';
import { failed } from './guard.js';
import { perform } from './perform.js';
import { busyParts, settled } from './settle.js';

/**
 * @typedef {import('./types.js').Effect} Effect
 * @typedef {import('./types.js').Outcome} Outcome
 */

/** Outcomes that are kept, so that a step that is asked for again is not done again. */
const OUTCOMES = 200;

export class FrameKit {
  doc = nonce();
  #nonce = nonce();
  #window;
  #link;
  #eyes;
  #busyBefore = 0;
  /** @type {Map<string, Promise<Outcome>>} by step */
  #done = new Map();
  /** Acts run one after the other. @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** Says of the act under way that it was done, once it has begun: its document goes because of it. */
  #leaves = () => {};

  /**
   * @param {{ window: Window & typeof globalThis, link: import('./types.js').Link, capture?: import('./types.js').CreateCapture }} options
   */
  constructor({ window, link, capture }) {
    this.#window = window;
    this.#link = link;
    this.#eyes = new Eyes({
      document: window.document,
      window,
      doc: this.doc,
      capture,
      dialogs: NO_DIALOGS,
      onFrame: (handle, heard) => this.#link.post([{ kind: 'located', doc: this.doc, handle, nonce: heard }]),
    });
    for (const type of ['beforeunload', 'pagehide']) window.addEventListener(type, () => this.#leaves(), { capture: true });
    link.onEffects((effects) => {
      for (const effect of effects) if (effect.doc === this.doc) this.#one(effect);
    });
  }

  /** Says that it is here, to the worker and to the page around it. */
  greet() {
    this.#link.post([{ kind: 'here', doc: this.doc, nonce: this.#nonce }]);
    ring(this.#window, this.#nonce);
  }

  stop() {
    this.#eyes.stop();
  }

  /** @param {import('./types.js').ToDo} effect */
  #one(effect) {
    if (effect.kind === 'capture') this.#link.post(this.#eyes.facts(effect.since, effect.closed));
    if (effect.kind === 'perform') void this.#perform(effect);
    if (effect.kind === 'settle') void this.#settle(effect);
  }

  /** @param {Extract<Effect, { kind: 'perform' }>} effect */
  async #perform({ call, step }) {
    const outcome = this.#done.get(step.id) ?? this.#act(call, step);
    this.#done.set(step.id, outcome);
    for (const id of this.#done.keys()) {
      if (this.#done.size <= OUTCOMES) break;
      this.#done.delete(id);
    }
    this.#tell(call, step.id, await outcome);
  }

  /** @param {string} call @param {string} step @param {Outcome} outcome */
  #tell(call, step, outcome) {
    this.#link.post([{ kind: 'outcome', doc: this.doc, call, step, outcome }]);
  }

  /**
   * @param {string} call
   * @param {import('./types.js').Step} step
   * @returns {Promise<Outcome>}
   */
  #act(call, step) {
    const act = this.#last.then(async () => {
      try {
        this.#busyBefore = busyParts(this.#window.document);
        this.#eyes.observer.mark();
        return await perform(step, this.#eyes.page, (run) => {
          this.#leaves = () => this.#tell(call, step.id, { kind: 'done', value: null, reverted: false });
          return run();
        });
      } catch (error) {
        return failed(error instanceof Error ? error.message : 'The act failed.');
      } finally {
        this.#leaves = () => {};
      }
    });
    this.#last = act;
    return act;
  }

  /** @param {Extract<Effect, { kind: 'settle' }>} effect */
  async #settle({ call, quiet, most }) {
    const eyes = this.#eyes;
    const { observer } = eyes;
    const place = observer.ear.place;
    const page = { document: this.#window.document, observer, leaving: () => false, over: () => false, busyBefore: this.#busyBefore };
    const isQuiet = await settled(page, quiet, most);
    const heard = observer.ear.after(place);
    this.#link.post([...eyes.facts(eyes.known), { kind: 'settled', doc: this.doc, call, quiet: isQuiet, heard, place: 0, leaving: null }]);
  }
}
