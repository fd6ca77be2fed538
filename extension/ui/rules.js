/** Rules and remembered answers, to be read, added and taken away by hand. */
import { CLASSES, DECISIONS, readRules, RULES } from '../shared/rules.js';
import { GRANTS } from '../shared/settings.js';
import { EFFECTS, h } from './lib.js';

/** @import { Grant } from '../shared/protocol' */

/** @param {string} key @param {unknown[]} list */
const store = (key, list) => void chrome.storage.local.set({ [key]: list });

/** @param {unknown} entry */
function cells(entry) {
  const [rule] = readRules([entry]);
  if (!rule) return [JSON.stringify(entry), '', '', 'cannot be read: no other rule allows anything until it is removed'];
  const about = rule.across === null ? (rule.effect ?? 'every effect') : `reading ${rule.across === '*' ? 'all frames and closed parts' : rule.across}`;
  return [rule.origin ?? 'all sites', rule.path ?? 'all paths', about, rule.decision];
}

/** @param {{ rules: unknown[], said: (text: string) => void }} props */
export function Rules({ rules, said }) {
  const add = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const fields = new FormData(form);
    const text = (/** @type {string} */ name) => String(fields.get(name) ?? '').trim() || null;
    const site = text('origin');
    store(RULES, [...rules, { origin: site === null ? null : originOf(site), path: text('path'), effect: text('effect'), decision: text('decision') }]);
    said('The rule was added.');
    form.reset();
  };
  return h('section', { 'aria-labelledby': 'rules-title' },
    h('h2', { id: 'rules-title' }, 'Rules'),
    h('p', { class: 'soft' }, 'Deny wins, then the more specific rule; between equals the stricter one.'),
    rules.length > 0 && h('table', null, h('caption', null, 'Your rules'),
      h('thead', null, h('tr', null, ['Site', 'Path', 'Effect', 'Decision'].map((name) => h('th', { scope: 'col' }, name)), h('td', null))),
      h('tbody', { id: 'rules' }, rules.map((entry, at) => {
        const texts = cells(entry);
        return h('tr', null, texts.map((text) => h('td', null, text)),
          h('td', null, h('button', { 'aria-label': `Remove rule ${at + 1}: ${texts.join(', ')}`, onClick: () => { store(RULES, rules.filter((_, index) => index !== at)); said('The rule was removed.'); } }, 'Remove')));
      }))),
    h('form', { onSubmit: add, 'aria-label': 'New rule' },
      h('label', { class: 'wide' }, 'Site', h('input', { name: 'origin', type: 'url', placeholder: 'https://shop.example (all sites if empty)' })),
      h('label', { class: 'wide' }, 'Path', h('input', { name: 'path', placeholder: 'page.forms.Search (all paths if empty)' })),
      h('label', { class: 'wide' }, 'Effect', h('select', { name: 'effect' }, h('option', { value: '' }, 'every effect'), CLASSES.map((name) => h('option', null, name)))),
      h('label', { class: 'wide' }, 'Decision', h('select', { name: 'decision' }, DECISIONS.map((name) => h('option', null, name)))),
      h('button', null, 'Add')));
}

/**
 * The origin as the core writes it; files have one for all of them.
 * @param {string} site
 */
function originOf(site) {
  const { origin, protocol } = new URL(site);
  return origin === 'null' ? `${protocol}//` : origin;
}

/** @param {{ grants: Grant[] }} props */
export function Grants({ grants }) {
  return h('section', { 'aria-labelledby': 'grants' },
    h('h2', { id: 'grants' }, 'Remembered answers'),
    grants.length === 0 ? h('p', null, 'None. What you allow for a site or a part of it appears here.') : h('table', null, h('caption', null, 'Allowed without asking again'),
      h('thead', null, h('tr', null, ['Site', 'Part', 'What'].map((name) => h('th', { scope: 'col' }, name)), h('td', null))),
      h('tbody', null, grants.map((grant, at) => h('tr', null,
        h('td', null, grant.origin), h('td', null, h('code', null, grant.branch ?? 'all of it')), h('td', null, grant.effect === null ? '' : EFFECTS[grant.effect]),
        h('td', null, h('button', { 'aria-label': `Forget answer ${at + 1}: ${grant.origin}`, onClick: () => store(GRANTS, grants.filter((_, index) => index !== at)) }, 'Forget')))))));
}
