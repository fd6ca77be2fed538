/**
 * The provider: what the page's own code offers to agents (published objects, its tools), told to the core as
 * metadata, and done for the core step by step. It runs in the page's own script world, from the first call on.
 */
import { registryIn } from '../registry.js';
import { performApp, thrown } from './app.js';
import { describe, Numbers } from './describe.js';

/** @import { Registry } from '../registry.js' */
/** @import { Act, Input, Outcome } from '../protocol' */

/**
 * What the page offers, without the document's name, which only the kit knows.
 * @typedef {Omit<Extract<Input, { kind: 'published' }>, 'doc'> | Omit<Extract<Input, { kind: 'tools' }>, 'doc'>} Offer
 * @typedef {Extract<Act, { verb: 'appGet' | 'appSet' | 'appCall' | 'toolCall' }>} FarAct
 */

export class Provider {
  /** @type {Window & typeof globalThis} */
  #window;
  /** @type {(offer: Offer) => unknown} */
  #tell = () => {};
  /** @type {Registry | null} */
  #registry = null;
  #numbers = new Numbers();
  /** What was told of each name. @type {Map<string, Offer>} */
  #told = new Map();
  /** Names that changed since. @type {Set<string>} */
  #changed = new Set();

  /** @param {Window & typeof globalThis} window */
  constructor(window) {
    this.#window = window;
  }

  /** @param {(offer: Offer) => unknown} listener */
  onOffer(listener) {
    this.#tell = listener;
  }

  /** Looks for what the page offers now and tells what is new. */
  look() {
    const registry = registryIn(this.#window);
    if (registry && registry !== this.#registry) {
      this.#registry = registry;
      registry.onChange((name) => this.#noticed(name));
      for (const name of registry.entries.keys()) this.#changed.add(name);
    }
    this.#flush();
  }

  /** All that is offered, for a core that knows nothing. @returns {Offer[]} */
  get offers() {
    return [...this.#told.values()].filter((offer) => offer.kind !== 'published' || offer.node !== null);
  }

  /** @param {string} name */
  #noticed(name) {
    if (!name) return;
    if (this.#changed.size === 0) queueMicrotask(() => this.#flush());
    this.#changed.add(name);
  }

  #flush() {
    const registry = this.#registry;
    if (!registry) return;
    const names = [...this.#changed];
    this.#changed.clear();
    for (const name of names) {
      const entry = registry.entries.get(name);
      if (!entry) this.#numbers.forget(name);
      /** @type {Offer} */
      const offer = { kind: 'published', name, node: entry ? describe(entry, this.#numbers) : null };
      if (entry) this.#told.set(name, offer);
      else this.#told.delete(name);
      this.#tell(offer);
    }
  }

  /**
   * Does one step. Never rejects.
   * @param {FarAct} act
   * @param {AbortSignal} signal
   * @returns {Promise<Outcome>}
   */
  async perform(act, signal) {
    // A change that the app has just told of counts before what was asked.
    this.#flush();
    try {
      if (act.verb === 'toolCall') return { kind: 'failed', message: 'the page offers no such tool' };
      return { kind: 'done', value: await performApp(act, this.#numbers, signal), reverted: false };
    } catch (error) {
      return { kind: 'done', value: thrown(error), reverted: false };
    } finally {
      this.#flush();
    }
  }
}
