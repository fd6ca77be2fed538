/**
 * The provider: what the page's own code offers to agents (published objects, its tools), told to the core as
 * metadata, and done for the core step by step. It runs in the page's own script world, from the first call on.
 */
import { Pace } from '../pace.js';
import { registryIn } from '../registry.js';
import { performApp, thrown } from './app.js';
import { describe, Numbers } from './describe.js';
import { ToolOffers } from './tools.js';

/** @import { Entry, Registry } from '../registry.js' */
/** @import { Act, Input, Outcome } from '../protocol' */

/**
 * What the page offers, without the document's name, which only the kit knows.
 * @typedef {Omit<Extract<Input, { kind: 'published' }>, 'doc'> | Omit<Extract<Input, { kind: 'tools' }>, 'doc'>} Offer
 * @typedef {Extract<Act, { verb: 'appGet' | 'appSet' | 'appCall' | 'toolCall' | 'tabCall' }>} FarAct
 * @typedef {{ kind: 'note', text: string }} Note What the app wants said with the next answer.
 */

/** Milliseconds after which changes are described again: an app may change at every frame, and more often. */
const REST = 30;

export class Provider {
  /** @type {Window & typeof globalThis} */
  #window;
  /** @type {(offer: Offer | Note) => unknown} */
  #tell = () => {};
  /** @type {Registry | null} */
  #registry = null;
  #numbers = new Numbers();
  /** What was told of each name. @type {Map<string, Offer>} */
  #told = new Map();
  /** Names that changed since. @type {Set<string>} */
  #changed = new Set();
  #pace = new Pace(() => {
    this.#flush();
    return REST;
  });

  /** The page's tools; nothing where they cannot be seen. @type {ToolOffers | null} */
  #tools;

  /**
   * @param {Window & typeof globalThis} window
   * @param {import('../../page/census.js').Census | null} [box]
   * @param {import('./tools.js').Elsewhere | null} [elsewhere]
   */
  constructor(window, box = null, elsewhere = null) {
    this.#window = window;
    this.#tools = box && new ToolOffers(window, box, elsewhere);
  }

  /** @param {(offer: Offer | Note) => unknown} listener */
  onOffer(listener) {
    this.#tell = listener;
    this.#tools?.onOffer(listener);
  }

  /** Looks for what the page offers now and tells what is new: what is published at once, tools soon. */
  async look() {
    const registry = registryIn(this.#window);
    if (registry && registry !== this.#registry) {
      this.#registry = registry;
      registry.onChange((name) => this.#noticed(name));
      registry.onNote(() => this.#notes(registry));
      for (const name of registry.entries.keys()) this.#changed.add(name);
      this.#notes(registry);
    }
    this.#flush();
    await this.#tools?.look();
  }

  /** All that is offered, for a core that knows nothing. @returns {Offer[]} */
  get offers() {
    const tools = this.#tools?.offer;
    return [...this.#told.values(), ...(tools ? [tools] : [])];
  }

  /** @param {string} name */
  #noticed(name) {
    if (!name) return;
    this.#changed.add(name);
    this.#pace.ask();
  }

  /** @param {Registry} registry */
  #notes(registry) {
    for (const { name, text } of registry.takeNotes()) this.#tell({ kind: 'note', text: `${name}: ${text}`.toWellFormed() });
  }

  #flush() {
    const registry = this.#registry;
    if (!registry) return;
    const names = [...this.#changed];
    this.#changed.clear();
    for (const name of names) {
      const entry = registry.entries.get(name);
      const node = entry ? this.#described(entry) : null;
      if (node === null) this.#numbers.forget(name);
      /** @type {Offer} */
      const offer = { kind: 'published', name, node };
      if (node !== null) this.#told.set(name, offer);
      else this.#told.delete(name);
      this.#tell(offer);
    }
  }

  /**
   * What an object says of itself; null where it cannot be read, so that the others are told all the same.
   * @param {Entry} entry
   */
  #described(entry) {
    try {
      return describe(entry, this.#numbers);
    } catch (error) {
      console.error(`onecall: ${entry.name} is published in a way that cannot be read, and agents do not see it`, error);
      return null;
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
      if (act.verb === 'toolCall' && this.#tools) return { kind: 'done', value: await this.#tools.run(act, signal), reverted: false };
      if (act.verb === 'toolCall' || act.verb === 'tabCall') return { kind: 'failed', message: 'it cannot be run from here' };
      return { kind: 'done', value: await performApp(act, this.#numbers, signal), reverted: false };
    } catch (error) {
      return { kind: 'done', value: thrown(error), reverted: false };
    } finally {
      this.#flush();
    }
  }
}
