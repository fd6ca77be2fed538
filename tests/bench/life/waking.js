/**
 * What a call costs more that comes after the worker's death, at 10,000 elements: median of several against warm calls.
 * Nothing is attached to the worker, as in a person's browser.
 */
import { EXTENSION_ID } from '../../e2e/lib/browser.js';
import { serve } from '../../e2e/lib/server.js';
import { Pipe } from '../lib/pipe.js';
import { median, shown } from '../lib/table.js';
import { pageOf } from '../perf/pages.js';

/** Milliseconds more that it may be. */
export const GOAL = 100;

/** @param {number} deaths */
export const headOf = (deaths) => [`10,000 elements, ${deaths} deaths of the worker`, 'ms warm', 'ms after a death', 'the fastest', 'ms more', 'goal'];

/**
 * @param {number} deaths
 * @returns {Promise<{ rows: string[][], worst: number }>} Lines for a table, and the most milliseconds more.
 */
export async function waking(deaths) {
  const site = await serve({ '/large': pageOf(10_000) });
  const browser = new Pipe();
  const control = await browser.open(`chrome-extension://${EXTENSION_ID}/manifest.json`);
  await browser.evaluate("chrome.storage.local.set({ 'onecall.rules': [{ decision: 'allow' }] })", control);
  await browser.send('ServiceWorker.enable', {}, control);
  const page = await browser.open(`${site.origin}/large`);
  const added = browser.once('WebMCP.toolsAdded', ({ tools }) => tools.find((/** @type {{ name: string }} */ { name }) => name === 'call')?.frameId);
  await browser.send('WebMCP.enable', {}, page);
  const frameId = await added;

  /** @param {object} input @returns {Promise<number>} Milliseconds. */
  const call = async (input) => {
    const started = performance.now();
    const answered = browser.once('WebMCP.toolResponded', ({ status, output }) => ({ status, output }));
    await browser.send('WebMCP.invokeTool', { frameId, toolName: 'call', input }, page);
    const { status, output } = await answered;
    if (status !== 'Completed' || /^fault/.test(output)) throw new Error(`${status}: ${output}`);
    return performance.now() - started;
  };

  const stopWorker = async () => {
    const stopped = browser.once('ServiceWorker.workerVersionUpdated', ({ versions }) => (versions.some((/** @type {{ runningStatus: string }} */ { runningStatus }) => runningStatus === 'stopped') ? true : undefined));
    await browser.send('ServiceWorker.stopAllWorkers', {}, control);
    await stopped;
  };

  const TITLE = { path: 'page.title' };
  /** @type {string[][]} */
  const rows = [];
  let worst = 0;
  for (const [name, input] of /** @type {const} */ ([['one property', TITLE], ['the overview', {}]])) {
    await call(input);
    const warm = [];
    const cold = [];
    for (let n = 0; n < deaths; n++) {
      warm.push(await call(input));
      await stopWorker();
      cold.push(await call(input));
    }
    const more = median(cold) - median(warm);
    worst = Math.max(worst, more);
    rows.push([name, shown(median(warm)), shown(median(cold)), shown(Math.min(...cold)), shown(more), String(GOAL)]);
  }
  await browser.close();
  await site.close();
  return { rows, worst };
}
