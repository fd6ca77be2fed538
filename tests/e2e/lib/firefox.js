/**
 * Starts Debian's Firefox for a test over WebDriver BiDi: a fresh profile each time, with the extension as `cargo xtask build` put
 * it together or without. It knows nothing of what is tested.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer from 'puppeteer-core';

import { PATIENCE, root } from './browser.js';

/** @import { Browser, Page } from 'puppeteer-core' */

/** The unpacked extension. */
const EXTENSION = join(root, 'target/firefox');
const ID = 'onecall@onecall.example';
/** Firefox draws an id for the pages of an extension; it is fixed here, so that a test finds them. */
const HOST = '0a5f3c52-6f0e-4d0c-9a53-1de3c3a1b7e4';
/** The first version that the manifest allows. */
const MAJOR = 153;

/** Pages of the extension. */
const PAGES = `moz-extension://${HOST}/extension/ui/`;

/**
 * Where Firefox is, or why its tests cannot run.
 * @returns {{ path: string } | { reason: string }}
 */
export function firefox() {
  const path = process.env.FIREFOX ?? onPath();
  if (!path) return { reason: 'there is no Firefox here: set $FIREFOX or put firefox-esr on the PATH (Debian: apt-get install firefox-esr)' };
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
  const major = Number(/ (\d+)\./.exec(version)?.[1] ?? 0);
  return major < MAJOR ? { reason: `${version} is too old: ${MAJOR} is needed` } : { path };
}

/** @returns {string | undefined} */
function onPath() {
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of ['firefox-esr', 'firefox']) {
      try {
        accessSync(join(dir, name), constants.X_OK);
        return join(dir, name);
      } catch {
        // Not here; the next one.
      }
    }
  }
  return undefined;
}

/**
 * @param {string} executablePath
 * @param {boolean} extension
 * @returns {Promise<Browser>}
 */
export async function launchFirefox(executablePath, extension) {
  const browser = await puppeteer.launch({
    browser: 'firefox', executablePath, headless: true, timeout: PATIENCE, protocolTimeout: 2 * PATIENCE,
    // Without it no page of an extension may be opened.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: { 'extensions.webextensions.uuids': JSON.stringify({ [ID]: HOST }) },
  });
  if (extension) await browser.installExtension(EXTENSION);
  return browser;
}

/**
 * A page of the extension in a tab.
 * @param {Browser} browser
 * @param {string} name
 * @returns {Promise<Page>}
 */
export async function openOwn(browser, name) {
  const page = await browser.newPage();
  // The browser never tells that a navigation into the extension's own process is over; what is drawn there does.
  void page.goto(`${PAGES}${name}.html`, { timeout: 0 }).catch(() => {});
  await page.waitForSelector('h1', { timeout: PATIENCE });
  return page;
}
