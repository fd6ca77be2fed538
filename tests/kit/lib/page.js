/**
 * Test pages in a real Chromium with a kit and a scripted core in them.
 */
import { after, before } from 'node:test';
import { launch, root } from '../../e2e/lib/browser.js';
import { serve } from '../../e2e/lib/server.js';

/** @import { Page } from 'playwright-core' */
/** @import { ScriptedCore } from './core.js' */
/** @import { Check, Outcome } from '../../../extension/shared/protocol' */
/** @import { PageAct as Act } from '../../../extension/page/types.js' */

/** Only in the page. @typedef {Window & typeof globalThis & { core: ScriptedCore, log: string[] }} TestWindow */

/**
 * A browser for the tests of one file.
 * @param {{ webmcp?: boolean, args?: string[], routes?: Record<string, import('../../e2e/lib/server.js').Route> }} [options]
 */
export function withBrowser({ webmcp = true, args = [], routes = {} } = {}) {
  /** @type {Awaited<ReturnType<typeof launch>>} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let server;
  before(async () => {
    browser = await launch({ extension: false, webmcp, args });
    const folders = { '/extension/': `${root}/extension`, '/tests/': `${root}/tests`, '/node_modules/': `${root}/node_modules` };
    server = await serve({ '/': '<!doctype html><title>Test</title>', ...routes }, folders);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get origin() {
      return server.origin;
    },
    get other() {
      return server.other;
    },
    get context() {
      return browser.context;
    },
    /**
     * One act on a page that nobody has touched: what runs in it from outside counts as a person's gesture.
     * @param {string} html
     * @param {string} selector
     * @param {Act} act
     * @returns {Promise<Outcome>}
     */
    async untouched(html, selector, act) {
      const page = await browser.page();
      const script = `import { ScriptedCore } from '/tests/kit/lib/core.js';
        window.log = []; const core = new ScriptedCore();
        console.info('outcome ' + JSON.stringify(await core.act(${JSON.stringify(selector)}, ${JSON.stringify(act)})));`;
      await page.route('**/untouched', (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html><body>${html}<script type=module>${script}</script>` }));
      const said = page.waitForEvent('console', (message) => message.text().startsWith('outcome '));
      await page.goto(`${server.origin}/untouched`, { waitUntil: 'commit' });
      const outcome = JSON.parse((await said).text().slice(8));
      await page.close();
      return outcome;
    },
    /** @returns {Promise<Page>} a new tab without anything of ours */
    tab: () => browser.page(),
    /**
     * A page with a kit whose core is `core` in the page.
     * @param {string} html
     * @param {string} [path]
     */
    async kit(html, path = '/') {
      const page = await browser.page();
      await page.goto(server.origin + path);
      if (html) await page.setContent(`<!doctype html><title>Test</title><body>${html}</body>`);
      await startCore(page);
      return tested(page);
    },
    /**
     * Runs a test's script in a page, with the scripted core.
     * @template T
     * @param {string} html
     * @param {(core: ScriptedCore) => Promise<T>} script
     * @returns {Promise<{ result: T, log: string[] }>}
     */
    async inPage(html, script) {
      const kit = await this.kit(html);
      /** @type {T} */
      const result = await kit.page.evaluate(
        async (code) => new Function(`return (${code})`)()(/** @type {TestWindow} */ (window).core),
        String(script),
      );
      const log = await kit.log();
      await kit.close();
      return { result, log };
    },
  };
}

/** @param {Page} page */
export async function startCore(page) {
  await page.evaluate(async (url) => {
    const { ScriptedCore, find } = await import(url);
    Object.assign(window, { core: new ScriptedCore(), find, log: [] });
  }, '/tests/kit/lib/core.js');
}

/** @param {Page} page */
function tested(page) {
  return {
    page,
    /**
     * @param {string} selector
     * @param {Act} act
     * @param {Check[]} [checks]
     * @returns {Promise<Outcome>}
     */
    act: (selector, act, checks = []) =>
      page.evaluate(
        ([on, what, facts]) => /** @type {TestWindow} */ (window).core.act(/** @type {string} */ (on), /** @type {Act} */ (what), /** @type {Check[]} */ (facts)),
        [selector, act, checks],
      ),
    /**
     * @param {string} selector
     * @param {Act} act
     * @param {{ quiet?: number, most?: number }} [bounds]
     */
    actAndSettle: (selector, act, bounds = {}) =>
      page.evaluate(
        ([on, what, times]) => /** @type {TestWindow} */ (window).core.actAndSettle(/** @type {string} */ (on), /** @type {Act} */ (what), /** @type {object} */ (times)),
        [selector, act, bounds],
      ),
    /** What the page's own scripts pushed to `log`. @returns {Promise<string[]>} */
    log: () => page.evaluate(() => /** @type {TestWindow} */ (window).log),
    close: () => page.close(),
  };
}
