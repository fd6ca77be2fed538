/**
 * The conformance suite in Chromium: cases that need no director (no `@` lines, no acts) answer in the browser, over
 * captured facts, what they answer natively over facts made from HTML.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, root } from './lib/browser.js';

const SITE = 'https://example.test/';
const suite = fileURLToPath(new URL('../suite/', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(suite + path, 'utf8');

/** @type {import('./lib/browser.js').Launched} */
let browser;

before(async () => {
  browser = await launch({ extension: false });
});

after(async () => {
  await browser?.close();
});

/**
 * Plays a case's calls and gives the transcript.
 * @param {string} name
 */
async function play(name) {
  const tab = await browser.page();
  await tab.route(`${SITE}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/onecall/')) return route.fulfill({ path: `${root}/www/dist/${pathname.slice(9)}` });
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: read(`${name}/case.html`) });
  });
  await tab.goto(SITE);
  await tab.evaluate(async (url) => void (await import(url)), `${SITE}onecall/onecall.js`);
  let transcript = '';
  for (const line of read(`${name}/calls.txt`).split('\n')) {
    if (line !== '>' && !line.startsWith('> ')) continue;
    const given = line.slice(2);
    const input = given.startsWith('{') ? JSON.parse(given) : { path: given };
    const answer = await tab.evaluate((asked) => window.onecall?.call(asked), input);
    transcript += `> ${given}\n${answer}\n\n`;
  }
  await tab.close();
  return transcript;
}

const cases = readdirSync(suite, { recursive: true }).map(String).filter((file) => file.endsWith('calls.txt')).map(dirname);
const played = cases.filter((name) => !/^@/m.test(read(`${name}/calls.txt`)) && !read(`${name}/expected.txt`).includes('\n  (step '));

for (const name of played) {
  test(name, async () => {
    assert.equal(await play(name), read(`${name}/expected.txt`));
  });
}

test('enough of the suite is played here', () => {
  assert.ok(played.length >= 8, played.join(' '));
});
