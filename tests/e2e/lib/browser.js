/**
 * Starts Chromium for a test: a fresh profile each time, with the extension or without, with native WebMCP or
 * without. It knows nothing of what is tested.
 */
import { accessSync, constants, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** @import { BrowserContext, Page, Worker } from 'playwright-core' */

/** The checkout; after a build it loads unpacked. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Follows from the `key` in manifest.json. */
export const EXTENSION_ID = 'hgnmgdhlnhbefonobmffbmaefbcmpieh';

/** Every wait of the tests ends here; far above what a busy machine needs. */
export const PATIENCE = 30_000;

/**
 * Where Chromium is: `$CHROMIUM`, then the PATH.
 * @returns {string}
 */
export function chromiumPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of ['chromium', 'chromium-browser']) {
      const file = join(dir, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not here; the next one.
      }
    }
  }
  throw new Error('no Chromium: set $CHROMIUM or put chromium on the PATH');
}

/**
 * @typedef {object} Launched
 * @property {BrowserContext} context
 * @property {string} dir The unpacked extension.
 * @property {() => Promise<Page>} page A new tab.
 * @property {() => Promise<Worker>} worker The extension's service worker, started if it sleeps.
 * @property {() => Promise<void>} close Ends the browser and removes the profile.
 */

/**
 * @param {object} [options]
 * @param {boolean} [options.extension] Load the extension; default true.
 * @param {boolean} [options.webmcp] Native WebMCP; default true.
 * @param {boolean} [options.headless] Default true.
 * @param {string[]} [options.args] More switches.
 * @param {string} [options.dir] The unpacked extension; default the checkout.
 * @param {import('playwright-core').BrowserContextOptions} [options.context] Viewport, locale and the like.
 * @returns {Promise<Launched>}
 */
export async function launch(options = {}) {
  const { extension = true, webmcp = true, headless = true, args = [], dir = root } = options;
  const profile = mkdtempSync(join(tmpdir(), 'onecall-e2e-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...options.context,
    executablePath: chromiumPath(),
    headless,
    // Chromium refuses to start its sandbox for root, and only for root.
    chromiumSandbox: process.getuid?.() !== 0,
    ignoreDefaultArgs: ['--disable-extensions', '--disable-back-forward-cache'],
    args: [
      ...(extension ? [`--disable-extensions-except=${dir}`, `--load-extension=${dir}`] : ['--disable-extensions']),
      ...(webmcp ? ['--enable-features=WebMCP'] : ['--disable-features=WebMCP']),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  });
  context.setDefaultTimeout(PATIENCE);
  const launched = {
    context,
    dir,
    page: () => context.newPage(),
    worker: async () => context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker')),
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  // Content scripts run only in documents made after the extension is up; its worker's start says so.
  if (extension) {
    try {
      await launched.worker();
    } catch (error) {
      await launched.close();
      throw error;
    }
  }
  return launched;
}
