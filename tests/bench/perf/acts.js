/**
 * What an act costs on pages of several sizes, beside what the same click costs the page without Onecall.
 */
import { launch, root } from '../../e2e/lib/browser.js';
import { serve } from '../../e2e/lib/server.js';
import { agent } from '../../e2e/lib/webmcp.js';
import { counted } from '../../lib/tokens.js';
import { median, shown, table } from '../lib/table.js';
import { pageOf } from './pages.js';

/** @import { Page } from 'playwright-core' */

/** A button at the top that puts a sentence above all the rest. */
const BUTTON = `<button id="act" onclick="const said = document.createElement('p'); said.textContent = 'Said ' + performance.now(); this.after(said)">Act</button>`;
const HOST = '<script type="module" src="/onecall/onecall.js"></script>';
/** Acts measured on each page, after two that are not. */
const TIMES = 7;

/**
 * Processor time of the main thread, and the part of it in which scripts ran, in milliseconds.
 * @param {Page} page
 * @param {() => Promise<unknown>} act
 */
async function spent(page, act) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (/** @type {string} */ name) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000;
    return { all: of('TaskDuration'), script: of('ScriptDuration') };
  };
  const runs = [];
  for (let time = -2; time < TIMES; time += 1) {
    const before = await read();
    await act();
    const after = await read();
    if (time >= 0) runs.push({ all: after.all - before.all, script: after.script - before.script });
  }
  return { all: median(runs.map(({ all }) => all)), script: median(runs.map(({ script }) => script)) };
}

/** @param {number[]} sizes */
export async function measureActs(sizes) {
  const routes = Object.fromEntries(sizes.map((size) => [`/${size}`, pageOf(size).replace('<head>', `<head>${HOST}`).replace('<main>', `<main>${BUTTON}`)]));
  const site = await serve(routes, { '/onecall/': `${root}/www/dist/` });
  const browser = await launch({ extension: false });
  /** @type {string[][]} */
  const rows = [];
  try {
    for (const size of sizes) {
      const page = await browser.page();
      await page.goto(`${site.origin}/${size}`);
      const bare = await spent(page, () => page.evaluate(() => {
        document.querySelector('button')?.click();
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }));
      const native = await agent(page);
      await native.call({ path: 'page.buttons.Act' });
      const ours = await spent(page, async () => {
        const answer = await native.call({ path: 'page.buttons.Act.click', args: [] });
        if (!answer.includes('new text "Said ')) throw new Error(answer);
      });
      rows.push([counted(size), shown(bare.all), shown(ours.all), (ours.all / bare.all).toFixed(2), shown(ours.script)]);
      await page.close();
    }
  } finally {
    await browser.close();
    await site.close();
  }
  console.log('\nA click through `call` that puts a sentence above all the rest, milliseconds of the page\'s main thread: the click alone, through `call`, and scripts and core in that.\n');
  console.log(table(['elements', 'click alone', 'through call', '×', 'scripts'], rows));
}
