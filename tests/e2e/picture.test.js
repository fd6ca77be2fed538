/**
 * Pictures: taken with the real browser and decoded again, so that what is painted over is seen to be. Secrets and
 * documents of other origins are in none, and nothing is taken before the person allows it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { answer, open } from './lib/panel.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { isFault, page } from './pages.js';

/** @import { Page } from 'playwright-core' */

/** Colours that are nowhere else on the page, and of which nothing may be seen. */
const [SECRET, FOREIGN, PRIVATE] = [[255, 0, 0], [0, 255, 0], [255, 255, 0]];
/** What may be seen. */
const OPEN = [0, 0, 255];

const SHOP = `<style>main > * { display: block; margin: 10px; } #open { width: 200px; height: 60px; background: rgb(0, 0, 255); }
  input.secret { background: rgb(255, 0, 0); color: rgb(255, 0, 0); width: 150px; height: 40px; } iframe { width: 200px; height: 80px; border: 0; }</style>
  <section aria-label="Card"><h2>Card</h2><div id="open">Open</div><input class="secret" type="password" aria-label="Password" value="hunter2"><input class="secret" aria-label="Card number" autocomplete="cc-number">
  <own-card></own-card></section>
  <iframe title="Pay" src="FOREIGN"></iframe>
  <form aria-label="Notes" style="background: rgb(255, 255, 0); height: 50px"><input aria-label="Note"></form>
  <div style="height: 3000px"></div><button>Far</button>
  <script>customElements.define('own-card', class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<input type="password" value="x" style="background: rgb(255, 0, 0); width: 100px; height: 40px">'; } });</script>`;

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;
/** @type {import('./lib/server.js').Served} */
let pay;
/** @type {Extension} */
let extension;
/** @type {Page} */
let shop;

before(async () => {
  pay = await serve({ '/': page('Pay', '<style>body, main { margin: 0; background: rgb(0, 255, 0); } main { height: 200px; }</style>') });
  // Another host name is another origin and another site.
  const foreign = pay.origin.replace('127.0.0.1', 'localhost');
  site = await serve({ '/': page('Shop', SHOP.replace('FOREIGN', foreign)), '/plain': page('Plain', '<h1>Plain</h1><table><caption>Lines</caption><tr><th>A<tr><td>1</table>') });
  browser = await launch();
  extension = new Extension(browser);
  shop = await browser.page();
  await shop.goto(site.origin);
});

after(async () => {
  await browser?.close();
  await site?.close();
  await pay?.close();
});

const image = (/** @type {string} */ path) => ({ path: `${path}.$picture`, args: { image: true } });

/**
 * The parts of an answer that has pictures.
 * @param {string} text
 * @returns {Array<{ type: string, text?: string, data?: string, mimeType?: string }>}
 */
function parts(text) {
  const { content } = JSON.parse(text);
  return content;
}

/**
 * How many pixels of a picture are nearly of a colour, and its size: decoded by the browser itself.
 * @param {{ data?: string, mimeType?: string }} part
 * @param {number[][]} colours
 */
async function seen(part, colours) {
  const other = await browser.page();
  try {
    return await other.evaluate(async ([address, wanted]) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const paint = canvas.getContext('2d');
      paint?.drawImage(picture, 0, 0);
      const { data = new Uint8ClampedArray() } = paint?.getImageData(0, 0, picture.width, picture.height) ?? {};
      const counts = wanted.map((colour) => {
        let count = 0;
        for (let at = 0; at < data.length; at += 4) {
          if (colour.every((value, band) => Math.abs(value - Number(data[at + band])) < 70)) count += 1;
        }
        return count;
      });
      return { width: picture.width, height: picture.height, counts };
    }, /** @type {[string, number[][]]} */ ([`data:${part.mimeType};base64,${part.data}`, colours]));
  } finally {
    await other.close();
    await shop.bringToFront();
  }
}

test('a picture is asked about, then taken; secrets and frames of other origins are painted over', async () => {
  const asked = await invoke(shop, { ...image('page.sections.Card'), timeout: 1 });
  isFault(asked, 'needs_approval');
  assert.match(asked, /Nothing was taken/);
  const panel = await open(browser, 'panel', shop);
  await panel.getByText('An agent wants to take pictures of what this page shows').waitFor();
  // The panel is a tab here, and stands in front until it has gone; what was allowed for the site stays.
  await panel.getByRole('article').first().getByLabel('for').selectOption('site');
  await answer(panel, 'Allow for that');
  await panel.getByRole('article').waitFor({ state: 'detached' });
  await panel.close();
  await shop.bringToFront();
  const [text, picture, ...rest] = parts(await invoke(shop, image('page')));
  assert.deepEqual(rest, []);
  assert.match(text?.text ?? '', /^picture {2}page {2}\d+ × \d+, \d+ bytes: image 1 beside this text\n {2}painted over: [4-9]/);
  assert.equal(picture?.type, 'image');
  assert.ok(Buffer.from(picture?.data ?? '', 'base64').length < 12_000, picture?.data?.length.toString());
  const { width, height, counts: [shown = 0, secret, foreign] } = await seen(picture ?? {}, [OPEN, SECRET, FOREIGN]);
  assert.ok(Math.max(width, height) <= 640);
  assert.ok(shown > 500, `${shown} pixels of what may be seen`);
  assert.deepEqual([secret, foreign], [0, 0]);
  // The person saw both.
  const bare = await seen({ data: (await shop.screenshot()).toString('base64'), mimeType: 'image/png' }, [SECRET, FOREIGN]);
  assert.ok(bare.counts.every((count) => count > 1_000), String(bare.counts));
});

test('what a rule keeps from agents is in no picture', async () => {
  const rules = [{ across: 'pictures', decision: /** @type {const} */ ('allow') }];
  await extension.rules(rules);
  const before = await seen(parts(await invoke(shop, image('page')))[1] ?? {}, [OPEN, PRIVATE]);
  assert.ok((before.counts[1] ?? 0) > 500);
  await extension.rules([...rules, { path: 'page.forms.Notes', decision: 'deny' }]);
  const { counts: [shown = 0, secret] } = await seen(parts(await invoke(shop, image('page')))[1] ?? {}, [OPEN, PRIVATE]);
  assert.ok(shown > 500);
  assert.equal(secret, 0);
  await extension.rules(rules);
});

test('a thing is brought into view and cut out; six are in one answer, no more', async () => {
  const button = parts(await invoke(shop, image('page.buttons.Far')));
  const { width, height } = await seen(button[1] ?? {}, []);
  assert.ok(width < 120 && height < 60, `${width} × ${height}`);
  const steps = Array.from({ length: 8 }, () => image('page.buttons.Far'));
  const several = parts(await invoke(shop, { steps, budget: 2_000 }));
  assert.equal(several.filter(({ type }) => type === 'image').length, 6);
  assert.match(several[0]?.text ?? '', /fault too_large {2}an answer holds 6 pictures at most/);
});

test('a page that moves a frame of another origin about while it is taken does not get it into the picture', async () => {
  await shop.evaluate(() => {
    const frame = /** @type {HTMLElement} */ (document.querySelector('iframe'));
    Object.assign(frame.style, { position: 'fixed', left: '-900px', top: '0', zIndex: '9', transition: 'visibility 100s' });
    // In front of the page whenever nobody measures: between two tasks of the kit.
    frame.getBoundingClientRect = () => new DOMRect(-900, 0, 10, 10);
    setInterval(() => { frame.style.left = frame.style.left === '0px' ? '-900px' : '0px'; }, 3);
  });
  for (let at = 0; at < 3; at++) {
    const came = await invoke(shop, image('page'));
    // It may have been seen to move; where it was not, it is hidden all the same.
    if (came.startsWith('fault')) isFault(came, 'unavailable');
    else assert.deepEqual((await seen(parts(came)[1] ?? {}, [FOREIGN])).counts, [0]);
  }
  await shop.goto(site.origin);
});

test('a tab in the background has no picture, and what is not drawn says so', async () => {
  const other = await browser.page();
  await other.goto(`${site.origin}/plain`);
  const said = await invoke(shop, image('page'));
  isFault(said, 'unavailable');
  assert.match(said, /only a tab in front can be pictured/);
  assert.match(await invoke(other, { path: 'page.tables.Lines.$picture' }), /^picture {2}page\.tables\.Lines can be had as an image[^]*Nothing was taken/);
  isFault(await invoke(other, image('events')), 'invalid_argument');
  await other.close();
  await shop.bringToFront();
});

test('the page\'s own script gets no picture unasked, and none of another tab', async () => {
  await extension.rules([]);
  const got = await shop.evaluate(async () => {
    const context = /** @type {{ getTools(): Promise<Array<{ name: string }>>, executeTool(tool: unknown, input: unknown): Promise<string> }} */ (/** @type {{ modelContext?: unknown }} */ (document).modelContext);
    const call = (await context.getTools()).find(({ name }) => name === 'call');
    return context.executeTool(call, { path: 'page.$picture', args: { image: true }, timeout: 1 });
  });
  isFault(got, 'needs_approval');
  assert.ok(!got.includes('base64') && !got.includes('"image"}'), got);
  const seenBy = await agent(shop);
  assert.ok(seenBy.tools.some(({ name }) => name === 'call'));
});

test('the panel shows the picture that the person tries, without asking', async () => {
  const panel = await open(browser, 'panel', shop);
  await panel.getByLabel('Path').fill('page.$picture');
  await panel.getByLabel('Arguments').fill('{"image": true}');
  // In a browser whose panel stands beside the page the tab stays in front; here the panel is a tab of its own.
  await panel.getByRole('button', { name: 'Try the call' }).click();
  await panel.getByText('only a tab in front can be pictured').waitFor();
  await panel.close();
});
