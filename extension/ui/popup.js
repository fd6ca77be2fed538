/** The popup: is Onecall on here, what may agents do here, what runs, Stop. */
import { APPROVALS, readShared, SHARED, TASKS } from '../shared/ui.js';
import { LEVELS, levelAt, SETTINGS, settingsOf, withLevel } from '../shared/settings.js';
import { draw, h, levelWords, many, openPanel, send, siteOf, t, useReadable, useStored, useTab } from './lib.js';
import { Except } from './except.js';

/** @import { Level } from '../shared/protocol' */
/** @import { Settings } from '../shared/settings.js' */
/** @import { Kept, Task } from '../shared/ui.js' */

function Popup() {
  const tab = useTab();
  const settings = settingsOf(useStored('local', SETTINGS));
  const tasks = /** @type {Record<string, Task> | null} */ (useStored('session', TASKS) ?? null);
  const kept = Object.values(/** @type {Record<string, Kept>} */ (useStored('session', APPROVALS) ?? {}));
  const pending = kept.filter(({ state }) => state === 'pending');
  const site = siteOf(tab?.url);
  const readable = useReadable(tab);
  if (tab?.id === undefined || site === null || readable === false) {
    return h('div', null, h('h1', null, 'Onecall'), h('p', null, t('cannotWork')), h(Links, { pending: pending.length, windowId: tab?.windowId }));
  }
  const { id, windowId } = tab;
  const task = tasks?.[id] ?? null;
  const own = levelAt(settings, site);
  const off = settings.off.includes(site);
  /** @param {Settings} next */
  const store = (next) => void chrome.storage.local.set({ [SETTINGS]: next });
  return h('div', null,
    h('div', { class: 'row' }, h('h1', { class: 'grow' }, 'Onecall'), h('button', { class: 'stop', onClick: () => void send('stop', { tab: id }) }, t('stop'))),
    h('p', null, h('b', null, site)),
    h('p', null, h('label', null, h('input', { type: 'checkbox', role: 'switch', checked: !off, onChange: () => store({ ...settings, off: off ? settings.off.filter((one) => one !== site) : [...settings.off, site] }) }), t(off ? 'offHere' : 'onHere'))),
    !off && h('label', { class: 'wide' }, t('agentsMay'),
      h('select', { value: own?.level ?? 'ask', onChange: (/** @type {Event} */ event) => store(withLevel(settings, site, /** @type {Level} */ (/** @type {HTMLSelectElement} */ (event.currentTarget).value))) },
        LEVELS.toReversed().map((level) => h('option', { value: level }, levelWords(level))))),
    !off && own?.level === 'all' && h(Except, { except: own.except, change: (except) => store(withLevel(settings, site, 'all', except)) }),
    !off && h(Share, { tab: id }),
    h('p', { role: 'status' }, running(task)),
    h(Links, { pending: pending.length, windowId }));
}

/** @param {{ tab: number }} props */
function Share({ tab }) {
  const { next, tabs } = readShared(useStored('session', SHARED));
  const number = Object.keys(tabs).find((at) => tabs[Number(at)] === tab);
  const change = () => {
    const left = Object.fromEntries(Object.entries(tabs).filter(([, one]) => one !== tab));
    const shared = number === undefined ? { next: next + 1, tabs: { ...left, [next]: tab } } : { next, tabs: left };
    void chrome.storage.session.set({ [SHARED]: shared });
  };
  return h('p', null, h('label', null, h('input', { type: 'checkbox', checked: number !== undefined, onChange: change }),
    number === undefined ? t('share') : t('shareAs', number)));
}

/** @param {Task | null} task */
function running(task) {
  if (task === null || task.calls === 0) return t('popupNoCall');
  return `${task.acting ? t('acting') : ''}${many(task.calls, 'popup', task.tokens)}`;
}

/** @param {{ pending: number, windowId: number | undefined }} props */
function Links({ pending, windowId }) {
  return h('div', null,
    pending > 0 && h('p', { class: 'warn' }, many(pending, 'waitsPanel')),
    h('div', { class: 'row' },
      h('button', { class: 'main', onClick: () => windowId !== undefined && openPanel(windowId) }, t('openPanel')),
      h('button', { onClick: () => void chrome.runtime.openOptionsPage() }, t('options')),
      h('button', { onClick: () => void chrome.tabs.create({ url: 'extension/ui/first.html' }) }, t('firstSteps'))));
}

draw(Popup, 'manifestName');
