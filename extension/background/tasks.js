/**
 * What each tab's task has used of calls and tokens, whether an agent acts there now, and the caps that the person has
 * set. A task is all that happens in a tab until nothing has happened for a while, or the person begins a new one.
 */
import { faultAnswer } from '../shared/fault.js';
import { TASKS } from '../shared/ui.js';

/** @import { Area } from '../shared/area.js' */
/** @import { Settings } from '../shared/settings.js' */
/** @import { Task } from '../shared/ui.js' */

/** Milliseconds after which the next call is another task. */
const PAUSE = 30 * 60_000;

/** Tabs whose task is kept. */
const MOST = 100;

export class Tasks {
  /** @type {Map<number, Task>} */
  #tasks = new Map();
  /** @type {Area} */
  #session;
  /** @type {() => Settings} */
  #settings;
  /** @type {(tab: number, task: Task) => void} */
  #changed;
  #writing = Promise.resolve();

  /**
   * @param {Area} session
   * @param {() => Settings} settings
   * @param {(tab: number, task: Task) => void} changed
   */
  constructor(session, settings, changed) {
    this.#session = session;
    this.#settings = settings;
    this.#changed = changed;
  }

  async start() {
    const stored = (await this.#session.get(TASKS))[TASKS];
    if (typeof stored !== 'object' || stored === null) return;
    for (const [tab, task] of Object.entries(stored)) {
      if (this.#tasks.has(Number(tab))) continue;
      this.#tasks.set(Number(tab), task);
      // What acted when the worker died says so again, if it is still there.
      this.act(Number(tab), false);
    }
  }

  /**
   * Counts a call, or says why it may not be made.
   * @param {number} tab
   * @param {string} origin
   * @param {unknown} input
   * @param {number | null} now Null for a call that the person makes, which no agent's task pays for.
   * @returns {string | null} The answer where it is refused.
   */
  admit(tab, origin, input, now) {
    const { off, calls, tokens } = this.#settings();
    if (off.includes(origin)) {
      return faultAnswer('unavailable', `The person has switched Onecall off for ${origin}. Only the person can switch it on again, in Onecall's popup.`, input);
    }
    if (now === null) return null;
    const task = this.#of(tab, now);
    const cap = calls !== null && task.calls >= calls ? `${calls} calls` : tokens !== null && task.tokens >= tokens ? `${tokens} tokens` : null;
    if (cap !== null) {
      return faultAnswer('denied', `This task has used its ${cap}, the most that the person allows. Nothing was done. Tell the person; a new task can be begun in Onecall's panel.`, input);
    }
    this.#set(tab, { ...task, calls: task.calls + 1, last: now });
    return null;
  }

  /**
   * Counts what an answer cost.
   * @param {number} tab
   * @param {number} tokens
   */
  spend(tab, tokens) {
    const task = this.#tasks.get(tab);
    if (task) this.#set(tab, { ...task, tokens: task.tokens + tokens });
  }

  /**
   * An agent begins or ends acting.
   * @param {number} tab
   * @param {boolean} acting
   */
  act(tab, acting) {
    const task = this.#tasks.get(tab);
    if (task && task.acting !== acting) this.#set(tab, { ...task, acting });
  }

  /**
   * The next call begins another task.
   * @param {number} tab
   */
  renew(tab) {
    this.#set(tab, { calls: 0, tokens: 0, last: 0, acting: false });
  }

  /**
   * @param {number} tab
   * @param {number} now
   * @returns {Task}
   */
  #of(tab, now) {
    const task = this.#tasks.get(tab);
    return task && now - task.last < PAUSE ? task : { calls: 0, tokens: 0, last: now, acting: false };
  }

  /**
   * @param {number} tab
   * @param {Task} task
   */
  #set(tab, task) {
    this.#tasks.delete(tab);
    this.#tasks.set(tab, task);
    for (const old of this.#tasks.keys()) {
      if (this.#tasks.size <= MOST) break;
      this.#tasks.delete(old);
    }
    // The next write has all that a failed one had.
    this.#writing = this.#writing.then(() => this.#session.set({ [TASKS]: Object.fromEntries(this.#tasks) })).catch(() => {});
    this.#changed(tab, task);
  }
}
