/**
 * Brings the content scripts into documents that were open before the extension was installed, updated, reloaded or
 * switched on; the browser itself injects them only into documents made later.
 */

/** Set in session storage once it is done; that storage is emptied whenever the extension stops. */
const DONE = 'onecall.reopened';

/**
 * @typedef {object} Tabs
 * @property {() => Promise<Array<{ id: number, url: string }>>} tabs
 * @property {(tabId: number, file: string, world: 'ISOLATED' | 'MAIN', allFrames: boolean) => Promise<void>} inject
 * @property {import('../shared/area.js').Area} session
 */

/**
 * @param {Tabs} browser
 * @param {(url: string) => string[]} flags The files that stand for the settings at an address.
 */
export async function reopen({ tabs, inject, session }, flags) {
  if ((await session.get(DONE))[DONE]) return;
  await session.set({ [DONE]: true });
  await Promise.all((await tabs()).map(({ id, url }) => reopenTab(inject, id, flags(url))));
}

/**
 * @param {Tabs['inject']} inject
 * @param {number} tab
 * @param {string[]} flags
 */
async function reopenTab(inject, tab, flags) {
  // The browser's own pages and its store refuse; there is nothing to bring there.
  try {
    await inject(tab, 'extension/dist/main.js', 'MAIN', false);
    for (const flag of flags) await inject(tab, flag, 'ISOLATED', false);
    await inject(tab, 'extension/dist/content.js', 'ISOLATED', true);
  } catch {
    return;
  }
}
