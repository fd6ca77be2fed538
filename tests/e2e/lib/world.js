/**
 * Our own content script's world in a page, as if the page had taken it over.
 */
import { EXTENSION_ID } from './browser.js';

/** @import { Page } from 'playwright-core' */

/**
 * Runs a script in it.
 * @param {Page} page
 * @param {string} expression Gives plain data, or a promise of it.
 * @returns {Promise<unknown>}
 */
export async function inContentScript(page, expression) {
  const cdp = await page.context().newCDPSession(page);
  /** @type {number[]} */
  const worlds = [];
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin.startsWith(`chrome-extension://${EXTENSION_ID}`)) worlds.push(context.id);
  });
  await cdp.send('Runtime.enable');
  const [contextId] = worlds;
  if (contextId === undefined) throw new Error("the content script's world is not there");
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', { contextId, expression, awaitPromise: true, returnByValue: true });
  await cdp.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}
