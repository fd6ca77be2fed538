/**
 * What our pages share: drawing, words in the person's language, storage as state, and the way to the worker. It must
 * never draw anything of a page as markup.
 */
import { h, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { UI } from '../shared/ui.js';

/** @import { Class, Level } from '../shared/protocol' */

export { h, render, useEffect, useState };

/** Marks where a part that is no text stands in a message; no message has it. */
const MARK = '\u{E000}';

/**
 * A text of ours in the person's language (`_locales`), with what belongs into it.
 * @param {string} key
 * @param {...(string | number)} parts
 * @returns {string}
 */
export const t = (key, ...parts) => chrome.i18n.getMessage(key, parts.map((part) => (typeof part === 'number' ? number(part) : part)));

/**
 * A text with a form of its own for one.
 * @param {number} count
 * @param {string} key Of the two texts, without `One` and `Many`; only the second tells the count, as its first part.
 * @param {...(string | number)} parts
 * @returns {string}
 */
export const many = (count, key, ...parts) => (count === 1 ? t(`${key}One`, ...parts) : t(`${key}Many`, count, ...parts));

/**
 * A text with drawn things in it.
 * @param {string} key
 * @param {...import('preact').VNode} parts
 */
export const rich = (key, ...parts) =>
  chrome.i18n.getMessage(key, parts.map((_, at) => `${MARK}${at}${MARK}`)).split(MARK).map((piece, at) => (at % 2 === 0 ? piece : parts[Number(piece)]));

/** The language of the texts: the person's, where there is a catalogue for it. */
const language = () => chrome.i18n.getMessage('lang');

/** @param {number} value */
export const number = (value) => value.toLocaleString(language());

/** What an effect is called, after "it". @param {Class} effect */
export const effectWords = (effect) => t(`effect_${effect}`);

/** @param {Level} level */
export const levelWords = (level) => t(`level_${level}`);

/** @param {string} decision */
export const decisionWords = (decision) => t(`decision_${decision}`);

/** What came of a call, by the code in its answer. @param {string} code */
export const cameWords = (code) => t(`came_${code}`) || code;

/** A time of day. @param {number} at */
export const clock = (at) => new Date(at).toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

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
 * Can Onecall read what a tab shows? No script of ours is on the browser's own pages and in its store; in its PDF viewer
 * there is one that sees nothing. Undefined until it is known.
 * @param {chrome.tabs.Tab | null} tab
 * @returns {boolean | undefined}
 */
export function useReadable(tab) {
  const [readable, setReadable] = useState(/** @type {boolean | undefined} */ (undefined));
  const { id, url, status } = tab ?? {};
  useEffect(() => {
    setReadable(undefined);
    if (id !== undefined && status === 'complete') void ask(id, 'readable').then((said) => setReadable(said === true));
  }, [id, url, status]);
  return readable;
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
 * @param {string} title Key of its title.
 */
export function draw(page, title) {
  document.title = t(title);
  document.documentElement.lang = language();
  const root = document.querySelector('main');
  if (root) render(h(page, null), root);
}
