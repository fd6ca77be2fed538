/**
 * The apps in which tasks are done, served; where each stands, and whether a task has come true in it.
 */
import { APPS } from '../../e2e/apps/apps.js';
import { bundle } from '../../e2e/apps/lib.js';
import { root } from '../../e2e/lib/browser.js';
import { serve } from '../../e2e/lib/server.js';

/** @import { Page } from 'playwright-core' */
/** @import { Route, Served } from '../../e2e/lib/server.js' */
/** @import { Task } from './tasks.js' */

/**
 * @param {Task[]} tasks
 * @returns {Promise<Served>}
 */
export async function serveApps(tasks) {
  /** @type {Record<string, Route>} */
  const routes = {};
  for (const { app: name } of tasks) {
    const app = APPS[name];
    if (!app) continue;
    const css = app.css ? `<link rel="stylesheet" href="/modules/${app.css}">` : '';
    routes[`/${name}`] = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${app.title}</title>${css}</head><body><main><h1>${app.title}</h1><div id="app">${app.html ?? ''}</div></main><script src="/${name}.js"></script></body></html>`;
    routes[`/${name}.js`] = { body: await bundle(app), type: 'text/javascript' };
  }
  return serve(routes, { '/modules/': `${root}/node_modules`, '/': `${root}/www/demos/office` });
}

/** @param {Served} site @param {Task} task */
export const addressOf = (site, { app }) => `${site.origin}/${app === 'shop' ? 'shop.html' : app}`;

/**
 * Empty where the app itself holds what the task is to bring about; else what it holds.
 * @param {Page} page
 * @param {Task} task
 */
export async function holds(page, task) {
  const model = await page.evaluate(() => {
    const { model } = /** @type {{ model?: () => unknown }} */ (/** @type {unknown} */ (window));
    if (model) return model();
    return [...document.querySelectorAll('tr')].map((row) => row.textContent?.replace(/\s+/g, ' ')).find((text) => text?.includes('A-1137')) ?? '';
  });
  return task.holds(model) ? '' : `the app holds ${JSON.stringify(model).slice(0, 300)}`;
}
