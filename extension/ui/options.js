/** The options: levels of sites, rules, remembered answers, tools, limits, export, import, reset. */
import { MANAGED, RULES } from '../shared/rules.js';
import { ABSORB, GRANTS, LEVELS, SETTINGS, settingsOf, withLevel } from '../shared/settings.js';
import { draw, h, levelWords, t, siteOf, useState, useStored } from './lib.js';
import { Except } from './except.js';
import { Grants, Rules } from './rules.js';

/** @import { Class, Grant, Level } from '../shared/protocol' */
/** @import { Settings } from '../shared/settings.js' */

/** What an export holds. */
const EXPORTED = [SETTINGS, RULES, GRANTS];

function Options() {
  const settings = settingsOf(useStored('local', SETTINGS));
  const rules = listOf(useStored('local', RULES));
  const grants = /** @type {Grant[]} */ (listOf(useStored('local', GRANTS)));
  const managed = useStored('managed', MANAGED);
  const levels = useStored('managed', 'levels');
  const [said, setSaid] = useState('');
  /** @param {Settings} next */
  const store = (next) => void chrome.storage.local.set({ [SETTINGS]: next });
  return h('div', null,
    h('h1', null, t('optionsHead')),
    h('p', null, t('optionsIntro')),
    (Array.isArray(managed) || Array.isArray(levels)) && h('p', { class: 'warn' }, t('optionsManaged')),
    h(Levels, { settings, store }),
    h(Rules, { rules, said: setSaid }),
    h(Grants, { grants }),
    h(Tools, { settings, store }),
    h(Limits, { settings, store }),
    h(Keep, { said: setSaid }),
    h('p', { role: 'status' }, said));
}

/** @param {{ settings: Settings, store: (next: Settings) => void }} props */
function Levels({ settings, store }) {
  const [site, setSite] = useState('');
  const [wrong, setWrong] = useState('');
  const all = settings.levels.find(({ origin }) => origin === null);
  const rows = [all ?? { origin: null, level: /** @type {Level} */ ('ask'), except: /** @type {Class[]} */ ([]) }, ...settings.levels.filter(({ origin }) => origin !== null)];
  const add = (/** @type {Event} */ event) => {
    event.preventDefault();
    const origin = siteOf(site.includes('://') ? site : `https://${site}`);
    setWrong(origin === null ? t('wrongSite') : '');
    if (origin === null) return;
    store(withLevel(settings, origin, 'ask'));
    setSite('');
  };
  return h('section', { 'aria-labelledby': 'levels' },
    h('h2', { id: 'levels' }, t('sites')),
    h('table', null, h('caption', null, t('sitesCaption')),
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('site')), h('th', { scope: 'col' }, t('level')), h('td', null))),
      h('tbody', null, rows.map(({ origin, level, except }) => h('tr', { key: origin ?? '' },
        h('td', null, origin ?? t('allOthers')),
        h('td', null, h('select', { 'aria-label': t('levelOf', origin ?? t('allOthers')), value: level, onChange: (/** @type {Event} */ event) => store(withLevel(settings, origin ?? null, /** @type {Level} */ (/** @type {HTMLSelectElement} */ (event.currentTarget).value))) },
          LEVELS.toReversed().map((one) => h('option', { value: one }, levelWords(one)))),
          level === 'all' && h(Except, { except, change: (next) => store(withLevel(settings, origin ?? null, 'all', next)) })),
        h('td', null, origin !== null && h('button', { onClick: () => store(withLevel(settings, origin ?? null, null)), 'aria-label': t('removeLevel', origin ?? '') }, t('remove'))))))),
    h('form', { class: 'row', onSubmit: add },
      h('label', null, t('anotherSite'), h('input', { value: site, onInput: (/** @type {Event} */ event) => setSite(/** @type {HTMLInputElement} */ (event.currentTarget).value), placeholder: 'shop.example' })),
      h('button', null, t('addSite')), h('span', { role: 'alert', class: 'warn' }, wrong)),
    settings.off.length > 0 && h('div', null, h('p', null, t('offOn')), h('ul', null, settings.off.map((origin) => h('li', null, origin, ' ',
      h('button', { onClick: () => store({ ...settings, off: settings.off.filter((one) => one !== origin) }), 'aria-label': t('switchOnFor', origin) }, t('switchOn')))))));
}

/** @param {{ settings: Settings, store: (next: Settings) => void }} props */
function Tools({ settings, store }) {
  return h('section', { 'aria-labelledby': 'tools' },
    h('h2', { id: 'tools' }, t('tools')),
    h('label', { class: 'wide' }, t('absorb'),
      h('select', { value: settings.absorb, onChange: (/** @type {Event} */ event) => { const mode = ABSORB.find((one) => one === /** @type {HTMLSelectElement} */ (event.currentTarget).value); if (mode) store({ ...settings, absorb: mode }); } },
        ABSORB.map((mode) => h('option', { value: mode }, t(`absorb_${mode}`))))),
    h('p', null, h('label', null, h('input', { type: 'checkbox', checked: settings.readTool, onChange: () => store({ ...settings, readTool: !settings.readTool }) }),
      t('readTool'))));
}

/** @param {{ settings: Settings, store: (next: Settings) => void }} props */
function Limits({ settings, store }) {
  /** @param {'budget' | 'calls' | 'tokens'} name @param {string} label @param {string} empty */
  const field = (name, label, empty) => h('label', { class: 'wide' }, label,
    h('input', { type: 'number', min: 1, step: 1, value: settings[name] ?? '', placeholder: empty, onChange: (/** @type {Event} */ event) => {
      const number = Number(/** @type {HTMLInputElement} */ (event.currentTarget).value);
      store({ ...settings, [name]: Number.isSafeInteger(number) && number > 0 ? number : null });
    } }));
  return h('section', { 'aria-labelledby': 'limits' },
    h('h2', { id: 'limits' }, t('limits')),
    field('budget', t('limitBudget'), '600'),
    field('calls', t('limitCalls'), t('noLimit')),
    field('tokens', t('limitTokens'), t('noLimit')),
    h('p', { class: 'soft' }, t('taskMeans')));
}

/** @param {{ said: (text: string) => void }} props */
function Keep({ said }) {
  const [sure, setSure] = useState(false);
  const save = async () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(await chrome.storage.local.get(EXPORTED), null, 1)], { type: 'application/json' }));
    link.download = 'onecall-settings.json';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const load = async (/** @type {Event} */ event) => {
    const [file] = /** @type {HTMLInputElement} */ (event.currentTarget).files ?? [];
    if (!file) return;
    try {
      const given = JSON.parse(await file.text());
      const known = Object.fromEntries(EXPORTED.filter((key) => key in given).map((key) => [key, given[key]]));
      if (Object.keys(known).length === 0) throw new Error('nothing of ours');
      await chrome.storage.local.set(known);
      said(t('imported'));
    } catch {
      said(t('notImported'));
    }
  };
  const reset = async () => {
    if (!sure) return setSure(true);
    await chrome.storage.local.remove(EXPORTED);
    setSure(false);
    return said(t('resetDone'));
  };
  return h('section', { 'aria-labelledby': 'keep' },
    h('h2', { id: 'keep' }, t('keep')),
    h('div', { class: 'row' },
      h('button', { onClick: () => void save() }, t('export')),
      h('label', null, t('import'), h('input', { type: 'file', accept: 'application/json', onChange: (/** @type {Event} */ event) => void load(event) })),
      h('button', { class: sure ? 'stop' : '', onClick: () => void reset() }, t(sure ? 'resetSure' : 'reset'))));
}

/** @param {unknown} stored @returns {unknown[]} */
const listOf = (stored) => (Array.isArray(stored) ? stored : []);

draw(Options, 'optionsTitle');
