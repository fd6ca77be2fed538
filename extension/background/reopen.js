/**
 * Brings the content scripts into documents that were open before the extension was installed, updated, reloaded or
 * switched on; the browser itself injects them only into documents made later.
 */

/** Set in session storage once it is done; that storage is emptied whenever the extension stops. */
const DONE = 'onecall.reopened';

/**
 * @typedef {object} Tabs
 * @property {() => Promise<number[]>} tabs
 * @property {(tabId: number, file: string, world: 'ISOLATED' | 'MAIN', allFrames: boolean) => Promise<void>} inject
 * @property {import('../shared/area.js').Area} session
 */

/**
 * @param {Tabs} browser
 */
export async function reopen({ tabs, inject, session }) {
  if ((await session.get(DONE))[DONE]) return;
  await session.set({ [DONE]: true });
  await Promise.all((await tabs()).map((tab) => reopenTab(inject, tab)));
}

/**
 * @param {Tabs['inject']} inject
 * @param {number} tab
 */
async function reopenTab(inject, tab) {
  // The browser's own pages and its store refuse; there is nothing to bring there.
  try {
    await inject(tab, 'extension/dist/main.js', 'MAIN', false);
    await inject(tab, 'extension/dist/content.js', 'ISOLATED', true);
  } catch {
    return;
  }
}
