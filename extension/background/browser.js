/**
 * The one door to `chrome.*` of the service worker: everything else gets what it needs as arguments, so that it runs
 * in tests. No logic.
 */

import { WAKE } from '../shared/wire.js';

/** @import { Area } from '../shared/area.js' */

/** What the person keeps: rules and the log. @type {Area} */
export const local = chrome.storage.local;

/** What an organisation sets. @type {Pick<Area, 'get'>} */
export const managed = chrome.storage.managed;

/** What lasts until the browser or the extension stops. @type {Area} */
export const session = chrome.storage.session;

/** Our own id, as it stands in the sender of a message. */
export const ownId = chrome.runtime.id;

/**
 * @param {string} path From the extension's root.
 * @returns {string}
 */
export const url = (path) => chrome.runtime.getURL(path);

/** @param {(port: chrome.runtime.Port) => void} listener */
export const onConnect = (listener) => chrome.runtime.onConnect.addListener(listener);

/**
 * @param {(message: unknown, sender: chrome.runtime.MessageSender) => Promise<unknown> | undefined} listener Gives the
 *   reply, or nothing where the message is not its.
 */
export const onMessage = (listener) =>
  chrome.runtime.onMessage.addListener((message, sender, reply) => {
    const answer = listener(message, sender);
    void answer?.then(reply, () => reply(null));
    return answer !== undefined;
  });

/**
 * What a tab shows at our sign.
 * @param {number} tabId
 * @param {string} text
 * @param {string} color
 * @param {string} title
 */
export function badge(tabId, text, color, title) {
  // The tab may have been closed in the meantime.
  const ignore = () => {};
  void chrome.action.setBadgeText({ tabId, text }).catch(ignore);
  void chrome.action.setBadgeBackgroundColor({ tabId, color }).catch(ignore);
  void chrome.action.setTitle({ tabId, title }).catch(ignore);
}

/** Notifications are made and cleared one after the other: one that is cleared while its picture loads would come after that. */
let notifying = /** @type {Promise<unknown>} */ (Promise.resolve());

/**
 * @param {string} id
 * @param {string} title
 * @param {string} message
 */
export function notify(id, title, message) {
  const options = { type: /** @type {const} */ ('basic'), iconUrl: url('extension/icons/128.png'), title, message };
  // Firefox takes no option that makes it stay, and refuses all of it for one that it does not know.
  const staying = () => chrome.notifications.create(id, { ...options, requireInteraction: true });
  const passing = () => chrome.notifications.create(id, options);
  notifying = notifying.then(staying).catch(passing).catch(() => {});
}

/** @param {string} id */
export function unnotify(id) {
  notifying = notifying.then(() => chrome.notifications.clear(id)).catch(() => {});
}

/** The notifications that stand, of workers before this one too. @returns {Promise<string[]>} */
export const notified = async () => Object.keys(await chrome.notifications.getAll().catch(() => ({})));

/** @param {(id: string) => void} listener */
export const onNotificationClicked = (listener) => chrome.notifications.onClicked.addListener(listener);

/** @param {(name: string) => void} listener A keyboard shortcut. */
export const onCommand = (listener) => chrome.commands.onCommand.addListener((name) => listener(name));

/** Opens the panel in a window of its own: a side panel opens only at a person's click on our sign. @param {number | null} tab */
export const openPanel = (tab) =>
  void chrome.windows.create({ url: url(`extension/ui/panel.html${tab === null ? '' : `?tab=${tab}`}`), type: 'popup', width: 440, height: 720 });

/** @param {number} tabId @returns {Promise<string>} */
export const titleOf = async (tabId) => (await chrome.tabs.get(tabId).catch(() => null))?.title ?? '';

/**
 * @param {number} tabId
 * @returns {Promise<{ title: string, url: string } | null>}
 */
export async function lookAt(tabId) {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab && { title: tab.title ?? '', url: tab.url ?? '' };
}

/** The tab in front. @returns {Promise<number | undefined>} */
export const activeTab = async () => (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0]?.id;

/**
 * Asks the content script of a document something.
 * @param {number} tabId
 * @param {string | null} documentId Null for the page that the tab shows.
 * @param {object} message
 * @returns {Promise<unknown>} Null where the document is gone.
 */
export const ask = (tabId, documentId, message) =>
  chrome.tabs.sendMessage(tabId, message, documentId === null ? { frameId: 0 } : { documentId }).catch(() => null);

/** @param {(reason: string) => void} listener Called after an install, an update or a reload. */
export const onInstalled = (listener) => chrome.runtime.onInstalled.addListener(({ reason }) => listener(reason));

/**
 * A text of ours in the person's language (`_locales`).
 * @param {string} key
 * @param {...string} parts
 * @returns {string}
 */
export const words = (key, ...parts) => chrome.i18n.getMessage(key, parts);

/** Does nobody look at this browser's windows? */
export const headless = navigator.userAgent.includes('HeadlessChrome');

/** @param {string} page One of ours. */
export const openTab = (page) => void chrome.tabs.create({ url: url(`extension/ui/${page}`) });

/** @param {(area: string, changes: Record<string, { newValue?: unknown }>) => void} listener */
export const onStored = (listener) => chrome.storage.onChanged.addListener((changes, area) => listener(area, changes));

/** The tabs that are open. @returns {Promise<Array<{ id: number, url: string }>>} */
export async function tabs() {
  const found = await chrome.tabs.query({});
  return found.flatMap(({ id, url = '', discarded }) => (id === undefined || discarded ? [] : [{ id, url }]));
}

/**
 * Keeps content scripts from what is stored: they run in the pages' processes, and there lie the rules. (That of a
 * session is kept from them by the browser.)
 */
export const guardStorage = async () => chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });

/** Scripts that the browser injects beside our content script. @type {import('./flags.js').Scripts} */
export const scripts = {
  async registered() {
    return (await chrome.scripting.getRegisteredContentScripts()).map(({ id, js = [], matches = [] }) => ({ id, js, matches }));
  },
  register: (flags) => chrome.scripting.registerContentScripts(flags.map((flag) => ({ ...flag, runAt: 'document_start' }))),
  unregister: (ids) => chrome.scripting.unregisterContentScripts({ ids }),
};

/**
 * Asks our content scripts in a tab's frames to say where they are.
 * @param {number} tabId
 */
export function wakeFrames(tabId) {
  // Rejects where nobody listens: there is no frame, or none that answers.
  chrome.tabs.sendMessage(tabId, WAKE).catch(() => undefined);
}

/**
 * Runs one of our files in the frames of a tab.
 * @param {number} tabId
 * @param {string} file
 * @param {'ISOLATED' | 'MAIN'} world
 * @param {boolean} allFrames
 */
export async function inject(tabId, file, world, allFrames) {
  await chrome.scripting.executeScript({ target: { tabId, allFrames }, files: [file], world, injectImmediately: true });
}

/** The window whose front tab it is. @param {number} tabId @returns {Promise<number | null>} */
export async function frontOf(tabId) {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab?.active ? tab.windowId : null;
}

/** What a window shows, as a `data:` address. @param {number} windowId @returns {Promise<string>} */
export const photograph = (windowId) => chrome.tabs.captureVisibleTab(windowId, { format: 'png' });

/** Listens only while it is asked to, so that no change of tabs wakes the worker. @returns {() => boolean} */
export function watchTurns() {
  let turned = false;
  const listener = () => {
    turned = true;
  };
  chrome.tabs.onActivated.addListener(listener);
  return () => {
    chrome.tabs.onActivated.removeListener(listener);
    return turned;
  };
}

/** As a sheet of the person's own, which no page can overrule. */
const NO_FRAMES = 'iframe, frame, object, embed, fencedframe { visibility: hidden !important; transition: none !important; }';

/**
 * Hides all frames of a tab's page, and waits until that is drawn.
 * @param {number} tabId
 * @returns {Promise<() => Promise<void>>} Shows them again.
 */
export async function hideFrames(tabId) {
  const target = { tabId, frameIds: [0] };
  const sheet = { target, css: NO_FRAMES, origin: /** @type {const} */ ('USER') };
  await chrome.scripting.insertCSS(sheet);
  await chrome.scripting.executeScript({ target, func: threeFrames });
  // The page may be gone.
  return () => chrome.scripting.removeCSS(sheet).catch(() => {});
}

/** Runs in the page, in our script world. @returns {Promise<void>} */
function threeFrames() {
  return new Promise((resolve) => {
    let left = 3;
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
    next();
  });
}

/** @param {number} ms @returns {Promise<void>} */
export const pause = (ms) => new Promise((resolve) => {
  setTimeout(resolve, ms);
});

export const now = () => Date.now();
