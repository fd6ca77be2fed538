/**
 * What crosses the port between a content script and the service worker: `{v, id, kind, body}`. Every message of a kit
 * has a reply that names its id. It must never carry anything that only one side could check.
 */

/** @import { Effect, Outcome } from './protocol' */
/** @import { Message } from './core.js' */

/** Version of the envelope; sides that differ do not talk. */
export const VERSION = 1;

/** Name of the ports that kits open. */
export const PORT = `onecall/kit/${VERSION}`;

/** What the worker sends to the content scripts of a tab when it needs those in frames. */
export const WAKE = 'onecall/wake/1';

/** What the names of a person's own calls begin with, behind the document's: no agent's task pays for them. The core knows it too. */
export const OWN_CALL = 'own-';

/** Did the person make a call of this name, in a page of ours? @param {string} call */
export const isOwnCall = (call) => call.includes(`:${OWN_CALL}`);

/** A reply that takes longer means that the port is dead, as one restored from the bfcache is, without saying so. */
export const REPLY_MS = 10_000;

/** What the first message carries: where it does not arrive as bytes, facts cross as plain arrays. */
export const PROBE = Uint8Array.of(1, 0, 255);

/**
 * What kits say to the worker and not to the core. A kit in a frame: "I am here". A kit with a frame element: "who says
 * this nonce is in it". A kit whose call has a step for a frame: "the plan is written, let it go".
 * @typedef {{ kind: 'here', doc: string, nonce: string }} Here
 * @typedef {{ kind: 'located', doc: string, handle: number, nonce: string }} Located
 * @typedef {{ kind: 'go', doc: string, call: string, step: string }} Go
 * @typedef {Here | Located | Go} ToHost
 *
 * What came of that step.
 * @typedef {{ kind: 'relayed', doc: string, call: string, step: string, outcome: Outcome }} Relayed
 */

/**
 * @typedef {{ v: 1, id: number, kind: 'hello', body: { probe: Uint8Array } }} Hello
 * @typedef {{ v: 1, id: number, kind: 'inputs', body: { messages: Array<Message | ToHost> } }} Inputs
 * @typedef {Hello | Inputs} ToWorker
 */

/**
 * @typedef {{ v: 1, id: number, kind: 'ready', body: { typed: boolean } }} Ready Reply to `hello`.
 * @typedef {{ v: 1, id: number, kind: 'effects', body: { effects: Array<Effect | Relayed> } }} Effects Reply to `inputs`, or by itself with id 0.
 * @typedef {{ v: 1, id: number, kind: 'fault', body: { message: string } }} Fault The message could not be taken.
 * @typedef {Ready | Effects | Fault} ToKit
 */

/**
 * An envelope whose outside is right; the body is still to be checked.
 * @param {unknown} message
 * @returns {message is { v: 1, id: number, kind: string, body: object }}
 */
export function isEnvelope(message) {
  if (typeof message !== 'object' || message === null) return false;
  const { v, id, kind, body } = /** @type {Record<string, unknown>} */ (message);
  return v === VERSION && Number.isSafeInteger(id) && typeof kind === 'string' && typeof body === 'object' && body !== null;
}

/**
 * True where the probe arrived as the bytes that it was.
 * @param {unknown} probe
 * @returns {boolean}
 */
export function isProbe(probe) {
  return probe instanceof Uint8Array && probe.length === PROBE.length && PROBE.every((byte, at) => probe[at] === byte);
}
