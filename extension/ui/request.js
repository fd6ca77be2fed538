/**
 * One request as the person sees it: who, where, what exactly, why it is asked, and the answers. It takes only a
 * person's own clicks and keys, and none in the moment in which it appears under the pointer.
 */
import { h, send, t, useEffect, useState } from './lib.js';
import { signWords, whyWords } from './reasons.js';
import { branchOf, PICTURES } from '../shared/ui.js';

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
    h('h3', { id }, t('asks', asked(request))),
    h('dl', null,
      h('dt', null, t('requestPage')), h('dd', null, here ? t('thisTab') : title || t('otherTab'), ' · ', h('b', null, request.origin)),
      h('dt', null, t('requestDoes')), h('dd', null, h('code', null, request.path)),
      ...(entries.length === 0 ? [] : [h('dt', null, t('requestWith')), h('dd', null, h('dl', null, entries.flatMap(([name, value]) => [
        h('dt', null, String(name)), h('dd', null, h('code', null, typeof value === 'string' ? value : JSON.stringify(value)))])))]),
      ...(request.because.length === 0 ? [] : [h('dt', null, t('requestSeen')), h('dd', null, request.because.map(signWords).join('; '))]),
      h('dt', null, t('requestWhy')), h('dd', null, whyWords(request.why))),
    request.also.length > 0 && h('div', null, h('p', null, t('coversMore', request.also.length)), h('ul', null, request.also.map((line) => h('li', null, h('code', null, line))))),
    h('div', { class: 'row' },
      h('button', { class: 'main', disabled: !ready, onClick: says('once') }, t('allowOnce')),
      h('button', { disabled: !ready, onClick: says('deny') }, t('deny')),
      h('button', { disabled: !ready, onClick: says('never') }, t('denyAlways'))),
    h('div', { class: 'row' },
      h('label', null, h('span', null, t('forScope')),
        h('select', { value: scope, onChange: (/** @type {Event} */ event) => setScope(/** @type {Answer} */ (/** @type {HTMLSelectElement} */ (event.currentTarget).value)) },
          h('option', { value: 'page' }, t('scopePage')),
          request.across === null && h('option', { value: 'branch' }, t('scopeBranch', branchOf(request.path))),
          h('option', { value: 'site' }, t('scopeSite')))),
      h('button', { disabled: !ready, onClick: says(scope) }, t('allowFor'))));
}

/** What it comes to, after "An agent wants to". @param {Kept['request']} request */
function asked({ across, effect }) {
  if (across === null) return t(`asks_${effect}`);
  return t(across === PICTURES ? 'asksPicture' : 'asksAcross');
}
