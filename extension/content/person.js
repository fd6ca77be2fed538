/**
 * What our own pages ask of a document on the person's behalf: a call to try, what the page costs an agent, and to
 * connect because something was allowed. Only the extension can send these messages; pages cannot.
 */
import { isUi } from '../shared/ui.js';
import { measure } from './measure.js';

/**
 * @param {object} document
 * @param {() => boolean} document.wake Connects to the worker; false where there is nothing that could be run.
 * @param {(input: unknown, look: boolean) => Promise<string>} document.call
 */
export function hearPerson({ wake, call }) {
  chrome.runtime.onMessage.addListener((message, sender, reply) => {
    if (sender.id !== chrome.runtime.id || !isUi(message)) return undefined;
    const { kind, body } = message;
    if (kind === 'wake') reply(wake());
    else if (kind === 'call') void call(body.input, body.look === true).then(reply);
    else if (kind === 'measure') void measure(window, call).then(reply, () => reply(null));
    else return undefined;
    return kind !== 'wake';
  });
}
