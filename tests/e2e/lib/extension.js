/**
 * The extension from outside: its storage, its worker's life, its reload. It uses a tab on one of the extension's own
 * files, as a person's options page would, so that the worker need not run for it.
 */
import { EXTENSION_ID, PATIENCE } from './browser.js';

/** @import { CDPSession, Page } from 'playwright-core' */
/** @import { Launched } from './browser.js' */

/** @typedef {{ origin?: string, path?: string, effect?: string, across?: string, decision: 'allow' | 'ask' | 'deny' }} Rule */

export class Extension {
  /** @type {Launched} */
  #launched;
  /** @type {{ page: Page, cdp: CDPSession, status: string, watchers: Set<() => void> } | null} */
  #control = null;
  /** How often the worker was seen to start. */
  starts = 0;

  /** @param {Launched} launched */
  constructor(launched) {
    this.#launched = launched;
  }

  async #open() {
    if (this.#control && !this.#control.page.isClosed()) return this.#control;
    const { context } = this.#launched;
    const page = context.pages().find((open) => open.url() === 'about:blank') ?? (await context.newPage());
    await page.goto(`chrome-extension://${EXTENSION_ID}/manifest.json`);
    const cdp = await context.newCDPSession(page);
    const control = { page, cdp, status: 'unknown', watchers: new Set() };
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { scriptURL, runningStatus } of versions) {
        if (!scriptURL.startsWith(`chrome-extension://${EXTENSION_ID}/`)) continue;
        if (runningStatus === 'running' && control.status !== 'running') this.starts += 1;
        control.status = runningStatus;
      }
      for (const watcher of [...control.watchers]) watcher();
    });
    await cdp.send('ServiceWorker.enable');
    this.#control = control;
    return control;
  }

  /**
   * Sets the person's rules and waits until they are stored.
   * @param {Rule[]} rules
   */
  async rules(rules) {
    const { page } = await this.#open();
    await page.evaluate((value) => chrome.storage.local.set({ 'onecall.rules': value }), rules);
  }

  /**
   * Reads local storage.
   * @returns {Promise<Record<string, unknown>>}
   */
  async storage() {
    const { page } = await this.#open();
    return page.evaluate(() => chrome.storage.local.get(null));
  }

  /**
   * Sets what a person sets beside rules, and waits until pages that are opened from then on know it.
   * @param {{ readTool?: boolean, absorb?: 'always' | 'never' | 'auto', off?: string[] } & Record<string, unknown>} settings
   */
  async settings(settings) {
    const { page } = await this.#open();
    await page.evaluate((value) => chrome.storage.local.set({ 'onecall.settings': value }), settings);
    const { readTool = false, absorb = 'auto', off = [] } = settings;
    const matches = off.map((origin) => `${origin}/*`).sort().join();
    await this.#flagged([...(readTool ? ['look'] : []), ...(absorb === 'auto' ? [] : [absorb]), ...(off.length ? [`off ${matches}`] : [])].sort().join(' '));
  }

  /** @param {string} wanted The flags of pages (background/flags.js). */
  async #flagged(wanted) {
    const { page } = await this.#open();
    await this.until(async () => wanted === (await page.evaluate(async () => {
      const flags = await chrome.scripting.getRegisteredContentScripts();
      return flags.map(({ id, matches = [] }) => (id === 'off' ? `off ${matches.sort().join()}` : id)).sort().join(' ');
    })));
  }

  /** All that is stored anywhere. @returns {Promise<unknown>} */
  async everything() {
    const { page } = await this.#open();
    return page.evaluate(async () => [await chrome.storage.local.get(null), await chrome.storage.session.get(null)]);
  }

  /** Takes back rules, settings and remembered answers. */
  async reset() {
    const { page } = await this.#open();
    await page.evaluate(async () => {
      await chrome.storage.local.remove(['onecall.rules', 'onecall.settings', 'onecall.grants']);
      await chrome.storage.session.remove(['onecall.grants']);
    });
    await this.#flagged('');
  }

  /**
   * @param {string} url
   * @returns {Promise<number>}
   */
  async tabOf(url) {
    const { page } = await this.#open();
    return page.evaluate(async (wanted) => (await chrome.tabs.query({})).find((tab) => tab.url === wanted)?.id ?? 0, url);
  }

  /**
   * What a tab shows at the extension's sign.
   * @param {number} tab
   * @returns {Promise<string>}
   */
  async badge(tab) {
    const { page } = await this.#open();
    return page.evaluate((tabId) => chrome.action.getBadgeText({ tabId }), tab);
  }

  /** Notifications that are shown. @returns {Promise<string[]>} */
  async notifications() {
    const { page } = await this.#open();
    return page.evaluate(async () => Object.keys(await chrome.notifications.getAll()));
  }

  /**
   * Waits, frame by frame, until something holds.
   * @param {() => Promise<boolean>} holds
   */
  async until(holds) {
    const { page } = await this.#open();
    const end = Date.now() + PATIENCE;
    while (!(await holds())) {
      if (Date.now() > end) throw new Error('waited in vain');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }

  /** Ends the worker as the browser does when it needs the memory, and waits until it is gone. */
  async stopWorker() {
    const control = await this.#open();
    const stopped = new Promise((resolve) => {
      const watcher = () => {
        if (control.status !== 'stopped') return;
        control.watchers.delete(watcher);
        resolve(undefined);
      };
      control.watchers.add(watcher);
    });
    await control.cdp.send('ServiceWorker.stopAllWorkers');
    await stopped;
  }

  /**
   * Waits until an open page of this path has told its tools; or, of `pages`, until what it has is remembered.
   * @param {string} path
   * @param {boolean} [pages]
   */
  async told(path, pages = false) {
    const { page } = await this.#open();
    await page.evaluate(([wanted, remembered]) => new Promise((resolve) => {
      const look = async () => {
        const kept = /** @type {{ tabs?: { path: string }[], memory?: { pages: { path: string }[] } }[]} */ (Object.values(await chrome.storage.session.get(null)));
        const has = (/** @type {unknown} */ list) => Array.isArray(list) && list.some((one) => one.path === wanted);
        if (!kept.some((site) => has(remembered ? site?.memory?.pages : site?.tabs))) return;
        chrome.storage.onChanged.removeListener(look);
        resolve(undefined);
      };
      chrome.storage.onChanged.addListener(look);
      void look();
    }), /** @type {const} */ ([path, pages]));
  }

  /** Paths of the open pages that have told what they have. @returns {Promise<string[]>} */
  async tabs() {
    const { page } = await this.#open();
    return page.evaluate(async () => {
      const kept = /** @type {{ tabs?: { path: string }[] }[]} */ (Object.values(await chrome.storage.session.get(null)));
      return kept.flatMap((site) => (Array.isArray(site?.tabs) ? site.tabs.map(({ path }) => path) : []));
    });
  }

  /** Is the worker running now? */
  async running() {
    return (await this.#open()).status === 'running';
  }

  /** Leaves the extension's own files: with a tab on one of them, Chromium does not start the extension again. */
  async #leave() {
    await this.#control?.page.close();
    this.#control = null;
  }

  /**
   * Loads the extension anew, as an update does, and waits until the new worker runs.
   */
  async reload() {
    const { context, dir } = this.#launched;
    const browser = context.browser();
    if (!browser) throw new Error('the browser is gone');
    await this.#leave();
    const started = context.waitForEvent('serviceworker');
    const cdp = /** @type {{ send(method: string, params: object): Promise<unknown> }} */ (
      /** @type {unknown} */ (await browser.newBrowserCDPSession())
    );
    await cdp.send('Extensions.loadUnpacked', { path: dir });
    await started;
  }

  /**
   * Switches the extension on or off, as a person does on the browser's own page, and waits until it is.
   * @param {boolean} on
   */
  async enable(on) {
    const { context } = this.#launched;
    await this.#leave();
    const page = await context.newPage();
    await page.goto('chrome://extensions');
    await page.evaluate(([id, enabled]) => chrome.management.setEnabled(String(id), enabled === true), [EXTENSION_ID, on]);
    await page.close();
  }
}
