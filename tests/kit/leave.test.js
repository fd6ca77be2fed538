/**
 * Calls whose act leaves the document, seen by an agent on the browser's side over CDP: none may be lost, and those
 * that stay within the origin are answered by the new document. The script runs as content scripts do, in a world of
 * its own or in the page's.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';
import { agent } from '../e2e/lib/webmcp.js';
import { root } from '../e2e/lib/browser.js';
import { withBrowser } from './lib/page.js';

/** @import { Wanted } from './lib/autopilot.js' */

const bundle = await build({ entryPoints: [`${root}/tests/kit/lib/autopilot.js`], bundle: true, format: 'iife', write: false });
const source = bundle.outputFiles[0]?.text ?? '';

const NEXT = '<!doctype html><title>Next "page"</title><h1>Thank you</h1><h2 hidden>Hidden</h2><p>done</p>';

const browser = withBrowser({
  routes: {
    '/next': NEXT,
    '/slow': async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return NEXT;
    },
    '/file': { body: 'x', type: 'text/plain', headers: { 'Content-Disposition': 'attachment; filename=x.txt' } },
    '/nothing': { body: '', status: 204 },
  },
});

/**
 * @param {string} html
 * @param {Wanted} input
 * @param {{ world?: string, strict?: boolean, meanwhile?: (page: import('playwright-core').Page) => Promise<unknown> }} [options]
 */
async function called(html, input, { world = 'kit', strict = false, meanwhile } = {}) {
  const page = await browser.tab();
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: world });
  /** @type {Record<string, string>} */
  const headers = strict ? { 'Content-Security-Policy': "default-src 'self' 'unsafe-inline'; require-trusted-types-for 'script'" } : {};
  const body = `<!doctype html><title>Start</title>${html}`;
  await page.route('**/start', (route) => route.fulfill({ contentType: 'text/html', headers, body }));
  await page.goto(`${browser.origin}/start`);
  const client = await agent(page);
  const { response } = await client.begin(input);
  if (meanwhile) await meanwhile(page);
  return { ...(await response), page, client };
}

/** @param {unknown} output */
function arrived(output) {
  assert.ok(Array.isArray(output), JSON.stringify(output));
  assert.equal(output.length, 1);
  return /** @type {{ kind: string, done: string[], value: { url: string, title: string, headings: string[] } }} */ (output[0]);
}

for (const world of ['kit', '']) {
  const where = world ? 'isolated world' : 'page world';
  for (const [name, html, on, act] of /** @type {const} */ ([
    ['a link', '<a href="/next">go</a>', 'a', { verb: 'click' }],
    ['a script that leaves at once', '<button onclick="location.href = \'/next\'">go</button>', 'button', { verb: 'click' }],
    ['a form', '<form action="/next"><input name=q><button>go</button></form>', 'form', { verb: 'submit', by: 0 }],
    ['a button of a form', '<form action="/next" method=post><input name=q><button>go</button></form>', 'button', { verb: 'click' }],
    ['Enter', '<form action="/next"><input name=q></form>', 'input', { verb: 'press', key: 'Enter' }],
    ['goto', '', '', { verb: 'goto', url: '/next' }],
    ['a slow server', '<a href="/slow">go</a>', 'a', { verb: 'click' }],
  ])) {
    test(`${where}: ${name} within the origin is answered by the new document`, async () => {
      const { output, status, page } = await called(html, { on, act, settle: 5_000 }, { world });
      assert.equal(status, 'Completed');
      const answer = arrived(output);
      assert.equal(answer.kind, 'navigated');
      assert.deepEqual(answer.done, [`${act.verb} ${on}`.trim()]);
      assert.equal(new URL(answer.value.url).origin, browser.origin);
      assert.deepEqual([answer.value.title, answer.value.headings], ["Next 'page'", ['Thank you']]);
      await page.waitForFunction(() => document.querySelector('script[data-onecall]') === null);
      assert.equal(await page.evaluate(() => sessionStorage.length), 0);
      await page.close();
    });
  }

  for (const [name, html] of /** @type {const} */ ([
    ['a timer of the page', '<button onclick="setTimeout(() => { location.href = \'/next\' }, 60)">go</button>'],
    ['another origin', '<a href="OTHER/next">go</a>'],
  ])) {
    test(`${where}: ${name} settles the call before the document goes`, async () => {
      const { output, status, page } = await called(html.replace('OTHER', browser.other), { on: 'button,a', act: { verb: 'click' }, settle: 5_000 }, { world });
      assert.equal(status, 'Completed');
      assert.match(String(output), /^done {5}click button,a\nchanged {2}the document is leaving for "http:.*\/next"$/);
      await page.close();
    });
  }

  test(`${where}: a person's own navigation in mid-call`, async () => {
    const { output, page } = await called('<a href="/next">go</a><p aria-busy=false>x</p>', { on: 'p', act: { verb: 'click' }, settle: 20_000 }, {
      world,
      meanwhile: async (tab) => {
        await tab.evaluate(() => {
          const busy = /** @type {HTMLElement} */ (document.querySelector('p'));
          busy.ariaBusy = 'true';
          setInterval(() => document.body.append(document.createElement('i')), 20);
        });
        await tab.click('a');
      },
    });
    assert.match(String(output), /^done {5}click p\nchanged/);
    await page.close();
  });
}

test('leaving for another origin, answered as JSON where that was asked for', async () => {
  const input = { on: 'a', act: /** @type {const} */ ({ verb: 'click' }), settle: 5_000, format: 'json' };
  const { output, page } = await called(`<a href="${browser.other}/next">go</a>`, input);
  // The browser reads JSON text for its client.
  const { ok, done, changed } = /** @type {Record<string, unknown>} */ (output);
  assert.deepEqual({ ok, done, changed }, { ok: true, done: ['click a'], changed: [`the document is leaving for "${browser.other}/next"`] });
  await page.close();
});

test('a page with Trusted Types is answered too', async () => {
  const { output, page } = await called('<a href="/start">again</a><h1>Start</h1>', { on: 'a', act: { verb: 'click' }, settle: 5_000 }, { world: '', strict: true });
  assert.equal(arrived(output).value.title, 'Start');
  await page.close();
});

for (const path of ['/file', '/nothing']) {
  test(`an act that seems to leave and does not (${path}) is answered here`, async () => {
    const { output, page } = await called(`<a href="${path}">get</a>`, { on: 'a', act: { verb: 'click' }, settle: 700 });
    assert.match(String(output), /^done {5}settled, leaving/);
    await page.goto(`${browser.origin}/next`);
    assert.equal(await page.evaluate(() => document.querySelectorAll('script[type="application/ld+json"]').length), 0);
    await page.close();
  });
}

test('twenty navigations in a row, each answered', async () => {
  const { page, client, output } = await called('<a href="/start">again</a>', { on: 'a', act: { verb: 'click' }, settle: 5_000 });
  arrived(output);
  for (let n = 0; n < 20; n += 1) {
    const { response } = await client.begin({ on: 'a', act: { verb: 'click' }, settle: 5_000 });
    const { output: next } = await response;
    assert.equal(arrived(next).kind, 'navigated');
  }
  await page.close();
});

test('going back settles the call before the document goes, and the tool is there again', async () => {
  const { page, client, output } = await called('', { act: { verb: 'goto', url: '/next' }, settle: 5_000 });
  arrived(output);
  const { response } = await client.begin({ act: { verb: 'history', delta: -1 }, settle: 5_000 });
  assert.match(String((await response).output), /^done {5}history \nchanged {2}the document is leaving for "http:.*\/start"$/);
  // It comes from the bfcache, which tells of no load.
  await page.waitForURL('**/start', { waitUntil: 'commit' });
  await client.tool('call');
  assert.equal(await client.call({ echo: 'back' }), 'back');
  await page.close();
});

test('a call that was cancelled from the browser\'s side leaves the tab alive', async () => {
  const page = await browser.tab();
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: 'kit' });
  await page.goto(`${browser.origin}/next`);
  const client = await agent(page);
  const { cancel, response } = await client.begin({ on: 'p', act: { verb: 'click' }, settle: 10_000 });
  await cancel();
  assert.notEqual((await response).status, 'Completed');
  assert.equal(await client.call({ echo: 'still here' }), 'still here');
  await page.close();
});
