/**
 * Requests to the person, from the core's question to its result: kept with a nonce that only our own pages can read,
 * remembered where the person says so, and carried back to the core. It decides nothing itself, and takes an answer only
 * once and only with the nonce.
 */
import { RULES } from '../shared/rules.js';
import { GRANTS } from '../shared/settings.js';
import { ANSWERS, APPROVALS, branchOf } from '../shared/ui.js';

/** @import { Area } from '../shared/area.js' */
/** @import { Message } from '../shared/core.js' */
/** @import { Asked, Decision, Grant } from '../shared/protocol' */
/** @import { Answer, Kept } from '../shared/ui.js' */

/** Requests that are kept (limits.rs, REQUESTS). */
const MOST = 60;

/**
 * @typedef {object} Around
 * @property {Area} session
 * @property {Area} local
 * @property {(message: Message) => void} tell The core.
 * @property {(doc: string) => { document: string } | null} connected Where a document is, if it is connected.
 * @property {(tab: number, doc: string) => Promise<boolean>} wake Lets a document connect; false where the tab shows another.
 * @property {(tab: number, doc: string) => Promise<boolean>} there Does the tab still show the document?
 * @property {(tab: number) => Promise<string>} title Of a tab.
 * @property {(pending: Kept[]) => void} changed The requests that wait now.
 */

export class Desk {
  /** @type {Around} */
  #around;
  /** @type {Map<string, Kept>} */
  #kept = new Map();
  /** @type {Promise<unknown>} Writes go one after the other. */
  #writing = Promise.resolve();

  /** @param {Around} around */
  constructor(around) {
    this.#around = around;
  }

  /** Takes up what was kept before this worker began. */
  async start() {
    const stored = (await this.#around.session.get(APPROVALS))[APPROVALS];
    if (typeof stored === 'object' && stored !== null) {
      for (const [id, kept] of Object.entries(stored)) if (!this.#kept.has(id)) this.#kept.set(id, kept);
    }
    this.#changed();
  }

  /** All that is kept, as the core knows it. @returns {Asked[]} */
  get records() {
    return [...this.#kept.values()].map(({ request, doc, call, tab, state, result, script }) => ({ request, doc, call, tab, state, result, script }));
  }

  /** Requests that nobody has answered. */
  get pending() {
    return [...this.#kept.values()].filter(({ state }) => state === 'pending');
  }

  /**
   * The core says how far a request has come.
   * @param {Asked} asked
   */
  record(asked) {
    const before = this.#kept.get(asked.request.id);
    const { nonce = randomName(), at = Date.now(), title = '' } = before ?? {};
    const document = before?.document ?? this.#around.connected(asked.doc)?.document ?? '';
    this.#kept.set(asked.request.id, { ...asked, nonce, at, document, title });
    for (const [id, kept] of this.#kept) {
      if (this.#kept.size <= MOST) break;
      if (kept.state !== 'pending') this.#kept.delete(id);
    }
    this.#store();
    this.#changed();
    if (!before && asked.tab !== null) void this.#name(asked.request.id, asked.tab);
  }

  /**
   * A person's answer. False where there is nothing to answer, or the nonce is another.
   * @param {Record<string, unknown>} body
   * @returns {Promise<boolean>}
   */
  async decide({ id, nonce, answer }) {
    const kept = this.#kept.get(String(id));
    const said = ANSWERS.find((one) => one === answer);
    if (!kept || !said || kept.state !== 'pending' || kept.nonce !== nonce) return false;
    // Taken: a second click finds nothing.
    kept.nonce = randomName();
    // What cannot be kept for later is still what the person said now.
    await this.#remember(kept, said).catch((error) => console.error('Onecall: an answer could not be remembered', error));
    /** @type {Decision} */
    const decision = said === 'deny' || said === 'never' ? 'deny' : 'allow';
    const { doc, call, request, tab } = kept;
    this.#around.tell({ kind: 'decided', doc, call, request: request.id, decision });
    if (decision === 'allow' && !this.#around.connected(doc) && tab !== null && !(await this.#around.wake(tab, doc))) {
      this.#around.tell({ kind: 'stop', doc });
    }
    return true;
  }

  /** Takes back what documents asked that went while no worker ran. */
  async sweep() {
    const { connected, there } = this.#around;
    await Promise.all([...new Map(this.pending.map((kept) => [kept.doc, kept])).values()].map(async ({ doc, tab }) => {
      if (tab === null || connected(doc) || (await there(tab, doc)) || connected(doc)) return;
      this.#around.tell({ kind: 'stop', doc });
    }));
  }

  /** A document has gone. @param {string} document The browser's name for it. */
  gone(document) {
    for (const { doc, document: of } of this.pending) {
      // The core hears of those that are connected by their port.
      if (of === document && !this.#around.connected(doc)) this.#around.tell({ kind: 'stop', doc });
    }
  }

  /**
   * Forgets what was allowed for documents.
   * @param {string[]} docs
   */
  async forget(docs) {
    const stored = (await this.#around.session.get(GRANTS))[GRANTS];
    const grants = Array.isArray(stored) ? /** @type {Grant[]} */ (stored) : [];
    const left = grants.filter(({ doc }) => doc === null || !docs.includes(doc));
    if (left.length < grants.length) await this.#around.session.set({ [GRANTS]: left });
  }

  /**
   * @param {Kept} kept
   * @param {Answer} said
   */
  async #remember({ request, doc }, said) {
    const { origin, path, effect, rule, shape, across } = request;
    if (said === 'never' || (across !== null && said === 'site')) {
      const decision = said === 'never' ? 'deny' : 'allow';
      const added = across === null ? { origin, path, effect, across, decision } : { origin, path: null, effect: null, across, decision };
      await add(this.#around.local, RULES, added);
    } else if (across === null && (said === 'page' || said === 'branch' || said === 'site')) {
      /** @type {Grant} */
      const grant = { origin, doc: said === 'page' ? doc : null, branch: said === 'branch' ? branchOf(path) : null, effect, rule, path, shape };
      await add(said === 'page' ? this.#around.session : this.#around.local, GRANTS, grant);
    }
  }

  /**
   * @param {string} id
   * @param {number} tab
   */
  async #name(id, tab) {
    const title = await this.#around.title(tab);
    const kept = this.#kept.get(id);
    if (!kept) return;
    kept.title = title;
    this.#store();
    this.#changed();
  }

  #store() {
    const write = () => this.#around.session.set({ [APPROVALS]: Object.fromEntries(this.#kept) });
    // The next write has all that a failed one had.
    this.#writing = this.#writing.then(write).catch((error) => console.error('Onecall: requests could not be kept', error));
  }

  #changed() {
    this.#around.changed(this.pending);
  }
}

/**
 * @param {Area} area
 * @param {string} key
 * @param {unknown} entry
 */
async function add(area, key, entry) {
  const stored = (await area.get(key))[key];
  await area.set({ [key]: [...(Array.isArray(stored) ? stored : []), entry] });
}

function randomName() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('');
}
