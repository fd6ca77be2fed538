/**
 * The tabs that the person has shared with agents in other tabs, and calls handed over to them. The document there
 * answers under its own site's rules, and asks the person as ever. A tab's number is never given to another tab, and
 * no call is handed over twice.
 */
import { faultAnswer } from '../shared/fault.js';
import { readShared, SHARED, UI } from '../shared/ui.js';

/** @import { Area } from '../shared/area.js' */
/** @import { Message } from '../shared/core.js' */
/** @import { Effect, SharedTab } from '../shared/protocol' */

/** Names of calls that were handed over, in `storage.session`: after the worker's death they are asked for again. */
const HANDED = 'onecall.handed';

/** As many as tabs may have open at once, and more. */
const MOST = 200;

/**
 * @typedef {object} Around
 * @property {Area} session
 * @property {(message: Message) => void} tell The core.
 * @property {(tab: number) => Promise<{ title: string, url: string } | null>} look At a tab; null where it is gone.
 * @property {(tab: number, message: object) => Promise<unknown>} ask The document in front of a tab.
 */

export class SharedTabs {
  /** @type {Around} */
  #around;

  /** @param {Around} around */
  constructor(around) {
    this.#around = around;
  }

  /** @param {Extract<Effect, { kind: 'tabs' }>} effect */
  async take({ doc, call, at, input, look, operation }) {
    const { tabs } = readShared((await this.#around.session.get(SHARED))[SHARED]);
    if (at !== null) {
      const tab = tabs[at];
      const output = tab === undefined ? null : await this.#handOver(tab, `${call} ${operation}`, input, look);
      this.#around.tell({ kind: 'tabs', doc, call, tabs: [], output });
      return;
    }
    /** @type {SharedTab[]} */
    const listed = [];
    for (const [number, tab] of Object.entries(tabs)) {
      const found = await this.#around.look(tab);
      if (found) listed.push({ at: Number(number), ...found });
    }
    this.#around.tell({ kind: 'tabs', doc, call, tabs: listed, output: null });
  }

  /**
   * The answer of a tab's document; null where there is none. One that was asked before gives what came of that.
   * @param {number} tab
   * @param {string} name
   * @param {unknown} input
   * @param {boolean} look
   * @returns {Promise<string | null>}
   */
  async #handOver(tab, name, input, look) {
    // What only reads may be read twice.
    const again = !look && (await this.#wasHanded(name));
    const output = await this.#around.ask(tab, { ui: UI, kind: 'call', body: { input, look, name, again } });
    if (again && typeof output !== 'string') {
      return faultAnswer('unavailable', 'Onecall was started again while that tab worked on this call, and its page has gone since. It may have been done: read the tab before you repeat it.', input, {});
    }
    return typeof output === 'string' ? output : null;
  }

  /**
   * Notes that a call is handed over. True where it was before.
   * @param {string} name
   */
  async #wasHanded(name) {
    const stored = (await this.#around.session.get(HANDED))[HANDED];
    const names = Array.isArray(stored) ? stored : [];
    if (names.includes(name)) return true;
    await this.#around.session.set({ [HANDED]: [...names, name].slice(-MOST) });
    return false;
  }
}
