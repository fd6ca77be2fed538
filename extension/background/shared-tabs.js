/**
 * The tabs that the person has shared with agents in other tabs, and calls handed over to them. The document there
 * answers under its own site's rules, and asks the person as ever. A tab's number is never given to another tab.
 */
import { readShared, SHARED, UI } from '../shared/ui.js';

/** @import { Area } from '../shared/area.js' */
/** @import { Message } from '../shared/core.js' */
/** @import { Effect, SharedTab } from '../shared/protocol' */

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
  async take({ doc, call, at, input, look }) {
    const { tabs } = readShared((await this.#around.session.get(SHARED))[SHARED]);
    if (at !== null) {
      const tab = tabs[at];
      const output = tab === undefined ? null : await this.#around.ask(tab, { ui: UI, kind: 'call', body: { input, look } });
      this.#around.tell({ kind: 'tabs', doc, call, tabs: [], output: typeof output === 'string' ? output : null });
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
}
