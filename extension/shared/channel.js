/**
 * The channel between the two script worlds of one document: a detached element that only they hold, on which each
 * dispatches events synchronously. It is handed over in an event on the document before any script of the page runs.
 * What comes from the page's world is untrusted, as a page that was there first may have got the element too.
 */

/** Handed over by the isolated world: `relatedTarget` is the element. */
const OFFER = 'onecall:channel';
/** Said by the page's world: "I am here now", so that the order in which the two start does not matter. */
const HERE = 'onecall:main';
/** Version; sides that differ do not talk. */
const VERSION = 1;

/**
 * Functions of the world as they were when our script started; the page may replace them later.
 * @typedef {object} Natives
 * @property {typeof EventTarget.prototype.addEventListener} addEventListener
 * @property {typeof EventTarget.prototype.dispatchEvent} dispatchEvent
 * @property {typeof CustomEvent} CustomEvent
 * @property {(event: Event) => unknown} detail
 * @property {(event: Event) => unknown} relatedTarget
 */

/**
 * @param {Window & typeof globalThis} window
 * @returns {Natives}
 */
export function natives(window) {
  const { addEventListener, dispatchEvent } = window.EventTarget.prototype;
  return {
    addEventListener,
    dispatchEvent,
    CustomEvent: window.CustomEvent,
    detail: getter(window.CustomEvent.prototype, 'detail'),
    relatedTarget: getter(window.MouseEvent.prototype, 'relatedTarget'),
  };
}

/**
 * @param {object} prototype
 * @param {string} name
 * @returns {(event: Event) => unknown}
 */
function getter(prototype, name) {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (event) => {
    // On an event of another kind the getter throws.
    try {
      return get && Reflect.apply(get, event, []);
    } catch {
      return undefined;
    }
  };
}

/**
 * One side of the channel.
 * @typedef {object} Channel
 * @property {(kind: string, body?: unknown) => boolean} send False where the other side is not there.
 */

/**
 * The isolated world's side. It works as soon as the other side has taken the element.
 * @param {Window & typeof globalThis} window
 * @param {(kind: string, body: unknown) => void} receive
 * @returns {Channel}
 */
export function offerChannel(window, receive) {
  const { document } = window;
  const its = natives(window);
  const element = document.createElement('onecall-channel');
  let taken = false;
  let ready = false;
  /** What comes before the caller has got the channel. @type {Array<{ kind: string, body: unknown }>} */
  const queued = [];
  const deliver = () => {
    while (ready && queued.length > 0) {
      const message = queued.shift();
      if (message) receive(message.kind, message.body);
    }
  };
  its.addEventListener.call(element, 'up', (event) => {
    const message = open(its.detail(event));
    if (message?.kind === 'taken') taken = true;
    if (message) queued.push(message);
    deliver();
  });
  const offer = () => {
    if (!taken) its.dispatchEvent.call(document, new window.MouseEvent(OFFER, { relatedTarget: element }));
  };
  its.addEventListener.call(document, HERE, offer);
  offer();
  queueMicrotask(() => {
    ready = true;
    deliver();
  });
  return {
    send(kind, body) {
      if (taken) its.dispatchEvent.call(element, new its.CustomEvent('down', { detail: seal(kind, body) }));
      return taken;
    },
  };
}

/**
 * The page's world's side. It takes one element and no other until that one says `bye`.
 * @param {Window & typeof globalThis} window
 * @param {(kind: string, body: unknown) => void} receive
 * @returns {Channel}
 */
export function takeChannel(window, receive) {
  const { document } = window;
  const its = natives(window);
  /** @type {EventTarget | null} */
  let element = null;
  /** @type {(kind: string, body?: unknown) => boolean} */
  const send = (kind, body) => {
    if (element) its.dispatchEvent.call(element, new its.CustomEvent('up', { detail: seal(kind, body) }));
    return element !== null;
  };
  its.addEventListener.call(document, OFFER, (event) => {
    const offered = its.relatedTarget(event);
    if (element || !(offered instanceof window.EventTarget)) return;
    element = offered;
    its.addEventListener.call(offered, 'down', (inner) => {
      const message = element === offered ? open(its.detail(inner)) : null;
      if (message?.kind === 'bye') element = null;
      if (message) receive(message.kind, message.body);
    });
    send('taken');
  });
  its.dispatchEvent.call(document, new window.Event(HERE));
  return { send };
}

/**
 * Text, because objects do not cross from one world to another.
 * @param {string} kind
 * @param {unknown} body
 * @returns {string}
 */
function seal(kind, body) {
  return JSON.stringify({ v: VERSION, kind, body });
}

/**
 * @param {unknown} text
 * @returns {{ kind: string, body: unknown } | null}
 */
function open(text) {
  if (typeof text !== 'string') return null;
  try {
    const message = JSON.parse(text);
    return message?.v === VERSION && typeof message.kind === 'string' ? { kind: message.kind, body: message.body } : null;
  } catch {
    return null;
  }
}
