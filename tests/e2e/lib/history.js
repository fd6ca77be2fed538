/**
 * Where a tab has been: is a document the one that was left, and have other tabs told what they have?
 */

/** @import { Page } from 'playwright-core' */

/** Runs in a page: waits until another tab has told what it has. */
export const heard = (/** @type {string} */ path) => new Promise((resolve) => {
  const channel = new BroadcastChannel('onecall:tools/1');
  channel.addEventListener('message', ({ data }) => {
    if (data.tab?.path !== path) return;
    channel.close();
    resolve(undefined);
  });
  channel.postMessage({ ask: true });
});

/** A document that is kept for the way back is told so; one that is loaded anew knows nothing of this. @param {Page} tab */
export const mark = (tab) => tab.evaluate(() => window.addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })));
/** Is it the marked document, kept and shown again? @param {Page} tab */
export const kept = (tab) => tab.evaluate(() => 'persisted' in window && window.persisted);
