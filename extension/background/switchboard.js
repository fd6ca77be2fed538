/**
 * Joins ports and the core: which document is at which port, what each may say, and where effects go. It keeps nothing
 * that page kits cannot tell it again, and decides nothing about an operation.
 */
import { isEnvelope, isOwnCall, isProbe, VERSION } from '../shared/wire.js';
import { Frames } from './frames.js';
import { Relays } from './relays.js';
import { placeOf, standsAt } from './sender.js';

/** @import { Core, Message } from '../shared/core.js' */
/** @import { Relayed, ToHost, ToKit } from '../shared/wire.js' */
/** @import { Effect } from '../shared/protocol' */
/** @import { Client, Person, PortLike } from './client.js' */
/** @import { Place } from './sender.js' */

/** Characters of a document's name; a kit's nonce is shorter. */
const DOC_CHARS = 64;
/** Messages in one envelope; a kit sends a handful in a turn. */
const BATCH = 1_000;

/** Effects that the host carries out. @type {ReadonlySet<string>} */
const HOST = new Set(['ask', 'tabs', 'frames', 'log', 'script', 'taint', 'approval']);

/** What a page kit may say; the rest of `Input` is the host's. */
const KINDS = new Set(['open', 'close', 'request', 'cancel', 'outcome', 'heard', 'settled', 'probed', 'elapsed', 'facts', 'published', 'tools', 'located', 'go']);

/** What a kit in a frame may say. */
const FRAME_KINDS = new Set(['here', 'located', 'outcome', 'settled', 'facts']);

/** A kit in a frame that is asked for facts and sends none for so long holds up the whole page (a settled page takes 2 s). */
const FRAME_MS = 3_000;

export class Switchboard {
  /** @type {Pick<Core, 'take'> | null} */
  #core = null;
  /** @type {Array<() => void>} What came before the core was there. */
  #waiting = [];
  /** @type {Set<Client>} */
  #clients = new Set();
  /** @type {Map<string, Client>} */
  #byDoc = new Map();
  /** @type {string} */
  #ownId;
  /** @type {Person} */
  #person;
  /** @type {Frames} */
  #frames;
  #relays = new Relays();

  /**
   * @param {string} ownId
   * @param {Person} person
   */
  constructor(ownId, person) {
    this.#ownId = ownId;
    this.#person = person;
    this.#frames = new Frames(person.wakeFrames ?? (() => {}));
  }

  /**
   * The core is there; what waited for it goes on.
   * @param {Pick<Core, 'take'>} core
   */
  start(core) {
    this.#core = core;
    for (const work of this.#waiting.splice(0)) work();
  }

  /**
   * Closes all ports, because a new core knows nothing. Kits with something to say connect again and tell what is
   * needed. What is being sent in this turn still goes out.
   */
  drop() {
    queueMicrotask(() => {
      for (const client of [...this.#clients]) {
        this.#leave(client);
        client.port.disconnect();
      }
    });
  }

  /**
   * Takes a port, or refuses it.
   * @param {PortLike} port
   */
  accept(port) {
    const place = placeOf(port.sender, this.#ownId);
    if (!place) {
      port.disconnect();
      return;
    }
    /** @type {Client} */
    const client = { port, place, doc: null, inFrame: false, late: undefined, gone: false };
    this.#clients.add(client);
    port.onMessage.addListener((message) => this.#soon(() => this.#receive(client, message)));
    port.onDisconnect.addListener(() => this.#soon(() => this.#close(client)));
  }

  /** @param {() => void} work */
  #soon(work) {
    if (this.#core) work();
    else this.#waiting.push(work);
  }

  /** @param {Client} client */
  #leave(client) {
    client.gone = true;
    clearTimeout(client.late);
    this.#clients.delete(client);
    if (client.doc !== null && this.#byDoc.get(client.doc) === client) this.#byDoc.delete(client.doc);
  }

  /** @param {Client} client */
  #close(client) {
    if (client.gone) return;
    const owned = client.doc && this.#byDoc.get(client.doc) === client;
    this.#leave(client);
    if (!owned || !client.doc) return;
    if (client.inFrame) this.#frames.gone(client.doc);
    else this.#person.gone?.(client.place, client.doc);
    for (const { doc, call, step } of this.#relays.drop(client.doc)) {
      const outcome = /** @type {const} */ ({ kind: 'failed', message: 'the frame went away before it said what came of it' });
      this.#send(doc, [{ kind: 'relayed', doc, call, step: step.id, outcome }]);
    }
    this.#run([{ kind: 'close', doc: client.doc }]);
  }

  /**
   * @param {Client} client
   * @param {unknown} message
   */
  #receive(client, message) {
    if (client.gone || !isEnvelope(message)) return;
    const { id, body } = message;
    switch (message.kind) {
      case 'hello':
        this.#post(client, { v: VERSION, id, kind: 'ready', body: { typed: isProbe('probe' in body ? body.probe : null) } });
        return;
      case 'inputs':
        this.#inputs(client, id, 'messages' in body ? body.messages : null);
        return;
      default:
        this.#post(client, { v: VERSION, id, kind: 'fault', body: { message: 'unknown kind' } });
    }
  }

  /**
   * @param {Client} client
   * @param {number} id
   * @param {unknown} messages
   */
  #inputs(client, id, messages) {
    if (!Array.isArray(messages) || messages.length > BATCH) {
      this.#post(client, { v: VERSION, id, kind: 'fault', body: { message: 'no list of messages' } });
      return;
    }
    /** @type {Message[]} */
    const taken = [];
    /** @type {Effect[]} */
    const refused = [];
    clearTimeout(client.late);
    client.late = undefined;
    for (const message of messages) {
      const checked = this.#check(client, message);
      if (!checked) continue;
      if (checked.kind === 'here' || checked.kind === 'located' || checked.kind === 'go') this.#host(client, checked);
      else if (checked.kind === 'outcome' && client.inFrame) this.#relayed(checked);
      else {
        const answer = this.#admit(client, checked);
        if (answer) refused.push(answer);
        else taken.push(...this.#person.completed(client, checked.kind === 'open' ? { ...checked, tab: client.place.tab, origin: client.place.origin } : checked));
      }
    }
    const effects = [...refused, ...this.#run(taken, client.doc)];
    this.#post(client, { v: VERSION, id, kind: 'effects', body: { effects } });
  }

  /**
   * The answer to a call that may not be made.
   * @param {Client} client
   * @param {Message} message
   * @returns {Effect | null}
   */
  #admit(client, message) {
    // What was begun before is not begun again, and what a person has allowed is.
    if (message.kind !== 'request' || message.journal || /:ap-\d+$/.test(message.call)) return null;
    const { doc, call, input } = message;
    const output = this.#person.admit(client.place, input, isOwnCall(call));
    return output === null ? null : { kind: 'answer', doc, call, output, ok: false };
  }

  /**
   * A message that this client may send: of a known kind, about its own document, at its own origin.
   * @param {Client} client
   * @param {unknown} message
   * @returns {Message | ToHost | null}
   */
  #check(client, message) {
    if (typeof message !== 'object' || message === null) return null;
    const fields = /** @type {Record<string, unknown>} */ (message);
    if (fields.kind === 'here' && client.doc === null && client.place.frame) client.inFrame = true;
    if (typeof fields.kind !== 'string' || !(client.inFrame ? FRAME_KINDS : KINDS).has(fields.kind)) return null;
    if (fields.kind === 'facts') return this.#checkFacts(client, fields);
    if (typeof fields.doc !== 'string' || fields.doc === '' || fields.doc.length > DOC_CHARS) return null;
    if (fields.kind === 'open') {
      if (typeof fields.url !== 'string' || !standsAt(client.place, fields.url)) return null;
      if (!this.#claim(client, fields.doc)) return null;
    }
    if (fields.kind === 'here' && !this.#claim(client, fields.doc)) return null;
    if (fields.doc !== client.doc) return null;
    // The calls of a kit in a frame are those of the page around it; the core knows whose.
    if (client.inFrame || fields.kind === 'located') return /** @type {Message | ToHost} */ (message);
    if ('call' in fields && (typeof fields.call !== 'string' || !fields.call.startsWith(`${fields.doc}:`))) return null;
    // Its inside is for the core to read; it refuses what is not as it should be.
    return /** @type {Message | ToHost} */ (message);
  }

  /**
   * What a kit says to the host.
   * @param {Client} client
   * @param {ToHost} message
   */
  #host(client, message) {
    const { tab, origin } = client.place;
    if (message.kind === 'go') {
      if (typeof message.step === 'string') void this.#go(client, message.step);
      return;
    }
    const { doc, nonce } = message;
    if (typeof nonce !== 'string' || nonce.length > DOC_CHARS) return;
    if (message.kind === 'here') this.#frames.here({ doc, tab, origin }, nonce);
    else if (Number.isSafeInteger(message.handle)) this.#frames.located(tab, { doc, handle: message.handle }, nonce);
  }

  /**
   * The plan of a step for a frame is written: it may go there.
   * @param {Client} client
   * @param {string} id
   */
  async #go(client, id) {
    const effect = this.#relays.of(id, client.doc ?? '');
    if (!effect?.frame) return;
    const { call, step, frame } = effect;
    // After the worker's death nobody in the frames has connected again.
    if (!this.#byDoc.has(frame)) await this.#frames.wait(client.place.tab, frame);
    const kit = this.#byDoc.get(frame);
    if (kit?.place.tab === client.place.tab) {
      this.#send(frame, [{ ...effect, doc: frame, plan: '', parting: '' }]);
      return;
    }
    this.#relays.done(id, frame);
    const outcome = /** @type {const} */ ({ kind: 'refused', reason: 'gone', by: 0, found: '' });
    this.#send(effect.doc, [{ kind: 'relayed', doc: effect.doc, call, step: step.id, outcome }]);
  }

  /** @param {Extract<Message, { kind: 'outcome' }>} message From a kit in a frame. */
  #relayed({ doc: frame, step, outcome }) {
    const effect = this.#relays.done(step, frame);
    if (effect) this.#send(effect.doc, [{ kind: 'relayed', doc: effect.doc, call: effect.call, step, outcome }]);
  }

  /** @param {Extract<Effect, { kind: 'frames' }>} effect */
  async #seek({ doc, wanted }) {
    const tab = this.#byDoc.get(doc)?.place.tab;
    const framed = tab === undefined ? [] : await this.#frames.search(tab, wanted);
    this.#run([{ kind: 'frames', doc, framed }]);
  }

  /**
   * @param {Client} client
   * @param {Record<string, unknown>} fields
   * @returns {Message | null}
   */
  #checkFacts(client, { head, nodes, text }) {
    if (typeof head !== 'object' || head === null || typeof text !== 'string') return null;
    const { doc, url } = /** @type {Record<string, unknown>} */ (head);
    if (doc !== client.doc || typeof url !== 'string') return null;
    // Where a document in a frame is, the core has from us.
    if (!client.inFrame && !standsAt(client.place, url)) return null;
    // Where the channel does not carry bytes, the kit's side sends plain numbers.
    const words = Array.isArray(nodes) ? Uint32Array.from(nodes) : nodes;
    if (!(words instanceof Uint32Array)) return null;
    return /** @type {Message} */ ({ kind: 'facts', head, nodes: words, text });
  }

  /**
   * Makes a client the one for a document. A document is named by its kit and held by the browser's document: nobody
   * else can take the name over.
   * @param {Client} client
   * @param {string} doc
   * @returns {boolean}
   */
  #claim(client, doc) {
    if (client.doc !== null && client.doc !== doc) return false;
    const holder = this.#byDoc.get(doc);
    if (holder && holder !== client) {
      if (holder.place.document !== client.place.document) return false;
      this.#leave(holder);
    }
    client.doc = doc;
    this.#byDoc.set(doc, client);
    return true;
  }

  /**
   * Lets the core take messages and carries the effects to where they belong.
   * @param {Message[]} messages
   * @param {string | null} [own] The document whose effects are given back instead of sent.
   * @returns {Effect[]}
   */
  #run(messages, own = null) {
    /** @type {Effect[]} */
    const kept = [];
    /** @type {Map<string, Effect[]>} */
    const others = new Map();
    for (const message of messages) {
      for (const effect of this.#core?.take(message) ?? []) {
        if (effect.kind === 'ask') continue; // The request came as `approval`; the desk answers with `decided`.
        else if (effect.kind === 'frames') void this.#seek(effect);
        else if (effect.kind === 'log') this.#person.log(effect.entry, this.#byDoc.get(effect.entry.doc)?.place ?? null);
        else if (effect.kind === 'script') this.#person.scripts.take(effect);
        else if (effect.kind === 'tabs') this.#person.tabs(effect, this.#byDoc.get(effect.doc)?.place ?? null);
        else if (effect.kind === 'taint') this.#person.taint(effect.taint);
        else if (effect.kind === 'approval') this.#person.record(effect.record);
        else this.#person.watch(effect, this.#byDoc.get(effect.doc)?.place ?? null);
        if (HOST.has(effect.kind)) continue;
        if (effect.doc === own) kept.push(this.#noted(effect));
        else others.set(effect.doc, [...(others.get(effect.doc) ?? []), this.#noted(effect)]);
      }
    }
    for (const [doc, effects] of others) this.#send(doc, effects);
    return kept;
  }

  /**
   * The host's own word to the core.
   * @param {Message} message
   */
  tell(message) {
    this.#run([message]);
  }

  /** @param {Effect} effect */
  #noted(effect) {
    if (effect.kind === 'perform') this.#relays.note(effect);
    return effect;
  }

  /**
   * @param {string} doc
   * @param {Array<Effect | Relayed>} effects
   */
  #send(doc, effects) {
    const client = this.#byDoc.get(doc);
    if (!client) {
      // It went away; the core need not wait for it.
      queueMicrotask(() => this.#run([{ kind: 'close', doc }]));
      return;
    }
    if (client.inFrame && effects.some(({ kind }) => kind === 'capture' || kind === 'settle')) {
      client.late ??= setTimeout(() => {
        client.port.disconnect();
        this.#close(client);
      }, FRAME_MS);
    }
    this.#post(client, { v: VERSION, id: 0, kind: 'effects', body: { effects } });
  }

  /**
   * Where a document is, if it is connected.
   * @param {string} doc
   * @returns {Place | null}
   */
  placeOf(doc) {
    return this.#byDoc.get(doc)?.place ?? null;
  }

  /**
   * The pages that are connected, of a tab.
   * @param {number} tab
   * @returns {string[]}
   */
  docsOf(tab) {
    return [...this.#byDoc].filter(([, { place }]) => place.tab === tab && !place.frame).map(([doc]) => doc);
  }

  /**
   * @param {Client} client
   * @param {ToKit} message
   */
  #post(client, message) {
    // A port that closed a moment ago throws; its kit learns by itself that it is gone.
    try {
      client.port.postMessage(message);
    } catch {
      this.#close(client);
    }
  }
}
