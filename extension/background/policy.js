/**
 * The policy that the core gets: the person's rules and the organisation's, from the first moment and as they change.
 */
import { MANAGED, readRules, RULES } from '../shared/rules.js';

/** @import { Area } from '../shared/area.js' */
/** @import { Policy } from '../shared/protocol' */

/** An organisation's rules as they were last time, in `storage.local`; null where there were none. */
const SEEN = 'onecall.managed';

export class PolicyKeeper {
  /** @type {Area} */
  #local;
  /** @type {Pick<Area, 'get'>} */
  #managed;
  /** @type {unknown} The person's rules, as stored. */
  #own;
  /** @type {unknown} The organisation's. */
  #set;
  /** @type {(policy: Policy) => void} */
  #apply = () => {};

  /**
   * @param {Area} local
   * @param {Pick<Area, 'get'>} managed
   */
  constructor(local, managed) {
    this.#local = local;
    this.#managed = managed;
  }

  /**
   * Resolves when there is a policy. After the browser's start its managed storage answers only seconds later, so an
   * organisation's rules are taken as they were last time, where there was a last time, until it does.
   * @param {(policy: Policy) => void} apply Called with the first policy, and whenever it is another.
   */
  async start(apply) {
    const read = this.#readManaged();
    const stored = await this.#local.get([RULES, SEEN]);
    this.#own ??= stored[RULES];
    if (SEEN in stored) {
      this.#set ??= stored[SEEN];
      void read.then(() => apply(this.#policy));
    } else {
      await read;
    }
    this.#apply = apply;
    apply(this.#policy);
  }

  /**
   * Something in storage is another.
   * @param {string} area
   * @param {Record<string, { newValue?: unknown }>} changes
   */
  changed(area, changes) {
    // The value comes with the event: asking for it would let calls pass that the person has just forbidden.
    if (area === 'local' && RULES in changes) this.#own = changes[RULES]?.newValue ?? null;
    else if (area === 'managed' && MANAGED in changes) this.#keep(changes[MANAGED]?.newValue);
    else return;
    this.#apply(this.#policy);
  }

  /** @returns {Policy} */
  get #policy() {
    return { host: 'extension', rules: [...readRules(this.#own), ...readRules(this.#set)] };
  }

  async #readManaged() {
    // Rejects where no organisation manages this browser.
    const items = await this.#managed.get(MANAGED).catch(() => /** @type {Record<string, unknown>} */ ({}));
    this.#keep(items[MANAGED]);
  }

  /** @param {unknown} set */
  #keep(set) {
    this.#set = set ?? null;
    void this.#local.set({ [SEEN]: this.#set });
  }
}
