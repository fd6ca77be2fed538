/**
 * The tabs that the person has shared with agents in other tabs, and calls handed over to them. The document there
 * answers under its own site's rules, and asks the person as ever. The core is told of which site a tab is before it
 * lets a call go there. A tab's number is never given to another tab, and no call is handed over twice.
 */
import { faultAnswer } from '../shared/fault.js';
import { readShared, SHARED, UI } from '../shared/ui.js';
import { originOf } from './sender.js';

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
  /** What tabs are working on: the tab and the call's name there, by the call that waits. @type {Map<string, { tab: number, name: string }>} */
  #open = new Map();

  /** @param {Around} around */
  constructor(around) {
    this.#around = around;
  }

  /** @param {Extract<Effect, { kind: 'tabs' }>} effect */
  async take({ doc, call, at, input, look, of, operation }) {
    const { tabs } = readShared((await this.#around.session.get(SHARED))[SHARED]);
    if (at !== null) {
      const shared = await this.#look(tabs, at);
      const output = shared && of === shared.origin ? await this.#handOver(tabs[at] ?? 0, call, operation, { input, look, of }) : null;
      const elsewhere = shared && of !== shared.origin ? [shared] : [];
      this.#around.tell({ kind: 'tabs', doc, call, tabs: elsewhere, output });
      return;
    }
    const listed = await Promise.all(Object.keys(tabs).map((number) => this.#look(tabs, Number(number))));
    this.#around.tell({ kind: 'tabs', doc, call, tabs: listed.filter((tab) => tab !== null), output: null });
  }

  /**
   * @param {Record<number, number>} tabs
   * @param {number} at
   * @returns {Promise<SharedTab | null>} Null where there is none of this number, or nowhere that we are.
   */
  async #look(tabs, at) {
    const tab = tabs[at];
    const found = tab === undefined ? null : await this.#around.look(tab);
    const origin = found && originOf(found.url);
    return found && origin !== null ? { at, ...found, origin } : null;
  }

  /**
   * The answer of a tab's document; null where there is none. One that was asked before gives what came of that.
   * @param {number} tab
   * @param {string} call
   * @param {number} operation Its place in the call.
   * @param {{ input: unknown, look: boolean, of: string | null }} body
   * @returns {Promise<string | null>}
   */
  async #handOver(tab, call, operation, body) {
    const name = `${call} ${operation}`;
    this.#open.set(call, { tab, name });
    // What only reads may be read twice.
    const again = !body.look && (await this.#wasHanded(name));
    const output = await this.#around.ask(tab, { ui: UI, kind: 'call', body: { ...body, name, again } });
    this.#open.delete(call);
    if (again && typeof output !== 'string') {
      return faultAnswer('unavailable', 'Onecall was started again while that tab worked on this call, and its page has gone since. It may have been done: read the tab before you repeat it.', body.input, {});
    }
    return typeof output === 'string' ? output : null;
  }

  /**
   * Calls that nobody waits for any more are ended in their tabs too.
   * @param {string} call Its name, or what the names of all calls of a document begin with.
   */
  ended(call) {
    for (const [waiting, { tab, name }] of this.#open) {
      if (waiting !== call && !(call.endsWith(':') && waiting.startsWith(call))) continue;
      this.#open.delete(waiting);
      void this.#around.ask(tab, { ui: UI, kind: 'ended', body: { name } });
    }
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
