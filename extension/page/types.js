// The shapes that the kit's modules and its hosts share; types only, no code.

/**
 * @typedef {import('../shared/protocol.d.ts').Input} Input
 * @typedef {import('../shared/protocol.d.ts').Effect} Effect
 * @typedef {import('../shared/protocol.d.ts').Outcome} Outcome
 * @typedef {import('../shared/protocol.d.ts').Refusal} Refusal
 * @typedef {import('../shared/protocol.d.ts').Step} Step
 * @typedef {import('../shared/protocol.d.ts').Act} Act
 * @typedef {Exclude<Act, FarAct>} PageAct Acts on the page itself, not done by the page's own code.
 * @typedef {import('../shared/protocol.d.ts').Check} Check
 * @typedef {import('../shared/protocol.d.ts').Journal} Journal
 * @typedef {import('../shared/protocol.d.ts').Heard} Heard
 * @typedef {import('../shared/protocol.d.ts').JsonValue} Value
 *
 * @typedef {import('./capture.js').Part} Part
 * @typedef {{ kind: 'facts' } & Part} FactsPart
 * @typedef {Input | FactsPart | import('../shared/wire.js').ToHost} Message
 * @typedef {Effect | import('../shared/wire.js').Relayed} ToDo
 */

/**
 * What joins a kit to a core; the host makes it. `post` on a link that is down connects first; where it cannot,
 * it throws or calls the `onDown` listener. `reset` drops a connection that may be dead without knowing it
 * (a page back from the bfcache). Effects come in the order in which the core made them.
 * @typedef {{
 *   post: (messages: Message[]) => void,
 *   onEffects: (listener: (effects: ToDo[]) => void) => void,
 *   onDown: (listener: () => void) => void,
 *   up: () => boolean,
 *   reset?: () => void,
 * }} Link
 */

/**
 * Facts and handles (capture.js).
 * @typedef {import('./capture.js').Capture} Capture
 * @typedef {Document | ShadowRoot} Root
 * @typedef {(document: Document, options: { doc: string, onRoot: (root: Root) => void }) => Capture} CreateCapture
 *
 * JS dialogs while an act runs: answered at once, and kept. Counts: as many `disarm` as `arm`.
 * @typedef {{ arm: () => void, disarm: () => void, take: () => Heard[], answer: (how: import('../shared/dialogs.js').How) => void }} Dialogs
 */

/**
 * What the page's own code offers and does, in its own script world: the provider itself, or what reaches it there.
 * `look` tells what is new, at once; `offers` is all that is offered.
 * @typedef {import('../shared/provider/provider.js').Offer} Offer
 * @typedef {import('../shared/provider/provider.js').Note} Note
 * @typedef {import('../shared/provider/provider.js').FarAct} FarAct
 * @typedef {{
 *   look: () => Promise<void> | void,
 *   readonly offers: Offer[],
 *   onOffer: (listener: (offer: Offer | Note) => unknown) => void,
 *   perform: (act: FarAct, signal: AbortSignal) => Promise<Outcome>,
 * }} Provider
 */

/**
 * What acts may use besides the element they act on.
 * @typedef {{
 *   handleOf: (element: Element) => number,
 *   elementOf: (handle: number) => Element | null | undefined,
 *   rawText: (element: Element, most?: number) => string,
 *   isSecret: (element: Element) => boolean,
 *   dialogs: Dialogs,
 *   document: Document,
 *   window: Window & typeof globalThis,
 * }} Page
 */

export {};
