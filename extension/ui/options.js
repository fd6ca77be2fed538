/** The options: levels of sites, rules, remembered answers, tools, limits, export, import, reset. */
import { MANAGED, RULES } from '../shared/rules.js';
import { ABSORB, GRANTS, LEVELS, SETTINGS, settingsOf, withLevel } from '../shared/settings.js';
import { draw, h, LEVEL_WORDS, siteOf, useState, useStored } from './lib.js';
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
    h('h1', null, 'What agents may do'),
    h('p', null, 'Agents may read every page. Before they change anything you are asked in Onecall\'s panel, unless a level, a rule or an earlier answer says otherwise.'),
    (Array.isArray(managed) || Array.isArray(levels)) && h('p', { class: 'warn' }, 'Your organisation has set rules too. They count first, and cannot be changed here.'),
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
    setWrong(origin === null ? 'Write a site like shop.example or https://shop.example.' : '');
    if (origin === null) return;
    store(withLevel(settings, origin, 'ask'));
    setSite('');
  };
  return h('section', { 'aria-labelledby': 'levels' },
    h('h2', { id: 'levels' }, 'Sites'),
    h('table', null, h('caption', null, 'What agents may do, by site'),
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Site'), h('th', { scope: 'col' }, 'Level'), h('td', null))),
      h('tbody', null, rows.map(({ origin, level, except }) => h('tr', { key: origin ?? '' },
        h('td', null, origin ?? 'all other sites'),
        h('td', null, h('select', { 'aria-label': `Level of ${origin ?? 'all other sites'}`, value: level, onChange: (/** @type {Event} */ event) => store(withLevel(settings, origin ?? null, /** @type {Level} */ (/** @type {HTMLSelectElement} */ (event.currentTarget).value))) },
          LEVELS.toReversed().map((one) => h('option', { value: one }, LEVEL_WORDS[one]))),
          level === 'all' && h(Except, { except, change: (next) => store(withLevel(settings, origin ?? null, 'all', next)) })),
        h('td', null, origin !== null && h('button', { onClick: () => store(withLevel(settings, origin ?? null, null)), 'aria-label': `Remove the level of ${origin}` }, 'Remove')))))),
    h('form', { class: 'row', onSubmit: add },
      h('label', null, 'Another site', h('input', { value: site, onInput: (/** @type {Event} */ event) => setSite(/** @type {HTMLInputElement} */ (event.currentTarget).value), placeholder: 'shop.example' })),
      h('button', null, 'Add site'), h('span', { role: 'alert', class: 'warn' }, wrong)),
    settings.off.length > 0 && h('div', null, h('p', null, 'Switched off on:'), h('ul', null, settings.off.map((origin) => h('li', null, origin, ' ',
      h('button', { onClick: () => store({ ...settings, off: settings.off.filter((one) => one !== origin) }), 'aria-label': `Switch on for ${origin}` }, 'Switch on'))))));
}

/** @type {Record<string, string>} */
const ABSORB_WORDS = { auto: 'when they are many (over 10 tools or 2,000 tokens)', always: 'always', never: 'never' };

/** @param {{ settings: Settings, store: (next: Settings) => void }} props */
function Tools({ settings, store }) {
  return h('section', { 'aria-labelledby': 'tools' },
    h('h2', { id: 'tools' }, 'Tools'),
    h('label', { class: 'wide' }, 'Offer a page\'s own tools through call only',
      h('select', { value: settings.absorb, onChange: (/** @type {Event} */ event) => { const mode = ABSORB.find((one) => one === /** @type {HTMLSelectElement} */ (event.currentTarget).value); if (mode) store({ ...settings, absorb: mode }); } },
        ABSORB.map((mode) => h('option', { value: mode }, ABSORB_WORDS[mode])))),
    h('p', null, h('label', null, h('input', { type: 'checkbox', checked: settings.readTool, onChange: () => store({ ...settings, readTool: !settings.readTool }) }),
      'Add a second tool, look, that only reads: for agents that ask you before every tool that can change something')));
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
    h('h2', { id: 'limits' }, 'Limits'),
    field('budget', 'Tokens of an answer, where the agent does not say', '600'),
    field('calls', 'Calls that one task may make', 'no limit'),
    field('tokens', 'Tokens that one task may read', 'no limit'),
    h('p', { class: 'soft' }, 'A task is all that happens in one tab, until half an hour has passed without a call or you begin a new one in the panel.'));
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
      said('The settings were read and count now.');
    } catch {
      said('That file holds no settings of Onecall. Nothing was changed.');
    }
  };
  const reset = async () => {
    if (!sure) return setSure(true);
    await chrome.storage.local.remove(EXPORTED);
    setSure(false);
    return said('All settings, rules and remembered answers are gone.');
  };
  return h('section', { 'aria-labelledby': 'keep' },
    h('h2', { id: 'keep' }, 'Export, import, reset'),
    h('div', { class: 'row' },
      h('button', { onClick: () => void save() }, 'Export'),
      h('label', null, 'Import', h('input', { type: 'file', accept: 'application/json', onChange: (/** @type {Event} */ event) => void load(event) })),
      h('button', { class: sure ? 'stop' : '', onClick: () => void reset() }, sure ? 'Really remove everything' : 'Reset')));
}

/** @param {unknown} stored @returns {unknown[]} */
const listOf = (stored) => (Array.isArray(stored) ? stored : []);

draw(Options);
