/**
 * What our own pages ask of a document on the person's behalf: a call to try, what the page costs an agent, and to
 * connect because something was allowed. Only the extension can send these messages; pages cannot.
 */
import { isUi } from '../shared/ui.js';
import { measure } from './measure.js';

/** Calls from other tabs whose answers are kept: a worker that has died meanwhile asks again. */
const MOST = 50;

/**
 * @param {object} document
 * @param {() => boolean} document.there Can there be anything that waits for a person?
 * @param {() => boolean} document.wake Connects to the worker; false where there is nothing that could be run.
 * @param {(input: unknown, look: boolean) => Promise<string>} document.call
 */
export function hearPerson({ there, wake, call }) {
  /** By name. @type {Map<string, Promise<string>>} */
  const handed = new Map();
  /** @param {Record<string, unknown>} body */
  const answered = ({ input, look, of, name, again }) => {
    // Meant for a document of another site, which was here a moment ago.
    if (typeof of === 'string' && of !== origin()) return Promise.resolve(null);
    if (typeof name !== 'string') return call(input, look === true);
    const known = handed.get(name);
    // Another document was asked; nobody knows what came of it.
    if (known || again === true) return known ?? Promise.resolve(null);
    const answer = call(input, look === true);
    handed.set(name, answer);
    for (const old of handed.keys()) {
      if (handed.size <= MOST) break;
      handed.delete(old);
    }
    return answer;
  };
  chrome.runtime.onMessage.addListener((message, sender, reply) => {
    if (sender.id !== chrome.runtime.id || !isUi(message)) return undefined;
    const { kind, body } = message;
    if (kind === 'wake') reply(wake());
    else if (kind === 'there') reply(there());
    else if (kind === 'call') void answered(body).then(reply);
    else if (kind === 'measure') void measure(window, call).then(reply, () => reply(null));
    else return undefined;
    return kind !== 'wake' && kind !== 'there';
  });
}

/** As rules have it. */
function origin() {
  if (window.origin !== 'null') return window.origin;
  const { protocol, origin: of } = window.location;
  return protocol === 'file:' ? 'file://' : of;
}
