// The page kit: takes calls, carries them to the core over the host's link, and carries out on this document what
// the core wants done. It keeps what a new core needs to go on (ledger, journals), and sees to it that every call
// gets exactly one answer, whatever happens to core, link or document.
import { Call, Held, nonce, plainInput, withPictures } from './calls.js';
import { Eyes } from './eyes.js';
import { NO_DIALOGS } from '../shared/dialogs.js';
import { Chain } from './chain.js';
import { faultAnswer } from '../shared/fault.js';
import { NO_PROVIDER, far, goingOn, isFar } from './far.js';
import { failed, refuse } from './guard.js';
import { Leaving } from './leave.js';
import { Ledger } from './ledger.js';
import { Offers } from './offers.js';
import { perform } from './perform.js';
import { Relay } from './relay.js';
import { busyParts, settled } from './settle.js';
import { Turns } from './turns.js';

/**
 * @typedef {import('./types.js').Effect} Effect
 * @typedef {import('./types.js').Message} Message
 * @typedef {import('./types.js').Outcome} Outcome
 * @typedef {import('./types.js').Dialogs} Dialogs
 * @typedef {import('./calls.js').Perform} Perform
 * @typedef {{ run: (input: unknown, signal?: AbortSignal, how?: import('./calls.js').How, name?: string) => Promise<string>, wake: () => boolean, close: () => void, readonly doc: string, readonly open: number, readonly holds: boolean }} Kit
 */

/** The core answers at the call's deadline; the kit's own is this much later, for cores that cannot any more. */
const GRACE = 5_000;
/** A cancelled call that no core answers ends after this. */
const CANCEL_GRACE = 2_000;
/** Calls that are open at once: an agent has a few, a page that floods any number. */
const MOST_OPEN = 100;
/** Waits before a link that went down is tried again; after the last, open calls are given up. */
const AGAIN = [0, 50, 200, 600, 1_500, 3_000];

/**
 * @param {{
 *   document: Document,
 *   window: Window & typeof globalThis,
 *   link: import('./types.js').Link,
 *   capture?: import('./types.js').CreateCapture,
 *   dialogs?: Dialogs,
 *   provider?: import('./types.js').Provider,
 *   camera?: import('./probe.js').Photograph,
 * }} options
 * @returns {Kit}
 */
export function createKit(options) {
  return new PageKit(options);
}

class PageKit {
  doc = nonce();
  #document;
  #window;
  #link;
  #dialogs;
  #provider;
  #eyes;
  #relay = new Relay((call, step) => this.#post({ kind: 'go', doc: this.doc, call, step }));
  #ledger = new Ledger();
  #held = new Held();
  /** @type {Map<string, Call>} */
  #open = new Map();
  #count = 0;
  /** Has the core on the other side of the present link been told of this document? */
  #told = false;
  #tries = 0;
  #chain;
  #offers;
  #closed = false;
  /** @type {Message[]} */
  #outbox = [];
  #turns = new Turns();
  #busyBefore = 0;
  #leaving;
  #over = new AbortController();

  /** @param {Parameters<typeof createKit>[0]} options */
  constructor({ document, window, link, capture, dialogs = NO_DIALOGS, provider = NO_PROVIDER, camera }) {
    this.#document = document;
    this.#window = window;
    this.#link = link;
    this.#dialogs = dialogs;
    this.#provider = provider;
    const onFrame = (/** @type {number} */ handle, /** @type {string} */ nonce) => this.#post({ kind: 'located', doc: this.doc, handle, nonce });
    this.#eyes = new Eyes({ document, window, doc: this.doc, capture, dialogs, onFrame, camera });
    this.#leaving = new Leaving(window, () => [...this.#open.values()], () => goingOn(provider.offers), (call) => this.#forgo(call));
    const note = (/** @type {string} */ text) => this.#eyes.observer.ear.add({ from: 'notify', text, at: Date.now(), closed: false });
    this.#offers = new Offers(provider, (offers) => this.#offered(offers), note);
    this.#chain = new Chain(window, this.#eyes.observer.ear, this.#over.signal);
    link.onEffects((effects) => this.#carryOut(effects));
    link.onDown(() => this.#down());
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) this.#returned();
    }, { signal: this.#over.signal });
  }

  /** How many calls are open. */
  get open() { return this.#open.size; }

  /** Does an operation wait here for a person? */
  get holds() { return this.#held.size > 0; }

  /**
   * One call, from the agent's input to the answer. Never rejects. Steps are performed in this chain of promises,
   * because the browser lets a new document answer only for navigations that began in it (platform.md).
   * @param {unknown} input
   * @param {AbortSignal} [signal] only `aborted` and the event are looked at: in an isolated world the reason crashes the tab
   * @param {import('./calls.js').How} [how]
   * @param {string} [name] of a call that the core or the person begins
   * @returns {Promise<string>}
   */
  async run(input, signal, how = {}, name = '') {
    const taken = plainInput(input);
    if (!taken) return faultAnswer('too_large', 'The input is too large, or is no plain JSON. Nothing was run.', input);
    if (!name && this.#open.size >= MOST_OPEN) return faultAnswer('unavailable', `${MOST_OPEN} calls are open on this page already. Nothing was run; call again when some are answered.`, input);
    if (this.#closed) return faultAnswer('unavailable', 'Onecall has gone from this page (it was updated or switched off).', input);
    if (this.#leaving.away !== null) return this.#leaving.turnAway(taken.value);
    const call = new Call(`${this.doc}:${name || ++this.#count}`, taken.value, how);
    this.#open.set(call.id, call);
    call.due = call.began + call.seconds * 1_000 + GRACE;
    call.late = this.#leaving.to !== null;
    this.#due(call);
    if (signal?.aborted) this.#cancel(call);
    signal?.addEventListener('abort', () => this.#cancel(call), { once: true });
    await Promise.race([this.#offers.look(), call.ended]);
    // The core hears of it once, and not of one that is over.
    if (!call.over) {
      call.sent = true;
      this.#post(this.#request(call));
      void this.#work(call);
    }
    const output = await call.ended;
    this.#ended(call);
    return withPictures(output, call.pictures);
  }

  /** Connects where the core is gone: something was allowed that is to be run here. */
  wake() {
    if (!this.#told && !this.#closed) this.#introduce();
    return !this.#closed;
  }

  /** Ends everything; open calls are answered. */
  close() {
    this.#closed = true;
    this.#over.abort();
    this.#leaving.stop();
    this.#eyes.stop();
    for (const call of this.#open.values()) call.end(faultAnswer('unavailable', 'Onecall has gone from this page.', call.input));
    if (this.#told && this.#link.up()) this.#post({ kind: 'close', doc: this.doc });
  }

  // Calls

  /** Ends a call when its time is over; the core may have given it more in the meantime. @param {Call} call */
  #due(call) {
    this.#later(call, call.due - Date.now(), () => {
      if (Date.now() < call.due) return this.#due(call);
      const seconds = Math.round((call.due - GRACE - call.began) / 1_000);
      this.#forgo(call);
      call.end(faultAnswer('timed_out', `No answer within ${seconds} s (level: page kit). ${call.did}`, call.input, {}));
    });
  }

  /** Tells the core that it need not answer: else other acts would wait for this one. @param {Call} call */
  #forgo(call) { if (call.sent && this.#told) this.#post({ kind: 'cancel', doc: this.doc, call: call.id }); }

  /** @param {Call} call @param {number} ms @param {() => void} what */
  #later(call, ms, what) {
    const timer = this.#window.setTimeout(() => {
      call.timers.delete(timer);
      if (!call.over) what();
    }, ms);
    call.timers.add(timer);
  }

  /** @param {Call} call */
  #cancel(call) {
    if (call.cancelled || call.over) return;
    call.cancelled = true;
    if (!call.sent) return call.end(faultAnswer('cancelled', 'The call was cancelled. Nothing was done.', call.input));
    this.#post({ kind: 'cancel', doc: this.doc, call: call.id });
    this.#later(call, CANCEL_GRACE, () => {
      call.end(faultAnswer('cancelled', `The call was cancelled. ${call.did}`, call.input));
    });
  }

  /** @param {Call} call @returns {Message} */
  #request(call) {
    call.pictures.length = 0;
    return { kind: 'request', doc: this.doc, call: call.id, input: /** @type {import('./types.js').Value} */ (call.input), look: call.look, journal: call.kept, now: Date.now(), began: call.began };
  }

  /** @param {Call} call */
  #ended(call) {
    this.#open.delete(call.id);
    this.#relay.drop(call.id);
    if (call.armed) this.#dialogs.disarm();
    if (this.#open.size === 0) this.#leaving.stayed();
  }

  /** A core that is not there is told all that is offered. @param {import('./types.js').Offer[]} offers */
  #offered(offers) {
    if (this.#told && this.#link.up() && !this.#closed) this.#post(...offers.map((offer) => ({ ...offer, doc: this.doc })));
  }

  /** Messages of one turn go together. @param {Message[]} messages */
  #post(...messages) {
    if (this.#outbox.push(...messages) === messages.length) queueMicrotask(() => this.#flush());
  }

  #flush() {
    const messages = this.#outbox.splice(0);
    if (messages.length) this.#send(messages);
  }

  /** To a core that knows this document; another is told all. @param {Message[]} messages */
  #send(messages) {
    try {
      if (this.#told && this.#link.up()) this.#link.post(messages);
      else this.#introduce();
    } catch {
      this.#down();
    }
  }

  /**
   * What a core that knows nothing is told: the document, and each open call with its journal. What was meant for the
   * core before it (outcomes, what was heard) is in the journals or is asked for again.
   */
  #introduce() {
    this.#told = true;
    this.#eyes.known = 0;
    const opened = { kind: /** @type {const} */ ('open'), doc: this.doc, url: this.#document.location.href, ledger: this.#ledger.entries, tab: null, origin: null, ...this.#chain.told };
    this.#link.post([opened, ...this.#provider.offers.map((offer) => ({ ...offer, doc: this.doc }))]);
    const calls = [...this.#open.values()].filter((call) => call.sent && !call.over);
    // A page that was read will be read again: its facts are taken while a worker starts.
    if (calls.length > 0) this.#link.post([...this.#chain.heard(this.doc), ...this.#eyes.again()]);
    for (const call of calls) {
      this.#link.post([this.#request(call)]);
      if (call.cancelled) this.#link.post([{ kind: 'cancel', doc: this.doc, call: call.id }]);
    }
  }

  /** The core is gone, with all it knew: a new one is told what was kept, for the calls that are open. */
  #down() {
    this.#told = false;
    this.#eyes.known = 0;
    this.#outbox.length = 0;
    if (this.#closed || this.#open.size === 0) return;
    const wait = AGAIN[this.#tries++];
    if (wait === undefined) {
      this.#tries = 0;
      for (const call of this.#open.values()) call.end(faultAnswer('unavailable', `Onecall's core cannot be reached. ${call.did} Try again.`, call.input, call.again));
      return;
    }
    setTimeout(() => {
      if (this.#told || this.#closed || this.#open.size === 0) return;
      this.#send([]);
    }, wait);
  }

  #returned() {
    this.#leaving.returned();
    this.#chain.inherit();
    for (const call of this.#open.values()) call.end(faultAnswer('navigated', 'The page was left and came back.', call.input, {}));
    this.#told = false;
    this.#eyes.known = 0;
    this.#link.reset?.();
  }

  // Effects

  /** @param {import('./types.js').ToDo[]} effects */
  #carryOut(effects) {
    this.#tries = 0;
    for (const effect of effects) {
      if (effect.doc !== this.doc) continue;
      try {
        this.#one(effect);
      } catch (error) {
        console.error('Onecall: an effect could not be carried out', error);
        for (const call of this.#open.values()) call.end(faultAnswer('internal', 'Onecall could not read this page.', call.input));
      }
    }
  }

  /** @param {import('./types.js').ToDo} effect */
  #one(effect) {
    if (effect.kind === 'capture') return this.#facts(effect.since, effect.closed);
    if (effect.kind === 'relayed') return this.#relay.came(effect.step, effect.outcome);
    if (effect.kind === 'ledger') return this.#ledger.keep(effect.entry, effect.all);
    if (effect.kind === 'log' || effect.kind === 'ask' || effect.kind === 'frames' || effect.kind === 'script' || effect.kind === 'taint' || effect.kind === 'approval' || effect.kind === 'tabs') return undefined; // The host's.
    if (effect.kind === 'events') return this.#chain.keep(effect);
    if (effect.kind === 'hold') return this.#held.keep(effect.id, effect.input);
    if (effect.kind === 'run') return this.#held.take(effect.id, (input) => void this.run(input, undefined, {}, effect.id));
    const call = this.#open.get(effect.call);
    if (!call || call.over) return effect.kind === 'perform' ? this.#outcome(effect, refuse('cancelled', 'the call is over')) : undefined;
    if (effect.kind === 'answer') return call.end(effect.output);
    if (effect.kind === 'probe') return void this.#eyes.probe(effect, call.pictures).then((found) => call.over || this.#post({ kind: 'probed', doc: this.doc, call: call.id, found }));
    if (effect.kind === 'settle') return void this.#settle(call, effect);
    if (effect.kind === 'timer') {
      call.due = Math.max(call.due, Date.now() + effect.after + GRACE);
      return this.#later(call, effect.after, () => this.#post({ kind: 'elapsed', doc: this.doc, call: call.id, now: Date.now(), tag: effect.tag }));
    }
    if (!call.push(effect)) this.#relay.again(effect.step.id);
    return undefined;
  }

  /**
   * What was said since the last report, then the facts that are asked for.
   * @param {number} since
   * @param {boolean} [closed] may closed shadow roots be read? As before where it is not said
   */
  #facts(since, closed) {
    this.#post(...this.#chain.heard(this.doc), ...this.#eyes.facts(since, closed));
  }

  // Acting

  /** @param {Call} call */
  async #work(call) {
    for (;;) {
      const effect = await call.next();
      if (!effect) return;
      const { id } = effect.step;
      const recorded = call.journal.outcomes.find(([step]) => step === id)?.[1];
      const outcome = recorded ?? (await this.#do(call, effect));
      if (!recorded) call.journal.outcomes.push([id, outcome]);
      call.pending.delete(id);
      this.#outcome(effect, outcome);
    }
  }

  /**
   * @param {Call} call
   * @param {Perform} effect
   * @returns {Promise<Outcome>}
   */
  async #do(call, effect) {
    const { step, plan, parting, frame } = effect;
    try {
      // Reading what the app published waits for no act.
      if (step.act.verb === 'appGet') return await far(call, effect, step.act, (act, signal) => this.#provider.perform(act, signal));
      return await this.#turns.take(async () => {
        if (call.cancelled || call.over) return refuse('cancelled', 'the call was cancelled before this step');
        call.journal.plan = plan || call.journal.plan;
        this.#arm(call);
        if (isFar(step.act)) return far(call, effect, step.act, (act, signal) => this.#leaving.running(() => this.#provider.perform(act, signal)));
        if (frame !== null) {
          call.acted = true;
          call.parting = parting;
          return this.#relay.send(call.id, step.id);
        }
        return perform(step, this.#eyes.page, (act) => {
          call.acted = true;
          call.parting = parting;
          return this.#leaving.acting(act, step.act.verb === 'history' ? step.act.delta : 0);
        });
      });
    } catch (error) {
      return failed(error instanceof Error ? error.message : 'The act failed.');
    }
  }

  /** @param {Call} call */
  #arm(call) {
    if (!call.armed) {
      call.armed = true;
      this.#dialogs.take();
      this.#dialogs.arm();
    }
    this.#busyBefore = busyParts(this.#document);
    this.#eyes.observer.mark();
  }

  /** @param {Perform} effect @param {Outcome} outcome */
  #outcome({ call, step }, outcome) {
    this.#offers.flush();
    this.#post({ kind: 'outcome', doc: this.doc, call, step: step.id, outcome });
  }

  /** @param {Call} call @param {Extract<Effect, { kind: 'settle' }>} effect */
  async #settle(call, { quiet, most }) {
    const { observer } = this.#eyes;
    const page = { document: this.#document, observer, leaving: () => !call.late && this.#leaving.to !== null, over: () => call.over, busyBefore: this.#busyBefore };
    const isQuiet = await settled(page, quiet, most);
    if (call.over) return;
    for (const dialog of this.#dialogs.take()) observer.ear.add(dialog);
    const news = this.#chain.news();
    this.#offers.flush();
    this.#facts(this.#eyes.known);
    this.#post({ kind: 'settled', doc: this.doc, call: call.id, quiet: isQuiet, ...news, leaving: this.#leaving.to });
  }
}
