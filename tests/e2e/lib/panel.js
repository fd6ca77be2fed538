/**
 * The extension's own pages as a person uses them: opened as tabs, as a browser without a window has no side panel.
 */
import { EXTENSION_ID } from './browser.js';

/** @import { Page } from 'playwright-core' */
/** @import { Launched } from './browser.js' */

export const UI = `chrome-extension://${EXTENSION_ID}/extension/ui/`;

/**
 * A page of the extension for a tab.
 * @param {Launched} browser
 * @param {string} name
 * @param {Page} [of] The tab that it is about.
 * @returns {Promise<Page>}
 */
export async function open(browser, name, of) {
  const page = await browser.page();
  await page.goto(`${UI}first.html`);
  const id = of && (await page.evaluate(async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id, of.url()));
  await page.goto(`${UI}${name}.html${id === undefined ? '' : `?tab=${id}`}`);
  await page.locator('h1').waitFor();
  return page;
}

/**
 * Answers the first request that waits, as soon as it takes answers.
 * @param {Page} panel
 * @param {string} button
 */
export async function answer(panel, button) {
  await panel.getByRole('article').first().getByRole('button', { name: button, exact: true }).click();
}
