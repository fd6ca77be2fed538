/**
 * Frames of other origins and closed shadow roots in the extension: in their place once the person has allowed it, and
 * before that nothing of them for anybody, least of all for the page itself, which may be the caller.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { isFault } from './pages.js';

/** @import { Page } from 'playwright-core' */

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {Extension} */
let extension;
/** @type {import('./lib/server.js').Served} */
let site;

/** What must never come out unasked. */
const SECRETS = ['4711', 'Ann Secret', 'Confirm transfer', 'my-account', 'Inside 0815', 'Other tab 9999'];

const VICTIM = `<title>Bank of my-account</title><h1>Balance 4711</h1>
  <form aria-label="Transfer"><label>Holder <input name="holder" value="Ann Secret"></label>
  <button type="button" onclick="document.querySelector('output').textContent = 'sent by ' + this.form.holder.value">Confirm transfer</button></form>
  <output></output>`;

const CARD = `<x-card></x-card><script>customElements.define('x-card', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML =
    '<p>Inside 0815</p><button onclick="this.textContent = \\'Pressed\\'">Press</button>'; }
});</script>`;

before(async () => {
  site = await serve({
    '/host': () => `<title>Host</title><h1>Shop</h1><button>Save</button><iframe title="Pay" src="${site.other}/moved"></iframe>`,
    '/moved': () => ({ body: '', status: 302, headers: { location: '/my-account' } }),
    '/my-account': VICTIM,
    '/next': '<title>Next</title><h1>Thanks 1234</h1><button>Back</button>',
    '/goes': '<title>Goes</title><h1>Step one</h1><a href="/next">Go on</a>',
    '/host-goes': () => `<title>Host</title><iframe title="Steps" src="${site.other}/goes"></iframe>`,
    '/deep': () => `<title>Deep</title><iframe title="Outer" src="${site.other}/middle"></iframe>`,
    '/middle': () => `<title>Middle</title><p>Middle 55</p><iframe title="Inner" src="${site.origin}/leaf"></iframe>`,
    '/leaf': '<title>Leaf</title><p>Leaf 66</p><button onclick="this.textContent = \'Picked\'">Pick</button>',
    '/same': `<title>Same</title><iframe title="Near" src="/leaf"></iframe><iframe title="Inline" srcdoc="<p>Inline 77</p><button onclick=&quot;this.textContent = 'Done'&quot;>Do</button>"></iframe>
      <iframe title="Shut" sandbox="allow-scripts" src="/leaf"></iframe><iframe title="Shut inline" sandbox srcdoc="<p>Apart 88</p>"></iframe>
      <open-card></open-card><script>document.querySelector('open-card').attachShadow({ mode: 'open' }).innerHTML = '<p>Open 99</p><iframe title="In root" src="${'/leaf'}"></iframe>';</script>`,
    '/card': `<title>Card</title><h1>Cards</h1>${CARD}`,
    '/plain': `<title>Plain</title><h1>Cards</h1><div id="box"><p>Light 12</p></div><script>
      const root = document.getElementById('box').attachShadow({ mode: 'closed' });
      root.innerHTML = '<p>Inside 0815</p><div role="status"></div><button>Press</button><slot></slot>';
      root.querySelector('button').onclick = () => { root.querySelector('div').textContent = 'Told 0815'; };</script>`,
    '/other-tab': '<title>Other tab 9999</title><p>Other tab 9999</p>',
    '/refuses': { body: '<p>never</p>', headers: { 'x-frame-options': 'DENY' } },
    '/host-refused': () => `<title>Host</title><h1>Shop</h1><button>Save</button><iframe title="Pay" src="${site.other}/refuses"></iframe>`,
    '/hostile': () => `<title>Hostile</title><h1>Shop</h1><p>nothing</p><button>Save</button>${CARD}
      <iframe title="Pay" src="${site.other}/moved"></iframe><iframe title="Shut" sandbox src="${site.other}/moved"></iframe>`,
  });
  browser = await launch();
  extension = new Extension(browser);
});

after(async () => {
  await browser?.close();
  await site?.close();
});

const ACT = /** @type {const} */ ({ decision: 'allow' });

/** @param {string} origin @param {string} across */
const pair = (origin, across) => ({ origin, across, decision: /** @type {const} */ ('allow') });

beforeEach(() => extension.rules([ACT]));

/** @param {string} path */
async function open(path) {
  const tab = await browser.page();
  await tab.goto(site.origin + path);
  return tab;
}

/** @param {Page} tab @param {string} path @param {unknown} [args] */
// Nobody answers here, so no call waits its 20 s for a person.
const call = (tab, path, args) => invoke(tab, args === undefined ? { path, timeout: 5 } : { path, args, timeout: 5 });

test('same-origin frames, srcdoc and open shadow roots are in the tree, with acts', async () => {
  const tab = await open('/same');
  for (const [path, text] of [
    ['page.frames.Near.text', 'Leaf 66'], ['page.frames.Inline.text', 'Inline 77'], ['page.frames["In root"].text', 'Leaf 66'],
  ]) assert.match(await call(tab, path ?? ''), new RegExp(text ?? ''));
  assert.match(await call(tab, 'page.text'), /Open 99/);
  assert.match(await call(tab, 'page.frames.Near.buttons.Pick.click', []), /^done {5}clicked page\.frames\.Near\.buttons\.Pick\n/);
  assert.match(await call(tab, 'page.frames.Near.buttons'), /Picked/);
  assert.match(await call(tab, 'page.frames.Inline.buttons.Do.click', []), /^done/);
  assert.match(await call(tab, 'page.frames.Inline.buttons'), /Done/);
  // A sandboxed document has an origin of its own, even where it comes from the page's.
  for (const path of ['page.frames.Shut.text', 'page.frames["Shut inline"].text']) isFault(await call(tab, path), 'needs_approval');
  await extension.rules([ACT, pair(site.origin, `sandboxed ${site.origin}`), pair(site.origin, 'sandboxed about:')]);
  assert.match(await call(tab, 'page.frames.Shut.text'), /Leaf 66/);
  assert.match(await call(tab, 'page.frames["Shut inline"].text'), /Apart 88/);
  await tab.close();
});

test('a frame of another origin is a stub, then in its place, with acts', async () => {
  const tab = await open('/host');
  const overview = await call(tab, '');
  assert.match(overview, /\n! page\.frames\.Pay: not readable by the page itself; reading inside asks the person/);
  const fault = await call(tab, 'page.frames.Pay.text');
  isFault(fault, 'needs_approval');
  assert.match(fault, /page\.frames\.Pay is a frame that the page's own scripts cannot read/);
  await extension.rules([ACT, pair(site.origin, site.other)]);
  assert.match(await call(tab, 'page.frames.Pay'), /page\.frames\.Pay\.forms\.Transfer/);
  assert.match(await call(tab, 'page.frames.Pay.forms.Transfer.fields.Holder.value'), /Ann Secret/);
  assert.match(await call(tab, 'find("balance")'), /page\.frames\.Pay\./);
  const filled = await call(tab, 'page.frames.Pay.forms.Transfer.fill', { Holder: 'Bo' });
  assert.match(filled, /^done {5}1 of 1 field in page\.frames\.Pay\.forms\.Transfer: Holder = "Bo"/);
  const clicked = await call(tab, 'page.frames.Pay.forms.Transfer.buttons["Confirm transfer"].click', []);
  assert.match(clicked, /^done {5}clicked page\.frames\.Pay\.forms\.Transfer\.buttons\["Confirm transfer"\]/);
  assert.match(clicked, /sent by Bo/);
  assert.deepEqual((await agent(tab)).history, ['call'], 'only the top document has the tool');
  await tab.close();
});

test('a frame goes on to another document, and is taken away', async () => {
  await extension.rules([ACT, pair(site.origin, site.other)]);
  const tab = await open('/host-goes');
  assert.match(await call(tab, 'page.frames.Steps.text'), /Step one/);
  const went = await call(tab, 'page.frames.Steps.links["Go on"].click', []);
  assert.match(went, /^done {5}clicked page\.frames\.Steps\.links\["Go on"\]/);
  assert.match(await call(tab, 'page.frames.Steps.text'), /Thanks 1234/);
  await tab.evaluate(() => document.querySelector('iframe')?.remove());
  isFault(await call(tab, 'page.frames.Steps.text'), 'not_found');
  await tab.close();
});

test('frames in frames of other origins', async () => {
  await extension.rules([ACT, pair(site.origin, site.other)]);
  const tab = await open('/deep');
  assert.match(await call(tab, 'page.frames.Outer.text'), /Middle 55/);
  // The innermost is of the page's own origin, which its own script can read from anywhere.
  assert.match(await call(tab, 'page.frames.Outer.frames.Inner.text'), /Leaf 66/);
  assert.match(await call(tab, 'page.frames.Outer.frames.Inner.buttons.Pick.click', []), /^done/);
  assert.match(await call(tab, 'page.frames.Outer.frames.Inner.buttons'), /Picked/);
  await tab.close();
});

test('closed shadow roots', async () => {
  const tab = await open('/card');
  assert.match(await call(tab, ''), /\n! page\.closed\["x-card"\]: not readable/);
  isFault(await call(tab, 'page.closed["x-card"].text'), 'needs_approval');
  for (const path of ['', 'page', 'page.text', 'page.buttons', 'find("inside")', 'page.closed["x-card"]']) {
    assert.doesNotMatch(await call(tab, path), /0815|Press/, path);
  }
  await extension.rules([ACT, pair(site.origin, 'closed shadow roots')]);
  assert.match(await call(tab, 'page.text'), /Inside 0815/);
  assert.match(await call(tab, 'page.buttons.Press.click', []), /^done/);
  assert.match(await call(tab, 'page.buttons'), /Pressed/);
  await extension.rules([ACT]);
  assert.doesNotMatch(await call(tab, 'page.text'), /0815/, 'what was withdrawn is gone');
  await tab.close();
});

test('a closed root on an ordinary element with children is told of and read like any other', async () => {
  await extension.rules([ACT]);
  const tab = await open('/plain');
  assert.match(await call(tab, ''), /\n! page\.closed\.box: not readable/);
  isFault(await call(tab, 'page.closed.box.text'), 'needs_approval');
  for (const path of ['', 'page', 'page.buttons', 'find("inside")']) assert.doesNotMatch(await call(tab, path), /0815|Press/, path);
  assert.match(await call(tab, 'page.text'), /Light 12/);
  await extension.rules([ACT, pair(site.origin, 'closed shadow roots')]);
  assert.match(await call(tab, 'page.text'), /Inside 0815[^]*Light 12/);
  assert.match(await call(tab, 'page.buttons.Press.click', []), /^done[^]*Told 0815/);
  assert.match(await call(tab, 'events'), /Told 0815/);
  // The log goes on to the next page through storage that the page's own script can read.
  await tab.goto(`${site.origin}/leaf`);
  const kept = await tab.evaluate(() => sessionStorage.getItem('onecall:events'));
  assert.ok(kept && !kept.includes('0815'), String(kept));
  await extension.rules([ACT]);
  await tab.close();
});

test('the worker may end between two calls and in mid-call', async () => {
  await extension.rules([ACT, pair(site.origin, site.other)]);
  const tab = await open('/host');
  const path = 'page.frames.Pay.forms.Transfer.buttons["Confirm transfer"].click';
  assert.match(await call(tab, 'page.frames.Pay.forms.Transfer'), /Holder/);
  await extension.stopWorker();
  assert.match(await call(tab, path, []), /^done/);
  const calls = [call(tab, path, []), call(tab, path, [])];
  await extension.stopWorker();
  for (const answer of await Promise.all(calls)) assert.match(answer, /^done {5}clicked|^fault (internal|unavailable)/);
  await tab.close();
});

/**
 * What the page's own script gets from the extension's tool.
 * @param {Page} tab
 * @param {object} input
 * @returns {Promise<string>}
 */
function asPage(tab, input) {
  return tab.evaluate(async (given) => {
    const { modelContext } = /** @type {any} */ (document);
    const tool = (await modelContext.getTools()).find((/** @type {{ name: string }} */ one) => one.name === 'call');
    return String(await modelContext.executeTool(tool, given));
  }, { timeout: 3, ...input });
}

const PATHS = [
  '', 'page', 'page.text', 'page.frames', 'page.frames.Pay', 'page.frames[0]', 'page.frames[1]', 'page.frames.Pay.text',
  'page.frames.Pay.text[0:5]', 'page.frames.Pay.$help', 'page.frames.Pay.$why', 'page.frames.Pay.$schema', 'page.frames.Pay.url',
  'page.frames.Pay.state', 'page.frames.Pay.name', 'page.frames.Pay.title', 'page.frames.Pay.data', 'page.frames.Pay.hidden',
  'page.frames.Pay.forms', 'page.frames.Pay.forms.Transfer', 'page.frames.Pay.forms.Transfre.$help', 'page.frames.Pay.fields.Holder.value',
  'page.frames.Pay.forms.Transfer.buttons["Confirm transfer"].click()', 'page.frames.Shut.text', 'page.forms', 'page.forms.Transfer',
  'page.forms.Transfre', 'page.fields', 'page.fields.Holder', 'page.buttons', 'page.buttons.Confirm', 'page.sections', 'page.data',
  'page.hidden', 'page.closed', 'page.closed[0]', 'page.closed[0].text', 'page.closed["x-card"].buttons.Press', 'page.alerts',
  'find("balance")', 'find("holder ann secret")', 'find("confirm transfer")', 'find("inside 0815")', 'find("other tab 9999")',
  'tabs', 'tabs[0]', 'tabs[1].page', 'events', 'log', 'policy', 'approvals', 'page.frames.where({"text": "4711"})',
  'page.frames.find("4711")', 'page.waitFor({"text": "4711", "timeout": 0})',
];

test('a hostile page that frames a victim learns nothing from the extension\'s own tool', async () => {
  const other = await open('/other-tab');
  const tab = await open('/hostile');
  await (await agent(tab)).tool();
  await call(other, '');
  for (const path of PATHS) {
    for (const format of ['text', 'json']) {
      const answer = await asPage(tab, { path, format, timeout: 1 });
      for (const secret of SECRETS) {
        assert.ok(!answer.includes(secret) || path.includes(secret), `${path}: ${answer}`);
      }
      assert.ok(!answer.includes('my-account'), `${path}: ${answer}`);
    }
  }
  // What changed: the frame changes while the page acts.
  const act = asPage(tab, { path: 'page.buttons.Save.click', args: [] });
  const [inner] = tab.frames().filter((frame) => frame.url().includes('my-account'));
  await inner?.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<div role="alert">Alert 4711</div><dialog open>Dialog 4711</dialog>'));
  const changed = await act;
  assert.match(changed, /^done {5}clicked page\.buttons\.Save/);
  assert.doesNotMatch(changed, /4711/);
  await tab.close();
  await other.close();
});

test('neither where a frame was sent on to, nor whether anything is in it, shows in what the page is told', async () => {
  const tab = await open('/host');
  const refused = await open('/host-refused');
  for (const path of ['', 'page.frames.Pay.text', 'page.frames.Pay.fields.Holder', 'page.frames.Pay.$help']) {
    const one = (await asPage(tab, { path })).replaceAll(/ap-\d+/g, 'ap').replaceAll(/"[^"]*\/(moved|host)"|\S*\/host\b/g, '');
    const two = (await asPage(refused, { path })).replaceAll(/ap-\d+/g, 'ap').replaceAll(/"[^"]*\/(refuses|host-refused)"|\S*\/host-refused\b/g, '');
    assert.equal(one, two, path);
  }
  await tab.close();
  await refused.close();
});

test('a page that rings for its frames, forges nonces and floods gets nowhere', async () => {
  const tab = await open('/hostile');
  await tab.evaluate(() => {
    for (let n = 0; n < 20_000; n++) window.postMessage(`onecall:frame:${n}`, '*');
    addEventListener('message', (event) => {
      for (const frame of document.querySelectorAll('iframe')) frame.contentWindow?.postMessage(event.data, '*');
    }, true);
  });
  isFault(await call(tab, 'page.frames.Pay.text'), 'needs_approval');
  await extension.rules([ACT, pair(site.origin, site.other)]);
  assert.match(await call(tab, 'page.frames.Pay.text'), /Balance 4711/);
  isFault(await call(tab, 'page.frames.Shut.text'), 'needs_approval');
  await tab.close();
});
