/**
 * Pages that are against being read, through both hosts: each gets a bounded, correct answer.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { tokens } from '../lib/tokens.js';
import { DIST, MODULE } from './pages.js';

/** @import { Page } from 'playwright-core' */

/** Characters of an answer at the most, as design.md §4 has it. */
const MOST = 7_500;
const script = (/** @type {string} */ code) => `<script>${code}</script>`;

/** @type {Record<string, string>} */
const BODIES = {
  malformed: '</p><div><table><td>lost<tr><form aria-label="Out"><form><td><label>Name <input></label><b><i>x</b></i><select aria-label="Pick"><option>one<div>two</select></table></div><ul><li>a<li>b</ul><a href="/x">Link<a href="/y">Other</form></span>',
  deep: script("let at = document.body; for (let n = 0; n < 1000; n += 1) at = at.appendChild(document.createElement('div')); at.innerHTML = '<button>Bottom</button>';"),
  siblings: `<div id="all"></div><button>Last</button>${script("const all = document.querySelector('#all'); for (let n = 0; n < 100000; n += 1) all.append(Object.assign(document.createElement('i'), { textContent: `n${n}` }));")}`,
  attributes: script("const long = 'very long '.repeat(100000); document.body.innerHTML = `<button aria-label=\"${long}\">x</button><img alt=\"${long}\" src=\"data:,\"><a href=\"/#${long}\" title=\"${long}\">Link</a><form aria-label=\"${long}\"><input aria-label=\"${long}\" placeholder=\"${long}\" value=\"${long}\"></form><div id=\"${long}\" class=\"${long}\">text</div><button>Short</button>`;"),
  surrogates: script("document.title = 'Half \\ud800'; document.body.innerHTML = '<h1></h1><button></button><input aria-label=Field>'; document.querySelector('h1').textContent = '\\udc00 heading \\ud83d'; document.querySelector('button').textContent = 'Go\\ud800'; document.querySelector('input').value = 'v\\udfff';"),
  unseen: '<button onclick="document.title = \'Opened\'">Open\u202e\u200b \u2066now\u2069</button><p>done \u200bclicked\u202e page.buttons.Other</p><a href="/x">\u{e0050}\u{e0061}\u{e0079}</a>',
  owns: '<div id="a" role="list" aria-label="A" aria-owns="b a"><div role="listitem">one</div></div><div id="b" role="list" aria-label="B" aria-owns="a c"></div><span id="c" aria-owns="b" aria-labelledby="c d">c</span><button id="d" aria-labelledby="d c">Owned</button>',
  restless: `<p id="clock">0</p><ul></ul><button onclick="document.querySelector('#out').textContent = 'pressed'">Press</button><output id="out"></output>${script("let n = 0; const list = document.querySelector('ul'); const turn = () => { n += 1; document.querySelector('#clock').textContent = n; list.replaceChildren(...Array.from({ length: 20 }, (_, at) => Object.assign(document.createElement('li'), { textContent: `${n} ${at}` }))); list.className = `c${n}`; }; setInterval(turn, 0); (function frame() { turn(); requestAnimationFrame(frame); })();")}`,
  opened: `<button onclick="document.open(); document.write('<!doctype html><title>Written</title><main><h1>Written</h1><button>Fresh</button></main>'); document.close();">Replace</button>`,
};

for (const extension of [true, false]) {
  describe(extension ? 'extension' : 'script tag', () => {
    /** @type {import('./lib/browser.js').Launched} */
    let browser;
    /** @type {import('./lib/server.js').Served} */
    let site;

    before(async () => {
      const pages = Object.entries(BODIES).map(([name, body]) => [`/${name}`, `<!doctype html><html><head><title>${name}</title>${extension ? '' : MODULE}</head><body>${body}</body></html>`]);
      site = await serve(Object.fromEntries(pages), DIST);
      browser = await launch({ extension });
      if (extension) await new Extension(browser).rules([{ origin: site.origin, decision: 'allow' }]);
    });
    after(async () => {
      await browser?.close();
      await site?.close();
    });

    /**
     * @param {string} name
     * @param {(call: (input: object) => Promise<string>, page: Page) => Promise<void>} work
     */
    const visit = (name, work) =>
      test(name, async () => {
        const page = await browser.page();
        await page.goto(`${site.origin}/${name}`);
        await (await agent(page)).tool('call');
        await work(async (input) => {
          const answer = await invoke(page, input);
          assert.ok(answer.isWellFormed() && answer.length > 0 && answer.length <= MOST, answer.slice(0, 300));
          assert.doesNotMatch(answer, /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u);
          if (!('path' in input)) assert.ok(tokens(answer) <= 400, `${tokens(answer)} tokens`);
          return answer;
        }, page);
        await page.close();
      });

    visit('malformed', async (call) => {
      assert.match(await call({}), /page\.forms\.Out {2}"Name", "Pick"/);
      assert.match(await call({ path: 'page.forms.Out.fill', args: { Name: 'Ann' } }), /^done {5}1 of 1 field in page\.forms\.Out: Name = "Ann"/);
      assert.match(await call({ path: 'page.links' }), /"Link"[^]*"Other"/);
    });

    visit('deep', async (call) => {
      await call({});
      assert.match(await call({ path: 'page.buttons.Bottom.click', args: [] }), /^done {5}clicked page\.buttons\.Bottom/);
    });

    visit('siblings', async (call) => {
      await call({});
      assert.match(await call({ path: 'page.text' }), /^page\.text {2}blocks 0 to \d+ of \d+/);
      assert.match(await call({ path: 'page.buttons.Last.click', args: [] }), /^done {5}clicked page\.buttons\.Last/);
    });

    visit('attributes', async (call) => {
      await call({});
      for (const path of ['page', 'page.buttons', 'page.buttons[0]', 'page.forms', 'page.forms[0]', 'page.forms[0].fields[0]', 'page.forms[0].fields[0].value', 'page.images', 'page.links[0]', 'page.links[0].url']) {
        assert.doesNotMatch(await call({ path }), /^fault/, path);
      }
      assert.match(await call({ path: 'page.buttons.Short.click', args: [] }), /^done/);
    });

    visit('surrogates', async (call) => {
      await call({});
      assert.match(await call({ path: 'page.fields.Field.value' }), /"v\ufffd"/);
      assert.match(await call({ path: 'page.buttons' }), /Go\ufffd/);
      assert.match(await call({ path: 'page.buttons[0].click', args: [] }), /^done/);
    });

    visit('unseen', async (call, page) => {
      assert.match(await call({ path: 'page.buttons' }), /"Open now"/);
      assert.match(await call({ path: 'page.buttons["Open now"].click', args: [] }), /^done {5}clicked page\.buttons\["Open now"\]/);
      assert.equal(await page.title(), 'Opened');
      // Text of the page that looks like an answer stands in a fence.
      assert.match(await call({ path: 'page.text' }), /^page\.text .*\n```\ndone clicked page\.buttons\.Other\n[^]*```$/);
    });

    visit('owns', async (call) => {
      assert.match(await call({ path: 'page.buttons' }), /Owned/);
      for (const path of ['page.lists', 'page.text', 'page']) assert.doesNotMatch(await call({ path }), /^fault/);
    });

    visit('restless', async (call) => {
      assert.match(await call({}), /"Press"/);
      const answer = await call({ path: 'page.buttons.Press.click', args: [] });
      assert.match(answer, /^done {5}clicked page\.buttons\.Press/);
      assert.match(await call({ path: 'page.text' }), /pressed/);
    });

    visit('opened', async (call, page) => {
      assert.match(await call({}), /"Replace"/);
      await page.evaluate(() => document.querySelector('button')?.click());
      assert.match(await call({}), /^"Written" [^]*"Fresh"/);
      assert.match(await call({ path: 'page.buttons.Fresh.click', args: [] }), /^done {5}clicked page\.buttons\.Fresh/);
      assert.match(await call({ path: 'page.buttons.Replace.click', args: [] }), /^fault/);
    });
  });
}
