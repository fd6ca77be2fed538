/**
 * What the switchboard deals with: ports, who is at them, and what the host does for the core. Types only.
 */

/** @import { Asked, Effect, LogEntry, Taint } from '../shared/protocol' */
/** @import { Message } from '../shared/core.js' */
/** @import { ToKit } from '../shared/wire.js' */
/** @import { Place, Sender } from './sender.js' */

/**
 * The part of `chrome.runtime.Port` that is used.
 * @typedef {object} PortLike
 * @property {Sender} [sender]
 * @property {(message: ToKit) => void} postMessage
 * @property {() => void} disconnect
 * @property {{ addListener(listener: (message: unknown) => void): void }} onMessage
 * @property {{ addListener(listener: () => void): void }} onDisconnect
 */

/**
 * @typedef {object} Client
 * @property {PortLike} port
 * @property {Place} place
 * @property {string | null} doc The document that it opened.
 * @property {boolean} inFrame It captures and performs for the page around its frame.
 * @property {ReturnType<typeof setTimeout> | undefined} late When it has to have answered.
 * @property {boolean} gone
 */

/**
 * @typedef {object} Person What the host does for the core.
 * @property {(place: Place, input: unknown, own: boolean) => string | null} admit A call, an agent's or the person's own; the answer where it may not be made.
 * @property {(entry: LogEntry, place: Place | null) => void} log
 * @property {(effect: Effect, place: Place | null) => void} watch What a document is told to do.
 * @property {(client: Client, message: Message) => Message[]} completed What a page says, with what its site has elsewhere.
 * @property {{ take: (effect: Extract<Effect, { kind: 'script' }>) => void }} scripts
 * @property {(record: Asked) => void} record How far a request has come.
 * @property {(effect: Extract<Effect, { kind: 'tabs' }>, place: Place | null) => void} tabs Another tab is listed or asked.
 * @property {(taint: Taint) => void} taint What agents have met, to be kept while the browser runs.
 * @property {(place: Place, doc: string) => void} [gone] A page has closed its port, as one does that goes.
 * @property {(tab: number) => void} [wakeFrames]
 */

export {};
