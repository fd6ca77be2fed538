/**
 * How the hosts on one page agree which of them registers `call`: synchronous events on the document, with a version and
 * a host in them. A page can send them too, so they are only ever a reason to look, or to step back.
 *
 * `onecall:claim`: "I register now". The extension wins over the script tag; of two copies of one kind, an earlier copy
 * of the script tag stays, and a content script whose extension is gone gives way.
 * `onecall:who`: "Is somebody here?" Whoever holds the claim sends it again, in the same turn.
 */

/** @typedef {'extension' | 'page'} HostKind */
/** @typedef {{ host: HostKind }} Claim */

/**
 * Version of these events. Who is here and who gives way is read of every version, older and newer: it is how two builds
 * that know nothing else of each other still register one tool. What a version adds must be optional.
 */
const VERSION = 1;

const CLAIM = 'onecall:claim';
const WHO = 'onecall:who';

/**
 * Says that this host registers.
 * @param {Document} document
 * @param {HostKind} host
 */
export function claim(document, host) {
  send(document, CLAIM, host);
}

/**
 * Hears the claims of others. The own ones are heard too, as with any event.
 * @param {Document} document
 * @param {(host: HostKind) => void} listener
 * @returns {() => void} Stops hearing.
 */
export function onClaim(document, listener) {
  return hear(document, CLAIM, listener);
}

/**
 * Answers those who ask who is here.
 * @param {Document} document
 * @param {HostKind} host Who the answer names.
 * @returns {() => void} Stops answering.
 */
export function answerWho(document, host) {
  return hear(document, WHO, () => claim(document, host));
}

/**
 * Asks who is here; the answer comes in the same turn or not at all.
 * @param {Document} document
 * @param {HostKind} host Who asks.
 * @returns {HostKind | null}
 */
export function who(document, host) {
  /** @type {HostKind | null} */
  let found = null;
  const stop = onClaim(document, (other) => {
    if (found !== 'extension') found = other;
  });
  send(document, WHO, host);
  stop();
  return found;
}

/**
 * @param {Document} document
 * @param {string} name
 * @param {HostKind} host
 */
function send(document, name, host) {
  // Text, because an object does not cross from one script world to another.
  document.dispatchEvent(new CustomEvent(name, { detail: JSON.stringify({ v: VERSION, host }) }));
}

/**
 * @param {Document} document
 * @param {string} name
 * @param {(host: HostKind) => void} listener
 * @returns {() => void}
 */
function hear(document, name, listener) {
  const heard = (/** @type {Event} */ event) => {
    const said = read(event);
    if (said) listener(said.host);
  };
  document.addEventListener(name, heard);
  return () => document.removeEventListener(name, heard);
}

/**
 * @param {Event} event
 * @returns {Claim | null}
 */
function read(event) {
  const detail = 'detail' in event ? event.detail : null;
  if (typeof detail !== 'string' || detail.length > 200) return null;
  try {
    const said = JSON.parse(detail);
    return Number.isInteger(said?.v) && (said.host === 'extension' || said.host === 'page') ? { host: said.host } : null;
  } catch {
    return null;
  }
}
