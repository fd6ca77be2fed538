/**
 * In the page: a kit over a link whose core is the test. What the kit posts is kept, what the test says is carried out.
 */
import { createCapture } from '../../../extension/page/capture.js';
import { NO_PROVIDER } from '../../../extension/page/far.js';
import { createKit } from '../../../extension/page/kit.js';

/** @import { Effect, Message, Outcome } from '../../../extension/page/types.js' */
/** @import { Act, Check } from '../../../extension/shared/protocol' */
/** @import { Capture } from '../../../extension/page/capture.js' */

/** @returns {Map<Element, ShadowRoot>} */
function closedRoots() {
  return /** @type {{ closedRoots?: Map<Element, ShadowRoot> }} */ (/** @type {unknown} */ (window)).closedRoots ?? new Map();
}

export class ScriptedCore {
  /** @type {Message[]} */
  posted = [];
  /** How often the kit connected. */
  connections = 0;
  /** Refuses connections while true. */
  broken = false;
  /** @type {import('../../../extension/page/types.js').Heard[]} */
  dialogsSaid = [];
  armed = 0;
  /** @type {import('../../../extension/shared/dialogs.js').How | undefined} */
  dialogsHow;
  /** What the kit waits for before it asks. @type {() => Promise<void> | void} */
  look = () => {};
  /** The page's code offers something. @type {(offer: import('../../../extension/page/types.js').Offer) => void} */
  offer = () => {};
  isUp = false;
  steps = 0;
  /** @type {Capture | undefined} */
  capture;
  /** @type {(effects: Effect[]) => void} */
  #tell = () => {};
  /** @type {() => void} */
  #down = () => {};
  /** @type {Set<() => void>} */
  #waiting = new Set();

  constructor() {
    const core = this;
    this.kit = createKit({
      document,
      window,
      capture: (of, options) => {
        // What chrome.dom gives an extension: closed shadow roots, here as far as the page put them into `closedRoots`.
        core.capture = createCapture(of, { ...options, openOrClosedShadowRoot: (el) => el.shadowRoot ?? closedRoots().get(el) ?? null });
        return core.capture;
      },
      dialogs: {
        arm: () => void (core.armed += 1),
        disarm: () => void (core.armed -= 1),
        take: () => core.dialogsSaid.splice(0),
        answer: (how) => void (core.dialogsHow = how),
      },
      provider: {
        ...NO_PROVIDER,
        look: () => core.look(),
        onOffer: (listener) => (core.offer = listener),
      },
      link: {
        post: (messages) => {
          if (core.broken) throw new Error('no core');
          if (!core.isUp) core.connections += 1;
          core.isUp = true;
          core.posted.push(...structuredClone(messages));
          for (const wake of core.#waiting) wake();
        },
        onEffects: (listener) => (core.#tell = listener),
        onDown: (listener) => (core.#down = listener),
        up: () => core.isUp,
        reset: () => core.down(),
      },
    });
  }

  /** @param {Effect[]} effects */
  say(...effects) {
    this.#tell(effects);
  }

  down() {
    this.isUp = false;
    this.#down();
  }

  /**
   * The next message of a kind after a place; waits for it.
   * @template {Message['kind']} K
   * @param {K} kind
   * @param {number} [from]
   * @returns {Promise<Extract<Message, { kind: K }>>}
   */
  async heard(kind, from = 0) {
    for (;;) {
      const found = this.posted.slice(from).find((message) => message.kind === kind);
      if (found) return /** @type {Extract<Message, { kind: K }>} */ (found);
      await new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }

  get doc() {
    return this.kit.doc;
  }

  /**
   * Begins a call and captures, so that handles are known.
   * @param {unknown} [input]
   */
  async call(input = { path: 'page' }) {
    const from = this.posted.length;
    const answer = this.kit.run(input);
    const { call } = await this.heard('request', from);
    if (!this.capture?.rev) this.say({ kind: 'capture', doc: this.doc, since: 0, closed: true });
    return { call, answer };
  }

  /**
   * The handle of an element, by a selector that may go into shadow roots and frames with `>>>`.
   * @param {string} selector
   */
  handle(selector) {
    return this.capture?.handleOf(find(selector)) ?? 0;
  }

  /**
   * @param {string} call
   * @param {string} selector empty for the document
   * @param {Act} act
   * @param {Check[]} [checks]
   * @returns {Effect & { kind: 'perform' }}
   */
  step(call, selector, act, checks = []) {
    this.steps += 1;
    const handle = selector ? this.handle(selector) : 0;
    return {
      kind: 'perform', doc: this.doc, frame: null, call, plan: `plan ${this.steps}`, parting: `done     step ${this.steps}`,
      step: { id: `${call}/${this.steps}`, target: { handle, checks }, act },
    };
  }

  /**
   * One whole call that performs one act.
   * @param {string} selector
   * @param {Act} act
   * @param {Check[]} [checks]
   * @returns {Promise<Outcome>}
   */
  async act(selector, act, checks = []) {
    const { call, answer } = await this.call();
    const from = this.posted.length;
    this.say(this.step(call, selector, act, checks));
    const { outcome } = await this.heard('outcome', from);
    this.say({ kind: 'answer', doc: this.doc, call, output: 'done', ok: true });
    await answer;
    return outcome;
  }

  /**
   * One whole call: an act, and what the page said until it was quiet.
   * @param {string} selector
   * @param {Act} act
   * @param {{ quiet?: number, most?: number }} [bounds]
   */
  async actAndSettle(selector, act, { quiet = 100, most = 3_000 } = {}) {
    const { call, answer } = await this.call();
    const from = this.posted.length;
    this.say(this.step(call, selector, act));
    const { outcome } = await this.heard('outcome', from);
    const began = performance.now();
    this.say({ kind: 'settle', doc: this.doc, call, quiet, most });
    const settled = await this.heard('settled', from);
    const took = performance.now() - began;
    this.say({ kind: 'answer', doc: this.doc, call, output: 'done', ok: true });
    await answer;
    return { outcome, settled, took };
  }
}

/**
 * @param {string} selector
 * @returns {Element}
 */
export function find(selector) {
  /** @type {Document | ShadowRoot} */
  let root = document;
  /** @type {Element | null} */
  let el = null;
  for (const part of selector.split('>>>')) {
    el = root.querySelector(part.trim());
    if (!el) throw new Error(`nothing is ${part}`);
    /** @type {Document | ShadowRoot | null | undefined} */
    const inner = el.shadowRoot ?? closedRoots().get(el) ?? /** @type {HTMLIFrameElement} */ (el).contentDocument;
    if (inner) root = inner;
  }
  if (!el) throw new Error('no selector');
  return el;
}
