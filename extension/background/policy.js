/**
 * The policy that the core gets: what the person and the organisation have set, what was remembered and what agents
 * have met, from the first moment and as it changes.
 */
import { MANAGED, readRules, RULES } from '../shared/rules.js';
import { GRANTS, settingsOf, SETTINGS } from '../shared/settings.js';

/** @import { Area } from '../shared/area.js' */
/** @import { Grant, Policy, Taint } from '../shared/protocol' */
/** @import { Settings } from '../shared/settings.js' */

/** What an organisation had set last time, in `storage.local`; null where there was nothing. */
const SEEN = 'onecall.managed';

/** What agents have met, in `storage.session`. */
const TAINT = 'onecall.taint';

/** Parts of managed storage that count (managed.json). */
const SET = [MANAGED, 'levels', 'settings'];

export class PolicyKeeper {
  /** @type {Area} */
  #local;
  /** @type {Pick<Area, 'get'>} */
  #managed;
  /** @type {Area} */
  #session;
  /** The person's, as stored. @type {Record<string, unknown>} */
  #own = {};
  /** Grants for one page, as stored. @type {unknown} */
  #passing;
  /** The organisation's. @type {Record<string, unknown> | null} */
  #set = null;
  /** @type {Taint} */
  #taint = { untrusted: false, private: false };
  /** @type {(policy: Policy) => void} */
  #apply = () => {};

  /**
   * @param {Area} local
   * @param {Pick<Area, 'get'>} managed
   * @param {Area} session
   */
  constructor(local, managed, session) {
    this.#local = local;
    this.#managed = managed;
    this.#session = session;
  }

  /**
   * Resolves when there is a policy. After the browser's start its managed storage answers only seconds later, so an
   * organisation's rules are taken as they were last time, where there was a last time, until it does.
   * @param {(policy: Policy) => void} apply Called with the first policy, and whenever it is another.
   */
  async start(apply) {
    const read = this.#readManaged();
    const [stored, passing] = await Promise.all([
      this.#local.get([RULES, SETTINGS, GRANTS, SEEN]),
      this.#session.get([GRANTS, TAINT]),
    ]);
    // What changed meanwhile is newer than what was read.
    this.#own = { ...stored, ...this.#own };
    this.#passing ??= passing[GRANTS];
    this.#taint = readTaint(passing[TAINT], this.#taint);
    if (SEEN in stored) {
      this.#set ??= objectOf(stored[SEEN]);
      void read.then(() => apply(this.now));
    } else {
      await read;
    }
    this.#apply = apply;
    apply(this.now);
  }

  /** What is set beside rules, the organisation's before the person's. @returns {Settings} */
  get settings() {
    const own = objectOf(this.#own[SETTINGS]) ?? {};
    return settingsOf({ ...own, ...objectOf(this.#set?.settings) });
  }

  /**
   * Something in storage is another.
   * @param {string} area
   * @param {Record<string, { newValue?: unknown }>} changes
   */
  changed(area, changes) {
    // The value comes with the event: asking for it would let calls pass that the person has just forbidden.
    const kept = area === 'local' ? [RULES, SETTINGS, GRANTS].filter((key) => key in changes) : [];
    const set = area === 'managed' ? SET.filter((key) => key in changes) : [];
    if (area === 'session' && GRANTS in changes) this.#passing = changes[GRANTS]?.newValue ?? null;
    else if (set.length > 0) this.#keep({ ...this.#set, ...newValues(changes, set) });
    else if (kept.length > 0) this.#own = { ...this.#own, ...newValues(changes, kept) };
    else return;
    this.#apply(this.now);
  }

  /**
   * Agents have met more than before.
   * @param {Taint} taint
   */
  meet(taint) {
    this.#taint = readTaint(taint, this.#taint);
    void this.#session.set({ [TAINT]: this.#taint }).catch((error) => console.error('Onecall: what agents have met could not be kept', error));
  }

  /** As it stands at this moment, with all that agents have met so far. @returns {Policy} */
  get now() {
    const { levels, budget } = this.settings;
    return {
      host: 'extension',
      rules: [...readRules(this.#own[RULES]), ...readRules(this.#set?.[MANAGED])],
      levels,
      bounds: settingsOf({ levels: this.#set?.levels }).levels,
      grants: [...grantsOf(this.#own[GRANTS]), ...grantsOf(this.#passing)],
      taint: this.#taint,
      budget,
    };
  }

  async #readManaged() {
    // Rejects where no organisation manages this browser.
    const items = await this.#managed.get(SET).catch(() => /** @type {Record<string, unknown>} */ ({}));
    this.#keep(items);
  }

  /** @param {Record<string, unknown>} set */
  #keep(set) {
    this.#set = set;
    void this.#local.set({ [SEEN]: set }).catch((error) => console.error("Onecall: the organisation's rules could not be kept", error));
  }
}

/**
 * @param {Record<string, { newValue?: unknown }>} changes
 * @param {string[]} keys
 * @returns {Record<string, unknown>}
 */
function newValues(changes, keys) {
  return Object.fromEntries(keys.map((key) => [key, changes[key]?.newValue ?? null]));
}

/**
 * @param {unknown} value
 * @returns {Record<string, unknown> | null}
 */
function objectOf(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? /** @type {Record<string, unknown>} */ (value) : null;
}

/**
 * Only what this worker wrote stands there; the core reads its inside.
 * @param {unknown} stored
 * @returns {Grant[]}
 */
function grantsOf(stored) {
  return Array.isArray(stored) ? /** @type {Grant[]} */ (stored.filter((grant) => objectOf(grant) !== null)) : [];
}

/**
 * It only grows.
 * @param {unknown} stored
 * @param {Taint} before
 * @returns {Taint}
 */
function readTaint(stored, before) {
  const taint = objectOf(stored) ?? {};
  return { untrusted: before.untrusted || taint.untrusted === true, private: before.private || taint.private === true };
}
