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

/** @param {() => void} listener Called after an install, an update or a reload. */
export const onInstalled = (listener) => chrome.runtime.onInstalled.addListener(() => listener());

/** @param {(area: string, changes: Record<string, { newValue?: unknown }>) => void} listener */
export const onStored = (listener) => chrome.storage.onChanged.addListener((changes, area) => listener(area, changes));

/** The tabs that are open. @returns {Promise<number[]>} Their ids. */
export async function tabs() {
  const found = await chrome.tabs.query({});
  return found.flatMap((tab) => (tab.id === undefined || tab.discarded ? [] : [tab.id]));
}

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
