/** The side panel: requests that wait, the page's tree, the log, and what the page costs an agent. */
import { APPROVALS, TASKS, UI } from '../shared/ui.js';
import { ask, draw, h, send, siteOf, useEffect, useState, useStored, useTab } from './lib.js';
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
  return h('div', null,
    h('div', { class: 'row' },
      h('h1', { class: 'grow' }, 'Onecall'),
      h('button', { class: 'stop', disabled: tab === null, onClick: () => tab?.id !== undefined && void send('stop', { tab: tab.id }) }, 'Stop')),
    h('p', { class: 'soft' }, tab?.title || 'No tab', site && ` · ${site}`),
    h('p', { role: 'status' }, used(task),
      task !== null && task.calls > 0 && h('button', { class: 'link', onClick: () => tab?.id !== undefined && void send('renew', { tab: tab.id }) }, 'Begin a new task')),
    h('section', { 'aria-label': 'Requests' },
      h('div', { 'aria-live': 'polite' }, pending.length > 0 && h('h2', null, pending.length === 1 ? 'One request waits for you' : `${pending.length} requests wait for you`)),
      pending.map((one) => h(Request, { key: one.request.id, kept: one, here: one.tab === tab?.id }))),
    h(Tabs, { shown, show: setShown }),
    tab?.id === undefined ? h('p', null, 'Open a page.') : h('div', { role: 'tabpanel', id: `panel-${shown}`, 'aria-labelledby': `tab-${shown}` },
      shown === 'tree' && h(Tree, { tab: tab.id, url: tab.url ?? '' }),
      shown === 'log' && h(LogTable, { site }),
      shown === 'cost' && h(Cost, { tab: tab.id, url: tab.url ?? '' })));
}

/** @param {Task | null} task */
function used(task) {
  if (task === null || task.calls === 0) return 'No agent has called on this page in this task. ';
  const calls = task.calls === 1 ? 'one call' : `${task.calls} calls`;
  return `${task.acting ? 'An agent is acting now. ' : ''}This task: ${calls}, about ${task.tokens.toLocaleString('en')} tokens. `;
}

const TABS = [['tree', 'Tree'], ['log', 'Log'], ['cost', 'Cost']];

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
  return h('div', { role: 'tablist', 'aria-label': 'This page', onKeyDown: key }, TABS.map(([name, label]) => h('button', {
    role: 'tab', id: `tab-${name}`, 'aria-selected': shown === name, 'aria-controls': shown === name ? `panel-${name}` : undefined, tabIndex: shown === name ? 0 : -1, onClick: () => show(String(name)),
  }, label)));
}

/** @param {{ tab: number, url: string }} props */
function Cost({ tab, url }) {
  const [costs, setCosts] = useState(/** @type {Costs | null | undefined} */ (undefined));
  useEffect(() => void ask(tab, 'measure').then((found) => setCosts(/** @type {Costs | null} */ (found))), [tab, url]);
  if (costs === undefined) return h('p', null, 'Counting …');
  if (costs === null) return h('p', null, 'Onecall is not on this page.');
  const bars = [
    ['Onecall: one tool and its first answer', costs.callTokens + costs.overviewTokens, ''],
    [costs.tools === 0 ? 'The page\'s own tools: it has none' : `The page's own ${costs.tools} tools, one by one`, costs.toolTokens, 'other'],
    ['The whole page as one snapshot', costs.snapshotTokens, 'other'],
  ];
  const most = Math.max(...bars.map(([, tokens]) => Number(tokens)), 1);
  return h('section', { 'aria-label': 'Cost' },
    h('p', { class: 'soft' }, 'What an agent reads before it can do anything here, in tokens (estimated).'),
    bars.map(([label, tokens, kind]) => h('div', null,
      h('p', null, `${label}: `, h('b', null, Number(tokens).toLocaleString('en'))),
      h('div', { class: `bar ${kind}`, style: { width: `${(Number(tokens) / most) * 100}%` }, role: 'presentation' }))));
}

draw(Panel);
