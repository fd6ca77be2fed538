// What the page's own code offers, on its way to the core: of each thing the latest, and no faster than a core can take
// it, as a page may publish and change without end. Whoever needs all that is known flushes first.
import { Pace } from '../shared/pace.js';

/** @typedef {import('./types.js').Offer} Offer */

/** Milliseconds between two tellings at the least, and characters of what was told for each further one. */
const REST = 50;
const CHARS = 5_000;

export class Offers {
  #provider;
  /** By kind and name. @type {Map<string, Offer>} */
  #waiting = new Map();
  #tell;
  #pace = new Pace(() => this.#told());

  /**
   * @param {import('./types.js').Provider} provider
   * @param {(offers: Offer[]) => void} tell
   * @param {(text: string) => void} note What the app wants said.
   */
  constructor(provider, tell, note) {
    this.#provider = provider;
    this.#tell = tell;
    provider.onOffer((offer) => (offer.kind === 'note' ? note(offer.text) : this.#take(offer)));
  }

  /** Asks for what is new. One that fails takes no call with it. */
  async look() {
    try {
      await this.#provider.look();
    } catch (error) {
      console.error('Onecall: what the page offers cannot be looked at', error);
    }
    this.flush();
  }

  /** Tells what waits. */
  flush() {
    this.#pace.now();
  }

  /** @param {Offer} offer */
  #take(offer) {
    this.#waiting.set(offer.kind === 'published' ? `published ${offer.name}` : offer.kind, offer);
    this.#pace.ask();
  }

  #told() {
    const offers = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#tell(offers);
    return Math.max(REST, JSON.stringify(offers).length / CHARS);
  }
}
