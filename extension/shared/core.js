/**
 * The core as a host uses it: messages in, effects out, and a new core after a trap. It keeps no truth about a page,
 * only which calls it has begun, so that each of them gets its answer. It must never know where messages come from.
 */
import { faultAnswer } from './fault.js';
import { DEPTH, isTooLarge, VALUES } from './input.js';

/** @import { Effect, Head, Input, Policy, Reply } from './protocol' */

/**
 * Facts travel beside the other messages, as typed arrays (protocol, facts.rs).
 * @typedef {{ kind: 'facts', head: Head, nodes: Uint32Array, text: string }} FactsPart
 * @typedef {Input | FactsPart} Message
 */

/**
 * What wasm-bindgen makes of `crate/wasm`, once it is instantiated.
 * @typedef {object} Bindings
 * @property {new () => EngineLike} Engine
 * @property {() => void} renew
 */

/**
 * @typedef {object} EngineLike
 * @property {(message: unknown) => unknown} input
 * @property {(head: unknown, nodes: Uint32Array, text: string) => unknown} facts
 */

export class Core {
  /** @type {Bindings} */
  #bindings;
  /** @type {(error: unknown) => void} */
  #onTrap;
  /** @type {EngineLike | null} */
  #engine = null;
  /** @type {Policy | null} */
  #policy = null;
  /**
   * Open calls by document, with what the caller sent and how many steps were sent out.
   * @type {Map<string, Map<string, { input: unknown, steps: number }>>}
   */
  #open = new Map();

  /**
   * @param {Bindings} bindings
   * @param {(error: unknown) => void} onTrap The core is gone and a new one knows nothing: let every document connect again.
   */
  constructor(bindings, onTrap) {
    this.#bindings = bindings;
    this.#onTrap = onTrap;
  }

  /**
   * Sets the policy; a core that replaces a dead one gets it too.
   * @param {Policy} policy
   */
  setPolicy(policy) {
    this.#policy = policy;
    if (this.#engine) this.take({ kind: 'policy', policy });
  }

  /**
   * Lets the core take a message. Never throws.
   * @param {Message} message
   * @returns {Effect[]}
   */
  take(message) {
    if (message.kind === 'request') {
      if (isTooLarge(message.input)) return [tooLargeAnswer(message)];
      // A journal with a plan means that a core which is gone had sent steps out.
      const steps = message.journal?.plan ? 1 : 0;
      this.#callsOf(message.doc).set(message.call, { input: message.input, steps });
    }
    if (message.kind === 'close') this.#open.delete(message.doc);
    let reply;
    try {
      this.#engine ??= this.#start();
      reply = pass(this.#engine, message);
    } catch (error) {
      return this.#trapped(message, error);
    }
    if (reply.refused !== null) return this.#refused(message, reply.refused);
    for (const effect of reply.effects) this.#note(effect);
    return reply.effects;
  }

  /** @returns {EngineLike} */
  #start() {
    const engine = new this.#bindings.Engine();
    if (this.#policy) pass(engine, { kind: 'policy', policy: this.#policy });
    return engine;
  }

  /**
   * @param {string} doc
   * @returns {Map<string, { input: unknown, steps: number }>}
   */
  #callsOf(doc) {
    let calls = this.#open.get(doc);
    if (!calls) {
      calls = new Map();
      this.#open.set(doc, calls);
    }
    return calls;
  }

  /** @param {Effect} effect */
  #note(effect) {
    if (effect.kind === 'answer') this.#open.get(effect.doc)?.delete(effect.call);
    if (effect.kind === 'perform') {
      const call = this.#open.get(effect.doc)?.get(effect.call);
      if (call) call.steps += 1;
    }
  }

  /**
   * The calls that a message concerns: its own, or all of its document.
   * @param {Message} message
   * @returns {{ doc: string, calls: string[] }}
   */
  #concerned(message) {
    if (message.kind === 'policy' || message.kind === 'approvals') return { doc: '', calls: [] };
    const doc = message.kind === 'facts' ? message.head.doc : message.doc;
    if ('call' in message) return { doc, calls: [message.call] };
    return { doc, calls: [...(this.#open.get(doc)?.keys() ?? [])] };
  }

  /**
   * After a trap the calls that the message concerned are answered here and not tried again, so that a page which
   * brings the core down does it once; the calls of other documents go on in the next core.
   * @param {Message} message
   * @param {unknown} error
   * @returns {Effect[]}
   */
  #trapped(message, error) {
    const { doc, calls } = this.#concerned(message);
    const answers = calls.map((call) => this.#failed(doc, call, 'Onecall itself failed while it worked on this call.'));
    this.#engine = null;
    this.#open.clear();
    this.#bindings.renew();
    this.#onTrap(error);
    return answers;
  }

  /**
   * A message that the core cannot read is a mistake of ours; its calls end here.
   * @param {Message} message
   * @param {string} reason
   * @returns {Effect[]}
   */
  #refused(message, reason) {
    const { doc, calls } = this.#concerned(message);
    console.error(`Onecall: the core refused a message of kind ${message.kind}: ${reason}`);
    const answers = calls.map((call) => this.#failed(doc, call, 'Onecall could not read one of its own messages.'));
    for (const call of calls) {
      if (message.kind === 'request' || message.kind === 'cancel') continue;
      // What the core still wants for a call that is answered does not matter, except to other calls.
      const rest = this.take({ kind: 'cancel', doc, call });
      answers.push(...rest.filter((effect) => !('call' in effect) || effect.call !== call));
    }
    return answers;
  }

  /**
   * @param {string} doc
   * @param {string} call
   * @param {string} what
   * @returns {Effect}
   */
  #failed(doc, call, what) {
    const known = this.#open.get(doc)?.get(call);
    this.#open.get(doc)?.delete(call);
    const done = known?.steps ? ' Some of it may have been done: read the page before you repeat it.' : ' Nothing was done.';
    return { kind: 'answer', doc, call, output: faultAnswer('internal', what + done, known?.input), ok: false };
  }
}

/**
 * What stands in for a core that cannot be had: it answers every call with the reason.
 * @param {string} reason One or two sentences.
 * @returns {Pick<Core, 'take'>}
 */
export function absentCore(reason) {
  return {
    take(message) {
      if (message.kind !== 'request') return [];
      const { doc, call, input } = message;
      return [{ kind: 'answer', doc, call, output: faultAnswer('unavailable', reason, input), ok: false }];
    },
  };
}

/**
 * @param {EngineLike} engine
 * @param {Message} message
 * @returns {Reply}
 */
function pass(engine, message) {
  const reply =
    message.kind === 'facts' ? engine.facts(message.head, message.nodes, message.text) : engine.input(message);
  return /** @type {Reply} */ (reply);
}

/**
 * @param {{ doc: string, call: string, input: unknown }} request
 * @returns {Effect}
 */
function tooLargeAnswer({ doc, call, input }) {
  const message = `The input nests deeper than ${DEPTH} levels or holds more than ${VALUES} values. Nothing was run.`;
  return { kind: 'answer', doc, call, output: faultAnswer('too_large', message, input), ok: false };
}
