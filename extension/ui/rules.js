/** Rules and remembered answers, to be read, added and taken away by hand. */
import { CLASSES, DECISIONS, readRules, RULES } from '../shared/rules.js';
import { GRANTS } from '../shared/settings.js';
import { decisionWords, effectWords, h, t } from './lib.js';

/** @import { Class, Grant } from '../shared/protocol' */

/** @param {string} key @param {unknown[]} list */
const store = (key, list) => void chrome.storage.local.set({ [key]: list });

/** @param {unknown} entry */
function cells(entry) {
  const [rule] = readRules([entry]);
  if (!rule) return [JSON.stringify(entry), '', '', t('ruleUnreadable')];
  const about = rule.across === null ? (rule.effect ? effectWords(rule.effect) : t('everyEffect')) : t('readingAcross', rule.across === '*' ? t('allAcross') : rule.across);
  return [rule.origin ?? t('allSites'), rule.path ?? t('allPaths'), about, decisionWords(rule.decision)];
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
    said(t('ruleAdded'));
    form.reset();
  };
  return h('section', { 'aria-labelledby': 'rules-title' },
    h('h2', { id: 'rules-title' }, t('rules')),
    h('p', { class: 'soft' }, t('rulesIntro')),
    rules.length > 0 && h('table', { class: 'rules', role: 'table' }, h('caption', null, t('yourRules')),
      h('thead', null, h('tr', null, ['site', 'path', 'effect', 'decision'].map((name) => h('th', { scope: 'col' }, t(name))), h('td', null))),
      h('tbody', { id: 'rules', role: 'rowgroup' }, rules.map((entry, at) => {
        const texts = cells(entry);
        return h('tr', { role: 'row' }, texts.map((text) => h('td', { role: 'cell' }, text)),
          h('td', { role: 'cell' }, h('button', { 'aria-label': t('removeRule', at + 1, texts.join(', ')), onClick: () => { store(RULES, rules.filter((_, index) => index !== at)); said(t('ruleRemoved')); } }, t('remove'))));
      }))),
    h('form', { onSubmit: add, 'aria-label': t('newRule') },
      h('label', { class: 'wide' }, t('site'), h('input', { name: 'origin', type: 'url', placeholder: t('ruleSite') })),
      h('label', { class: 'wide' }, t('path'), h('input', { name: 'path', placeholder: t('rulePath') })),
      h('label', { class: 'wide' }, t('effect'), h('select', { name: 'effect' }, h('option', { value: '' }, t('everyEffect')), CLASSES.map((name) => h('option', { value: name }, effectWords(/** @type {Class} */ (name)))))),
      h('label', { class: 'wide' }, t('decision'), h('select', { name: 'decision' }, DECISIONS.map((name) => h('option', { value: name }, decisionWords(name))))),
      h('button', null, t('add'))));
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
    h('h2', { id: 'grants' }, t('remembered')),
    grants.length === 0 ? h('p', null, t('noneRemembered')) : h('table', null, h('caption', null, t('allowedAlready')),
      h('thead', null, h('tr', null, ['site', 'part', 'what'].map((name) => h('th', { scope: 'col' }, t(name))), h('td', null))),
      h('tbody', null, grants.map((grant, at) => h('tr', null,
        h('td', null, grant.origin), h('td', null, h('code', null, grant.branch ?? t('allOfIt'))), h('td', null, grant.effect === null ? '' : effectWords(grant.effect)),
        h('td', null, h('button', { 'aria-label': t('forgetAnswer', at + 1, grant.origin), onClick: () => store(GRANTS, grants.filter((_, index) => index !== at)) }, t('forget'))))))));
}
