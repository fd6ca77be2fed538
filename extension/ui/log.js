/** The log: what agents read and did, when, what was decided, and how large the answers were. */
import { EFFECTS, h, send, useEffect, useState, useStored } from './lib.js';

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
  return h('section', { 'aria-label': 'Log', class: 'log' },
    h('div', { class: 'row' },
      h('label', null, h('input', { type: 'checkbox', checked: all, onChange: () => setAll(!all) }), 'all sites'),
      h('button', { onClick: () => save(entries), disabled: entries.length === 0 }, 'Export as JSON')),
    shown.length === 0 ? h('p', null, 'Nothing yet. What agents read and do here appears in this list.') : h('table', null,
      h('caption', null, `${shown.length} lines, newest first`),
      h('thead', null, h('tr', null, ['Time', 'What', 'Decided', 'Result', 'Tokens'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', null, shown.slice(0, SHOWN).map((entry) => h('tr', null,
        h('td', null, new Date(entry.at).toLocaleTimeString('en-GB')),
        h('td', null, h('code', null, entry.path || 'overview'), ` ${EFFECTS[entry.effect]}`, all && ` · ${entry.origin}`),
        h('td', null, entry.decision), h('td', null, entry.result), h('td', null, String(entry.tokens)))))));
}

/** @param {LogEntry[]} entries */
function save(entries) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(entries.toReversed(), null, 1)], { type: 'application/json' }));
  link.download = 'onecall-log.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
