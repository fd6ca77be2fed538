// What a kit sees of its document: capture and observer as one. It starts with the first facts that are asked for.
import { createCapture } from './capture.js';
import { Doorbell } from './doorbell.js';
import { Observer } from './observe.js';
import { probe } from './probe.js';

/** @typedef {import('./types.js').FactsPart} FactsPart */

/**
 * @typedef {object} Options
 * @property {Document} document
 * @property {Window & typeof globalThis} window
 * @property {string} doc
 * @property {import('./types.js').CreateCapture} [capture]
 * @property {import('./types.js').Dialogs} dialogs
 * @property {import('./probe.js').Photograph} [camera]
 * @property {(handle: number, nonce: string) => void} onFrame A kit in a frame said its nonce; the frame element is known.
 */

export class Eyes {
  observer = new Observer();
  /** Revision that the present core has; 0 for none. */
  known = 0;
  #options;
  #doorbell = new Doorbell();
  /** @type {import('./types.js').Capture | undefined} */
  #captured;

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
    this.#doorbell.listen(options.window, () => this.#rung());
  }

  get capture() {
    if (!this.#captured) {
      const { observer } = this;
      const { document, doc, capture = createCapture } = this.#options;
      observer.start();
      this.#captured = capture(document, {
        doc,
        onRoot: (root) => {
          observer.watch(root);
          if ('defaultView' in root && root.defaultView) this.#doorbell.listen(root.defaultView, () => this.#rung());
        },
      });
      observer.onUnmasked = (element) => this.#captured?.markSecret(element);
    }
    return this.#captured;
  }

  /**
   * What changed since a revision, or all.
   * @param {number} since
   * @param {boolean} [closed] May closed shadow roots be read? As before where it is not said.
   * @returns {FactsPart[]}
   */
  facts(since, closed) {
    const { capture } = this;
    const other = closed !== undefined && capture.closed !== closed;
    if (closed !== undefined) capture.closed = closed;
    const dirty = this.observer.dirty();
    const delta = !other && since > 0 && since === capture.rev && dirty;
    const parts = delta ? capture.delta(dirty) : capture.full();
    this.known = capture.rev;
    this.#doorbell.fill();
    this.#rung();
    return parts.map(({ head, nodes, text }) => ({ kind: 'facts', head, nodes, text }));
  }

  /**
   * All of it, for a core that is new, where an earlier one has read the page. Closed shadow roots are left out until
   * this one says that they may be read.
   * @returns {FactsPart[]}
   */
  again() {
    if (!this.#captured) return [];
    try {
      return this.facts(0, false);
    } catch {
      // The core asks by itself, and hears then what is wrong.
      return [];
    }
  }

  /** What acts may use. @returns {import('./types.js').Page} */
  get page() {
    const { handleOf, elementOf, rawText, isSecret } = this.capture;
    const { dialogs, document, window } = this.#options;
    return { handleOf, elementOf, rawText, isSecret, dialogs, document, window };
  }

  /**
   * Dear facts.
   * @param {Extract<import('./types.js').Effect, { kind: 'probe' }>} effect
   * @param {import('./picture.js').Taken[]} kept Pictures of the call.
   */
  probe(effect, kept) {
    return probe(this.page, effect, this.#options.camera, kept);
  }

  stop() {
    this.observer.stop();
    this.#doorbell.stop();
  }

  /** Finds the frame elements of those who rang. Before the first facts there are none. */
  #rung() {
    const capture = this.#captured;
    if (!capture) return;
    const frames = capture.frames();
    this.#doorbell.answer((source) => {
      const frame = frames.find((element) => windowOf(element) === source);
      if (frame) return (nonce) => this.#options.onFrame(capture.handleOf(frame), nonce);
      return null;
    });
  }
}

/** @param {Element} frame @returns {unknown} */
function windowOf(frame) {
  return /** @type {HTMLIFrameElement} */ (frame).contentWindow;
}
