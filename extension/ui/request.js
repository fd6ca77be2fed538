/**
 * One request as the person sees it: who, where, what exactly, why it is asked, and the answers. It takes only a
 * person's own clicks and keys, and none in the moment in which it appears under the pointer.
 */
import { EFFECTS, h, send, useEffect, useState } from './lib.js';
import { branchOf } from '../shared/ui.js';

/** @import { Answer, Kept } from '../shared/ui.js' */

/** Milliseconds in which a request that has just appeared takes no answer: what is pressed then was meant for something else. */
const SETTLE = 700;

/**
 * @param {{ kept: Kept, here: boolean }} props
 */
export function Request({ kept, here }) {
  const { request, nonce, title } = kept;
  const [ready, setReady] = useState(false);
  const [scope, setScope] = useState(/** @type {Answer} */ ('page'));
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), SETTLE);
    return () => clearTimeout(timer);
  }, []);
  /** @param {Answer} answer */
  const says = (answer) => (/** @type {Event} */ event) => {
    if (event.isTrusted && ready) void send('decide', { id: request.id, nonce, answer });
  };
  const id = `request-${request.id}`;
  const entries = Array.isArray(request.args) ? request.args.map((value, at) => [`${at + 1}.`, value]) : Object.entries(request.args ?? {});
  return h('article', { class: 'card waits', 'aria-labelledby': id },
    h('h3', { id }, `An agent asks: ${request.across === null ? EFFECTS[request.effect] : 'reads what this page itself cannot'}`),
    h('dl', null,
      h('dt', null, 'Page'), h('dd', null, here ? 'this tab' : title || 'another tab', ' · ', h('b', null, request.origin)),
      h('dt', null, 'Does'), h('dd', null, h('code', null, request.path)),
      ...(entries.length === 0 ? [] : [h('dt', null, 'With'), h('dd', null, h('dl', null, entries.flatMap(([name, value]) => [
        h('dt', null, String(name)), h('dd', null, h('code', null, typeof value === 'string' ? value : JSON.stringify(value)))])))]),
      ...(request.because.length === 0 ? [] : [h('dt', null, 'Seen from'), h('dd', null, request.because.join('; '))]),
      h('dt', null, 'Asked by'), h('dd', null, request.why)),
    request.also.length > 0 && h('div', null, h('p', null, `The same answer covers ${request.also.length} more:`), h('ul', null, request.also.map((line) => h('li', null, h('code', null, line))))),
    h('div', { class: 'row' },
      h('button', { class: 'main', disabled: !ready, onClick: says('once') }, 'Allow once'),
      h('button', { disabled: !ready, onClick: says('deny') }, 'Deny'),
      h('label', null, h('span', null, 'for'),
        h('select', { value: scope, onChange: (/** @type {Event} */ event) => setScope(/** @type {Answer} */ (/** @type {HTMLSelectElement} */ (event.currentTarget).value)) },
          h('option', { value: 'page' }, 'this page, until it is left'),
          request.across === null && h('option', { value: 'branch' }, `this part: ${branchOf(request.path)}`),
          h('option', { value: 'site' }, 'this site'))),
      h('button', { disabled: !ready, onClick: says(scope) }, 'Allow for that'),
      h('button', { disabled: !ready, onClick: says('never') }, 'Deny always')));
}
