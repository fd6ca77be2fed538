/**
 * What a person sees outside our pages: the badge and, while no page of ours is open, a notification for each request.
 */

/** @import { Kept, Task } from '../shared/ui.js' */

/**
 * @typedef {object} Browser
 * @property {(tab: number, text: string, colour: string, title: string) => void} badge
 * @property {(id: string, title: string, message: string) => void} notify
 * @property {(id: string) => void} unnotify
 * @property {() => Promise<string[]>} notified The notifications that stand, of workers before this one too.
 * @property {(key: string, ...parts: string[]) => string} words A text of ours in the person's language (`_locales`).
 */

export class Face {
  /** @type {Browser} */
  #browser;
  /** Pages of ours that show requests. */
  #open = 0;
  /** @type {Kept[]} */
  #pending = [];
  /** By tab, as far as it was heard. @type {Map<number, boolean>} */
  #acting = new Map();
  /** @type {Set<number>} Tabs that have a badge, or may have one from before the worker's death. */
  #marked = new Set();
  /** @type {Set<string>} Requests that a notification stands for. */
  #notified = new Set();

  /** @param {Browser} browser */
  constructor(browser) {
    this.#browser = browser;
  }

  /** Takes up what a worker before this one has shown. */
  async start() {
    for (const id of await this.#browser.notified()) this.#notified.add(id);
    this.#notify();
  }

  /** @param {number} by Pages that were opened, or closed where negative. */
  pages(by) {
    this.#open += by;
    this.#notify();
  }

  /** @param {Kept[]} pending */
  requests(pending) {
    this.#pending = pending;
    this.#badges();
    this.#notify();
  }

  /**
   * @param {number} tab
   * @param {Task} task
   */
  task(tab, { acting }) {
    if (this.#acting.get(tab) === acting) return;
    this.#acting.set(tab, acting);
    this.#marked.add(tab);
    this.#badges();
  }

  #badges() {
    const waiting = new Map();
    for (const { tab } of this.#pending) if (tab !== null) waiting.set(tab, (waiting.get(tab) ?? 0) + 1);
    for (const tab of new Set([...this.#marked, ...waiting.keys()])) {
      const count = waiting.get(tab) ?? 0;
      if (count > 0) this.#browser.badge(tab, String(count), '#b3261e', count === 1 ? this.#browser.words('badgeOne') : this.#browser.words('badgeMany', String(count)));
      else if (this.#acting.get(tab)) this.#browser.badge(tab, '…', '#1a56db', this.#browser.words('badgeActing'));
      else this.#browser.badge(tab, '', '#1a56db', this.#browser.words('manifestName'));
      if (count > 0 || this.#acting.get(tab)) this.#marked.add(tab);
      else this.#marked.delete(tab);
    }
  }

  #notify() {
    const ids = new Set(this.#pending.map(({ request }) => request.id));
    for (const id of [...this.#notified]) {
      if (ids.has(id) && this.#open === 0) continue;
      this.#notified.delete(id);
      this.#browser.unnotify(id);
    }
    if (this.#open > 0) return;
    for (const { request } of this.#pending) {
      if (this.#notified.has(request.id)) continue;
      this.#notified.add(request.id);
      this.#browser.notify(request.id, this.#browser.words('noticeTitle'), this.#notice(request));
    }
  }

  /**
   * What a notification says of a request.
   * @param {Kept['request']} request
   */
  #notice({ path, effect, origin }) {
    return this.#browser.words('notice', path, this.#browser.words(`effect_${effect}`), origin);
  }
}
