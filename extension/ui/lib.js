/**
 * What our pages share: drawing, storage as state, the way to the worker, and words for effects and decisions. It must
 * never draw anything of a page as markup.
 */
import { h, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { UI } from '../shared/ui.js';

/** @import { Class, Level } from '../shared/protocol' */

export { h, render, useEffect, useState };

/** What effects are called, after "it". @type {Record<Class, string>} */
export const EFFECTS = {
  read: 'reads', write: 'changes a value', act: 'acts on the page', navigate: 'leaves the page', download: 'downloads a file',
  upload: 'puts files into the page', submit: 'submits a form', consequential: 'has consequences outside the page', send: 'sends something to others',
  auth: 'signs in or out', delete: 'deletes something', pay: 'spends money',
};

/** @type {Record<Level, string>} */
export const LEVEL_WORDS = {
  read: 'Read only', ask: 'Ask before it changes anything', grave: 'Ask before it sends, pays or deletes', all: 'Everything except …',
};

/**
 * Says something to the worker.
 * @param {string} kind
 * @param {Record<string, unknown>} [body]
 * @returns {Promise<unknown>}
 */
export const send = (kind, body = {}) => chrome.runtime.sendMessage({ ui: UI, kind, body });

/**
 * Says something to the content script of a tab. Null where there is none.
 * @param {number} tab
 * @param {string} kind
 * @param {Record<string, unknown>} [body]
 * @returns {Promise<unknown>}
 */
export const ask = (tab, kind, body = {}) => chrome.tabs.sendMessage(tab, { ui: UI, kind, body }, { frameId: 0 }).catch(() => null);

/**
 * What is stored under a key, now and as it changes; undefined until it is known.
 * @param {'local' | 'session' | 'managed'} area
 * @param {string} key
 * @returns {unknown}
 */
export function useStored(area, key) {
  const [value, setValue] = useState(/** @type {unknown} */ (undefined));
  useEffect(() => {
    let newer = false;
    /** @param {Record<string, chrome.storage.StorageChange>} changes @param {string} of */
    const listen = (changes, of) => {
      if (of !== area || !(key in changes)) return;
      newer = true;
      setValue(changes[key]?.newValue ?? null);
    };
    chrome.storage.onChanged.addListener(listen);
    chrome.storage[area].get(key).then((items) => newer || setValue(items[key] ?? null), () => setValue(null));
    return () => chrome.storage.onChanged.removeListener(listen);
  }, [area, key]);
  return value;
}

/**
 * The tab in front of the person, or the one that the page's address names.
 * @returns {chrome.tabs.Tab | null}
 */
export function useTab() {
  const [tab, setTab] = useState(/** @type {chrome.tabs.Tab | null} */ (null));
  useEffect(() => {
    const named = Number(new URLSearchParams(location.search).get('tab'));
    const look = async () => {
      const found = named > 0 ? await chrome.tabs.get(named).catch(() => null) : (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0];
      setTab(found ?? null);
    };
    void look();
    const events = [chrome.tabs.onActivated, chrome.tabs.onUpdated, chrome.tabs.onRemoved];
    for (const event of events) /** @type {chrome.events.Event<() => void>} */ (/** @type {unknown} */ (event)).addListener(look);
    return () => {
      for (const event of events) /** @type {chrome.events.Event<() => void>} */ (/** @type {unknown} */ (event)).removeListener(look);
    };
  }, []);
  return tab;
}

/**
 * The origin as rules have it; null where Onecall cannot be.
 * @param {string | undefined} url
 * @returns {string | null}
 */
export function siteOf(url) {
  if (!url || !URL.canParse(url)) return null;
  const { origin, protocol } = new URL(url);
  if (protocol === 'http:' || protocol === 'https:') return origin;
  return protocol === 'file:' ? 'file://' : null;
}

/**
 * Opens the panel beside the page; only at a person's click. Firefox calls it the sidebar.
 * @param {number} windowId
 */
export function openPanel(windowId) {
  const { sidebarAction } = /** @type {{ sidebarAction?: { open(): Promise<void> } }} */ (/** @type {unknown} */ (chrome));
  void (sidebarAction ? sidebarAction.open() : chrome.sidePanel.open({ windowId }));
}

/**
 * Draws a page.
 * @param {import('preact').ComponentType} page
 */
export function draw(page) {
  const root = document.querySelector('main');
  if (root) render(h(page, null), root);
}
