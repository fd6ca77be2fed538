/** The side panel: requests that wait, the page's tree, the log, and what the page costs an agent. */
import { APPROVALS, TASKS, UI } from '../shared/ui.js';
import { ask, draw, h, many, number, send, siteOf, useEffect, useReadable, useState, useStored, useTab, t } from './lib.js';
import { LogTable } from './log.js';
import { Request } from './request.js';
import { Tree } from './tree.js';

/** @import { Costs } from '../content/measure.js' */
/** @import { Kept, Task } from '../shared/ui.js' */

/** Says that a page of ours shows requests: while it does, no notification is needed. */
function useOpen() {
  useEffect(() => {
    /** @type {chrome.runtime.Port | null} */
    let port = null;
    const connect = () => {
      port = chrome.runtime.connect({ name: UI });
      // The worker went to sleep; it is told again when it wakes.
      port.onDisconnect.addListener(connect);
    };
    connect();
    return () => port?.disconnect();
  }, []);
}

function Panel() {
  useOpen();
  const tab = useTab();
  const stored = useStored('session', APPROVALS);
  const tasks = /** @type {Record<string, Task> | null} */ (useStored('session', TASKS) ?? null);
  const [shown, setShown] = useState('tree');
  const kept = Object.values(/** @type {Record<string, Kept>} */ (stored ?? {}));
  const pending = kept.filter(({ state }) => state === 'pending').sort((a, b) => Number(b.tab === tab?.id) - Number(a.tab === tab?.id) || a.at - b.at);
  const task = tab?.id === undefined ? null : (tasks?.[tab.id] ?? null);
  const site = siteOf(tab?.url);
  const readable = useReadable(tab);
  return h('div', null,
    h('div', { class: 'row' },
      h('h1', { class: 'grow' }, 'Onecall'),
      h('button', { class: 'stop', disabled: tab === null, onClick: () => tab?.id !== undefined && void send('stop', { tab: tab.id }) }, t('stop'))),
    h('p', { class: 'soft' }, tab?.title || t('noTab'), site && ` · ${site}`),
    h('p', { role: 'status' }, used(task),
      task !== null && task.calls > 0 && h('button', { class: 'link', onClick: () => tab?.id !== undefined && void send('renew', { tab: tab.id }) }, t('newTask'))),
    h('section', { 'aria-label': t('requests') },
      h('div', { 'aria-live': 'polite' }, pending.length > 0 && h('h2', null, many(pending.length, 'waits'))),
      pending.map((one) => h(Request, { key: one.request.id, kept: one, here: one.tab === tab?.id }))),
    h(Tabs, { shown, show: setShown }),
    tab?.id === undefined ? h('p', null, t('openPage')) : readable === false || site === null ? h('p', null, t('cannotWork')) : h('div', { role: 'tabpanel', id: `panel-${shown}`, 'aria-labelledby': `tab-${shown}` },
      shown === 'tree' && h(Tree, { tab: tab.id, url: tab.url ?? '' }),
      shown === 'log' && h(LogTable, { site }),
      shown === 'cost' && h(Cost, { tab: tab.id, url: tab.url ?? '' })));
}

/** @param {Task | null} task */
function used(task) {
  if (task === null || task.calls === 0) return t('noCall');
  return `${task.acting ? t('acting') : ''}${many(task.calls, 'task', task.tokens)}`;
}

const TABS = [['tree', 'tabTree'], ['log', 'tabLog'], ['cost', 'tabCost']];

/** @param {{ shown: string, show: (name: string) => void }} props */
function Tabs({ shown, show }) {
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = (TABS.findIndex(([name]) => name === shown) + step + TABS.length) % TABS.length;
    const next = String(TABS[at]?.[0]);
    show(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return h('div', { role: 'tablist', 'aria-label': t('thisPage'), onKeyDown: key }, TABS.map(([name, label = '']) => h('button', {
    role: 'tab', id: `tab-${name}`, 'aria-selected': shown === name, 'aria-controls': shown === name ? `panel-${name}` : undefined, tabIndex: shown === name ? 0 : -1, onClick: () => show(String(name)),
  }, t(label))));
}

/** @param {{ tab: number, url: string }} props */
function Cost({ tab, url }) {
  const [costs, setCosts] = useState(/** @type {Costs | null | undefined} */ (undefined));
  useEffect(() => void ask(tab, 'measure').then((found) => setCosts(/** @type {Costs | null} */ (found))), [tab, url]);
  if (costs === undefined) return h('p', null, t('counting'));
  if (costs === null) return h('p', null, t('notHere'));
  const bars = [
    [t('costOwn'), costs.callTokens + costs.overviewTokens, ''],
    [costs.tools === 0 ? t('costNoTools') : t('costTools', costs.tools), costs.toolTokens, 'other'],
    [t('costSnapshot'), costs.snapshotTokens, 'other'],
  ];
  const most = Math.max(...bars.map(([, tokens]) => Number(tokens)), 1);
  return h('section', { 'aria-label': t('tabCost') },
    h('p', { class: 'soft' }, t('costIntro')),
    bars.map(([label, tokens, kind]) => h('div', null,
      h('p', null, `${label}: `, h('b', null, number(Number(tokens)))),
      h('div', { class: `bar ${kind}`, style: { width: `${(Number(tokens) / most) * 100}%` }, role: 'presentation' }))));
}

draw(Panel, 'panelTitle');
