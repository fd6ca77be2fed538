/**
 * Real apps in a real browser: each page below `pages/` is bundled with its framework from npm, served beside
 * Onecall, and driven through `call` alone. What the app holds in the end is read from its own `window.model()`.
 */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { build } from 'esbuild';
import { launch, root } from '../lib/browser.js';
import { Extension } from '../lib/extension.js';
import { serve } from '../lib/server.js';
import { invoke } from '../lib/webmcp.js';
import { DIST, MODULE } from '../pages.js';

/** @import { Page } from 'playwright-core' */
/** @import { Plugin } from 'esbuild' */

/**
 * @typedef {object} App
 * @property {string} title
 * @property {string} entry File below `pages/`, or from the checkout's root where it has a slash.
 * @property {Record<string, string>} [alias] Packages that stand in for others: one page in two versions of its framework.
 * @property {string} [css] A style sheet from `node_modules`.
 * @property {string} [html] In the page's `main`; default empty.
 * @property {Plugin[]} [plugins] What compiles the page.
 * @property {string} [library] Overrides where the library's code comes from.
 */

/**
 * @typedef {object} Driven
 * @property {Page} tab
 * @property {(path: string, args?: unknown) => Promise<string>} call What the agent reads.
 * @property {(path: string, args?: unknown) => Promise<string>} does The same, of an act that must have been done.
 * @property {() => Promise<unknown>} model What the app holds.
 * @property {() => Promise<void>} close
 */

/** @param {App} app @returns {Promise<string>} */
export async function bundle(app) {
  const { outputFiles } = await build({
    entryPoints: [app.entry.includes('/') ? `${root}/${app.entry}` : `${root}/tests/e2e/apps/pages/${app.entry}`],
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
    // Vue with its compiler of templates.
    alias: { vue: 'vue/dist/vue.esm-bundler.js', ...app.alias },
    conditions: ['browser'],
    plugins: app.plugins ?? [],
    define: {
      'process.env.NODE_ENV': '"production"', global: 'globalThis',
      __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * A browser with these apps for the tests of one file.
 * @template {string} Name
 * @param {Record<Name, App>} apps
 * @param {{ extension?: boolean }} [options] With the extension instead of the script tag.
 */
export function withApps(apps, { extension = false } = {}) {
  /** @type {import('../lib/browser.js').Launched} */
  let browser;
  /** @type {import('../lib/server.js').Served} */
  let site;
  before(async () => {
    /** @type {Record<string, import('../lib/server.js').Route>} */
    const routes = {};
    for (const [name, app] of /** @type {[string, App][]} */ (Object.entries(apps))) {
      const css = app.css ? `<link rel="stylesheet" href="/modules/${app.css}">` : '';
      routes[`/${name}`] = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${app.title}</title>${css}${extension ? '' : MODULE}</head>`
        + `<body><main><h1>${app.title}</h1><div id="app">${app.html ?? ''}</div></main><script src="/${name}.js"></script></body></html>`;
      routes[`/${name}.js`] = async () => ({ body: await bundle(app), type: 'text/javascript' });
    }
    site = await serve(routes, { ...DIST, '/modules/': `${root}/node_modules` });
    browser = await launch({ extension });
    if (extension) await new Extension(browser).rules([{ origin: site.origin, decision: 'allow' }]);
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  return {
    /**
     * @param {Name} name
     * @returns {Promise<Driven>}
     */
    async open(name) {
      const tab = await browser.page();
      await tab.goto(`${site.origin}/${name}`);
      await tab.waitForFunction(() => 'model' in window);
      const call = (/** @type {string} */ path, /** @type {unknown} */ args) => invoke(tab, args === undefined ? { path } : { path, args });
      return {
        tab,
        call,
        async does(path, args = []) {
          const answer = await call(path, args);
          assert.match(answer, /^done {5}/m, `${path}(${JSON.stringify(args)}) was not done:\n${answer}`);
          assert.doesNotMatch(answer, /^fault/m, answer);
          return answer;
        },
        model: () => tab.evaluate(() => /** @type {{ model: () => unknown }} */ (/** @type {unknown} */ (window)).model()),
        close: () => tab.close(),
      };
    },
  };
}
