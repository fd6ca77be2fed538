/**
 * What our own pages ask of a document on the person's behalf: a call to try, what the page costs an agent, and to
 * connect because something was allowed. Only the extension can send these messages; pages cannot.
 */
import { isUi } from '../shared/ui.js';
import { measure } from './measure.js';

/** @import { Handed } from './handed.js' */

/**
 * @param {object} document
 * @param {(doc: unknown) => boolean} document.there Is it the kit's document?
 * @param {(doc: unknown) => boolean} document.wake Lets it connect to the worker; false where there is nothing that could be run.
 * @param {() => boolean} document.readable Is it a page that can be read, and not the browser's viewer?
 * @param {(input: unknown, look: boolean, signal?: AbortSignal) => Promise<string>} document.call
 * @param {Handed} document.handed
 */
export function hearPerson({ there, wake, readable, call, handed }) {
  /** @param {Record<string, unknown>} body */
  const answered = ({ input, look, of, name, again }) => {
    // Meant for a document of another site, which was here a moment ago.
    if (typeof of === 'string' && of !== origin()) return Promise.resolve(null);
    if (typeof name !== 'string') return call(input, look === true);
    return handed.take(name, again === true, (signal) => call(input, look === true, signal));
  };
  chrome.runtime.onMessage.addListener((message, sender, reply) => {
    if (sender.id !== chrome.runtime.id || !isUi(message)) return undefined;
    const { kind, body } = message;
    if (kind === 'wake') reply(wake(body.doc));
    else if (kind === 'there') reply(there(body.doc));
    else if (kind === 'readable') reply(readable());
    else if (kind === 'call') void answered(body).then(reply);
    else if (kind === 'ended') reply(handed.end(body.name));
    else if (kind === 'measure') void measure(window, call).then(reply, () => reply(null));
    else return undefined;
    return kind === 'call' || kind === 'measure';
  });
}

/** As rules have it. */
function origin() {
  if (window.origin !== 'null') return window.origin;
  const { protocol, origin: of } = window.location;
  return protocol === 'file:' ? 'file://' : of;
}
