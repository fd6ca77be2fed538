/** The log: what agents read and did, when, what was decided, and how large the answers were. */
import { cameWords, clock, decisionWords, effectWords, h, many, send, t, useEffect, useState, useStored } from './lib.js';

/** @import { LogEntry } from '../shared/protocol' */

/** Lines that are drawn; the export has all. */
const SHOWN = 200;

/** @param {{ site: string | null }} props */
export function LogTable({ site }) {
  const [entries, setEntries] = useState(/** @type {LogEntry[]} */ ([]));
  const [all, setAll] = useState(false);
  const head = useStored('local', 'onecall.log');
  const segment = useStored('local', `onecall.log.${typeof head === 'number' ? head % 20 : 0}`);
  useEffect(() => void send('log').then((found) => setEntries(Array.isArray(found) ? found.toReversed() : [])), [segment]);
  const shown = entries.filter(({ origin }) => all || origin === site);
  return h('section', { 'aria-label': t('tabLog'), class: 'log' },
    h('div', { class: 'row' },
      h('label', null, h('input', { type: 'checkbox', checked: all, onChange: () => setAll(!all) }), t('allSites')),
      h('button', { onClick: () => save(entries), disabled: entries.length === 0 }, t('exportJson'))),
    shown.length === 0 ? h('p', null, t('logEmpty')) : h('table', null,
      h('caption', null, many(shown.length, 'logLines')),
      h('thead', null, h('tr', null, ['logTime', 'logWhat', 'logCame'].map((name) => h('th', { scope: 'col' }, t(name))))),
      h('tbody', null, shown.slice(0, SHOWN).map((entry) => h('tr', null,
        h('td', null, clock(entry.at)),
        h('td', null, h('code', null, entry.path || t('overview')), ` ${effectWords(entry.effect)}`, all && ` · ${entry.origin}`, entry.own && h('i', null, ` · ${t('logOwn')}`)),
        h('td', { title: entry.result }, t('logOutcome', decisionWords(entry.decision), cameWords(entry.result), entry.tokens)))))));
}

/** @param {LogEntry[]} entries */
function save(entries) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(entries.toReversed(), null, 1)], { type: 'application/json' }));
  link.download = 'onecall-log.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
