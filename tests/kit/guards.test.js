/**
 * Each guard: what a browser would keep a person from doing is refused, by its own name, and nothing is done.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBrowser } from './lib/page.js';

/** @import { Check } from '../../extension/shared/protocol' */
/** @import { PageAct as Act } from '../../extension/page/types.js' */

const browser = withBrowser();

/** @type {Act} */
const CLICK = { verb: 'click' };
/** @param {string} text @returns {Act} */
const set = (text) => ({ verb: 'setValue', text, secret: false });

/** Every listener that an act could reach says so. */
const SPY = `<script>for (const type of ['click', 'input', 'change', 'mousedown', 'submit', 'dragstart'])
  document.addEventListener(type, (e) => log.push(type + ' ' + e.target.localName), true)</script>`;

/**
 * @param {string} name
 * @param {string} html
 * @param {string} selector
 * @param {Act} act
 * @param {string} reason
 * @param {{ by?: string, found?: string | RegExp }} [more] what is in the way; what is said
 */
function refused(name, html, selector, act, reason, { by, found } = {}) {
  test(`${name}: ${reason}`, async () => {
    const kit = await browser.kit(html + SPY);
    const outcome = await kit.act(selector, act);
    assert.equal(outcome.kind, 'refused', JSON.stringify(outcome));
    assert.ok(outcome.kind === 'refused');
    assert.equal(outcome.reason, reason);
    const expected = by ? await kit.page.evaluate((s) => /** @type {import('./lib/page.js').TestWindow} */ (window).core.handle(s), by) : 0;
    assert.equal(outcome.by, expected);
    if (found instanceof RegExp) assert.match(outcome.found, found);
    else if (found !== undefined) assert.equal(outcome.found, found);
    assert.deepEqual(await kit.log(), [], 'nothing may be done');
    await kit.close();
  });
}

/**
 * @param {string} name
 * @param {string} html
 * @param {string} selector
 * @param {Act} act
 */
function allowed(name, html, selector, act) {
  test(`${name}: done`, async () => {
    const kit = await browser.kit(html + SPY);
    assert.equal((await kit.act(selector, act)).kind, 'done');
    assert.notDeepEqual(await kit.log(), []);
    await kit.close();
  });
}

// Shown
refused('display: none', '<button style="display:none">x</button>', 'button', CLICK, 'notVisible', { found: 'display: none' });
refused('visibility: hidden', '<button style="visibility:hidden">x</button>', 'button', CLICK, 'notVisible', { found: 'visibility: hidden' });
refused('hidden around it', '<div hidden><button>x</button></div>', 'button', CLICK, 'notVisible');
refused('no size', '<button style="width:0;height:0;padding:0;border:0;overflow:hidden"></button>', 'button', CLICK, 'notVisible', { found: 'it has no size' });
refused('closed details', '<details><summary>s</summary><button>x</button></details>', 'button', CLICK, 'notVisible');
refused('text into a hidden field', '<input style="display:none">', 'input', set('x'), 'notVisible');
refused('beyond what can be scrolled to', '<button style="position:absolute;left:-500px;width:50px">x</button>', 'button', CLICK, 'notVisible', { found: /scrolled/ });
allowed('below the fold', '<div style="height:3000px"></div><button>x</button>', 'button', CLICK);
allowed('inside something that scrolls', '<div style="height:60px;overflow:auto"><div style="height:900px"></div><button>x</button></div>', 'button', CLICK);
allowed('display: contents', '<a href="#x" style="display:contents"><b>x</b></a>', 'a', CLICK);
allowed('see-through', '<input type=checkbox style="opacity:0">', 'input', { verb: 'check', on: true });

// Enabled, editable
refused('disabled', '<button disabled>x</button>', 'button', CLICK, 'disabled');
refused('disabled by its fieldset', '<fieldset disabled><input></fieldset>', 'input', set('x'), 'disabled');
refused('aria-disabled', '<div role=button aria-disabled=true>x</div>', 'div', CLICK, 'disabled');
refused('no pointer events', '<a href="#x" style="pointer-events:none">x</a>', 'a', CLICK, 'disabled', { found: 'pointer-events: none' });
refused('a disabled option', '<select><option>a<option disabled>b</select>', 'select', { verb: 'selectOptions', positions: [1] }, 'disabled');
refused('a form whose button is disabled', '<form><input><button disabled>x</button></form>', 'form', { verb: 'submit', by: 0 }, 'disabled', { by: 'button' });
refused('readonly', '<input readonly value=a>', 'input', set('x'), 'readonly');
refused('aria-readonly', '<input aria-readonly=true>', 'input', set('x'), 'readonly');
refused('too long', '<input maxlength=3>', 'input', set('four'), 'tooLong', { found: '4 characters, at most 3' });
refused('bad date', '<input type=date>', 'input', set('tomorrow'), 'badValue');
refused('bad number', '<input type=number>', 'input', set('two'), 'badValue');
refused('beyond a range', '<input type=range max=10>', 'input', set('50'), 'badValue', { found: 'it would hold "10"' });
refused('no such option', '<select><option>a</select>', 'select', { verb: 'selectOptions', positions: [4] }, 'badValue');
refused('two options of a single select', '<select><option>a<option>b</select>', 'select', { verb: 'selectOptions', positions: [0, 1] }, 'badValue');
refused('unchecking a radio button', '<input type=radio checked>', 'input', { verb: 'check', on: false }, 'badValue');
refused('text into a button', '<button>x</button>', 'button', set('x'), 'badValue');
refused('checking a paragraph', '<p>x</p>', 'p', { verb: 'check', on: true }, 'badValue');
refused('two files into one', '<input type=file>', 'input', { verb: 'attach', files: [1, 2].map((n) => ({ name: `${n}`, mime: '', text: '', base64: null })) }, 'badValue');
refused('no such key', '<input>', 'input', { verb: 'press', key: 'Foo' }, 'badValue');
refused('a javascript: address', '', '', { verb: 'goto', url: 'javascript:alert(1)' }, 'badValue');

// Inert, modal, covered
refused('inert', '<div inert id=i><button>x</button></div>', 'button', CLICK, 'inert', { by: '#i', found: 'inert' });
refused('behind a modal dialog', '<button>x</button><dialog>d</dialog><script>document.querySelector("dialog").showModal()</script>', 'button', CLICK, 'inert', { by: 'dialog', found: 'modal' });
refused('text behind a modal dialog', '<input><dialog>d</dialog><script>document.querySelector("dialog").showModal()</script>', 'input', set('x'), 'inert', { by: 'dialog' });
allowed('in the modal dialog', '<dialog><button>x</button></dialog><script>document.querySelector("dialog").showModal()</script>', 'button', CLICK);
refused('in a modal under another', '<dialog id=a><button>x</button></dialog><dialog id=b>d</dialog><script>a.showModal(); b.showModal()</script>', 'button', CLICK, 'inert', { by: '#b' });
allowed('in the upper of two modals', '<dialog id=b><button>x</button></dialog><dialog id=a>d</dialog><script>a.showModal(); b.showModal()</script>', 'button', CLICK);
const COVER = '<div id=cover style="position:fixed;inset:0;background:#fff">cookies</div>';
refused('covered', `<button>x</button>${COVER}`, 'button', CLICK, 'covered', { by: '#cover' });
refused('text under an overlay', `<input>${COVER}`, 'input', set('x'), 'covered', { by: '#cover' });
const SUBMIT = /** @type {Act} */ ({ verb: 'submit', by: 0 });
refused('a form under an overlay', `<form><input><button>x</button></form>${COVER}`, 'form', SUBMIT, 'covered', { by: '#cover' });
refused('a form that nobody sees', '<form style="display:none"><input></form>', 'form', SUBMIT, 'notVisible');
refused('a form behind a modal', '<form><input></form><dialog>d</dialog><script>document.querySelector("dialog").showModal()</script>', 'form', SUBMIT, 'inert', { by: 'dialog' });
allowed('a form whose button is hidden', '<form onsubmit="return false"><input><button style="display:none">x</button></form>', 'form', SUBMIT);
refused('a frame covered from outside', `<iframe srcdoc="<button>x</button>"></iframe>${COVER}`, 'iframe >>> button', CLICK, 'covered', { by: '#cover' });
refused('a target of a drag covered', `<p draggable=true>x</p>${COVER}`, 'p', { verb: 'dragTo', onto: 1 }, 'covered', { by: '#cover' });
allowed('half covered', '<button style="width:200px">x</button><div style="position:fixed;left:0;top:0;width:120px;height:99px"></div>', 'button', CLICK);
allowed('under a sticky header after scrolling', '<div style="position:fixed;top:0;left:0;right:0;height:400px"></div><div style="height:2000px"></div><button>x</button><div style="height:2000px"></div>', 'button', CLICK);
allowed('text under its own decoration', '<div style="position:relative;width:200px"><input style="width:200px"><span style="position:absolute;inset:0">label</span></div>', 'input', set('x'));
allowed('text under its label', '<input id=i style="width:100px"><label for=i style="position:fixed;left:0;top:0;width:300px;height:99px">n</label>', 'input', set('x'));

// What needs a person
for (const [name, html, selector, found] of /** @type {const} */ ([
  ['a link to a new tab', '<a href="/x" target=_blank>x</a>', 'a', /new tab.*\/x/],
  ['a link to a new tab by name', '<a href="/x" target=elsewhere>x</a>', 'a', /new tab/],
  ['a form to a new tab', '<form target=_blank><button>x</button></form>', 'button', /new tab/],
  ['a form submitted to a new tab', '<form target=_blank><button>x</button></form>', 'form', /new tab/],
  ['a file picker', '<input type=file>', 'input', /attach/],
])) {
  test(`${name}: needsUser`, async () => {
    const outcome = await browser.untouched(html, selector, selector === 'form' ? { verb: 'submit', by: 0 } : CLICK);
    assert.ok(outcome.kind === 'refused', JSON.stringify(outcome));
    assert.equal(outcome.reason, 'needsUser');
    assert.match(outcome.found, found);
  });
}
allowed('a link to a frame by name', '<iframe name=f></iframe><a href="about:blank" target=f>x</a>', 'a', CLICK);

test('an element that keeps moving: unstable', async () => {
  const kit = await browser.kit(`<style>@keyframes m { to { transform: translateX(400px) } } button { animation: m 1s linear infinite alternate }</style><button>x</button>${SPY}`);
  assert.deepEqual(await kit.act('button', CLICK), { kind: 'refused', reason: 'unstable', by: 0, found: '' });
  assert.deepEqual(await kit.log(), []);
  await kit.close();
});

test('an element that slides in is waited for', async () => {
  const kit = await browser.kit(`<style>@keyframes m { from { transform: translateX(400px) } } button { animation: m .3s linear }</style><button>x</button>${SPY}`);
  assert.equal((await kit.act('button', CLICK)).kind, 'done');
  await kit.close();
});

/**
 * @param {string} name
 * @param {(handle: (selector: string) => number) => Check[]} checks
 * @param {string} change what the page does between reading and acting
 * @param {object | null} refusal nothing where the act is done
 */
function rechecked(name, checks, change, refusal) {
  test(`identity: ${name}`, async () => {
    const kit = await browser.kit(`<ul><li id=a data-id=1><b>Ann</b> <button>Delete</button></li><li id=b data-id=2><b>Bo</b> <button>Delete</button></li></ul>${SPY}`);
    const outcome = await kit.page.evaluate(async ([source, code]) => {
      const { core } = /** @type {import('./lib/page.js').TestWindow} */ (window);
      await core.act('', { verb: 'press', key: 'F2' });
      const facts = /** @type {(handle: (selector: string) => number) => Check[]} */ (new Function(`return (${source})`)())((selector) => core.handle(selector));
      const { call, answer } = await core.call();
      const step = core.step(call, '#a button', { verb: 'click' }, facts);
      new Function(/** @type {string} */ (code))();
      core.say(step);
      const { outcome } = await core.heard('outcome', core.posted.length - 1);
      core.say({ kind: 'answer', doc: core.doc, call, output: 'x', ok: true });
      await answer;
      return outcome;
    }, [String(checks), change]);
    assert.deepEqual(outcome, refusal ?? { kind: 'done', value: null, reverted: false });
    assert.equal((await kit.log()).length, refusal ? 0 : 2);
    await kit.close();
  });
}

/** @param {string} found */
const stale = (found) => ({ kind: 'refused', reason: 'stale', by: 0, found });

rechecked('unchanged', (handle) => [{ what: 'text', handle: handle('#a'), was: 'Ann Delete' }, { what: 'attr', handle: handle('#a'), name: 'data-id', was: '1' }, { what: 'inside', handle: handle('#a button'), within: handle('ul') }], '', null);
rechecked('another text', (handle) => [{ what: 'text', handle: handle('#a b'), was: 'Ann' }], 'document.querySelector("#a b").firstChild.data = "Cy"', stale('Cy'));
rechecked('another attribute', (handle) => [{ what: 'attr', handle: handle('#a'), name: 'data-id', was: '1' }], 'document.querySelector("#a").dataset.id = "9"', stale('9'));
rechecked('an attribute that came', (handle) => [{ what: 'attr', handle: handle('#a'), name: 'title', was: null }], 'document.querySelector("#a").title = "t"', stale('t'));
rechecked('moved to another row', (handle) => [{ what: 'inside', handle: handle('#a button'), within: handle('#a') }], 'document.querySelector("#b").append(document.querySelector("#a button"))', stale('Delete'));
rechecked('gone', () => [], 'document.querySelector("#a").remove()', { kind: 'refused', reason: 'gone', by: 0, found: '' });
rechecked('replaced by its equal', () => [], 'document.querySelector("#a button").replaceWith(document.querySelector("#a button").cloneNode(true))', { kind: 'refused', reason: 'gone', by: 0, found: '' });
