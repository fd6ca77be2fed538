/**
 * What each act does to a page, with untrusted events only, and what it reads back.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBrowser } from './lib/page.js';

/** @import { Outcome } from '../../extension/shared/protocol' */
/** @import { PageAct as Act } from '../../extension/page/types.js' */

const browser = withBrowser();

/** @param {unknown} value @param {boolean} [reverted] */
const done = (value = null, reverted = false) => ({ kind: 'done', value, reverted });

/**
 * @param {string} name
 * @param {string} html
 * @param {string} selector
 * @param {Act} act
 * @param {object} outcome
 * @param {string[]} [log] what the page's listeners said
 */
function check(name, html, selector, act, outcome, log) {
  test(name, async () => {
    const kit = await browser.kit(html);
    assert.deepEqual(await kit.act(selector, act), outcome);
    if (log) assert.deepEqual(await kit.log(), log);
    await kit.close();
  });
}

/** @param {string} text @returns {Act} */
const set = (text) => ({ verb: 'setValue', text, secret: false });

check('click runs the listeners', '<button onclick="log.push(\'clicked\')">Go</button>', 'button', { verb: 'click' }, done(), ['clicked']);

check(
  'click sends what a real click sends, in order',
  `<button>Go</button><script>for (const type of ['pointerover','mouseover','pointermove','pointerdown','mousedown','focus','pointerup','mouseup','click'])
    document.querySelector('button').addEventListener(type, (e) => log.push(e.type))</script>`,
  'button', { verb: 'click' }, done(),
  ['pointerover', 'mouseover', 'pointermove', 'pointerdown', 'mousedown', 'focus', 'pointerup', 'mouseup', 'click'],
);

check('click inside a shadow root', '<div id=host></div><script>host.attachShadow({mode:"open"}).innerHTML = "<button>Go</button>"; host.shadowRoot.querySelector("button").onclick = () => log.push("inner")</script>', '#host >>> button', { verb: 'click' }, done(), ['inner']);
check(
  'click inside a closed shadow root', `<x-host id=host></x-host><script>const root = host.attachShadow({ mode: "closed" }); root.innerHTML = "<p><button>Go</button></p>";
    window.closedRoots = new Map([[host, root]]); root.querySelector("button").onclick = () => log.push("inner")</script>`,
  '#host >>> button', { verb: 'click' }, done(), ['inner'],
);
check('click inside a frame', '<iframe srcdoc="<button onclick=\'parent.log.push(1)\'>Go</button>"></iframe>', 'iframe >>> button', { verb: 'click' }, done());

check(
  'double click', '<p ondblclick="log.push(\'double\')" onclick="log.push(\'click\')">x</p>', 'p', { verb: 'doubleClick' }, done(), ['click', 'click', 'double'],
);
check('hover', '<p onmouseenter="log.push(\'in\')" onmouseover="log.push(\'over\')">x</p>', 'p', { verb: 'hover' }, done(), ['over', 'in']);

check(
  'text is set and announced', '<input oninput="log.push(\'input \' + this.value)" onchange="log.push(\'change\')">',
  'input', set('Ann'), done('Ann'), ['input Ann', 'change'],
);
check('the same text is not announced', '<input value=Ann oninput="log.push(1)">', 'input', set('Ann'), done('Ann'), []);
check('text area, with line ends', '<textarea></textarea>', 'textarea', set('a\r\nb'), done('a\nb'));
check('a date in ISO form', '<input type=date>', 'input', set('2026-11-02'), done('2026-11-02'));
check('a date and time with a space', '<input type=datetime-local>', 'input', set('2026-11-02 10:30'), done('2026-11-02T10:30'));
check('a colour', '<input type=color>', 'input', set('#FF0000'), done('#ff0000'));
check('a range', '<input type=range>', 'input', set('30'), done('30'));
check('a page that changes what was set', '<input oninput="this.value = this.value.toUpperCase()">', 'input', set('ann'), done('ANN', true));
check('a page that refuses what was set', '<input oninput="this.value = \'\'">', 'input', set('ann'), done('', true));
check('a secret is not read back', '<input type=password>', 'input', { verb: 'setValue', text: 'hunter2', secret: true }, done(null));
check('a password is never read back', '<input type=password>', 'input', set('hunter2'), done(null));

check(
  'an option of a select', '<select onchange="log.push(\'change \' + this.value)" oninput="log.push(\'input\')"><option>a<option>b</select>',
  'select', { verb: 'selectOptions', positions: [1] }, done('b'), ['input', 'change b'],
);
check('several options', '<select multiple><option>a<option>b<option>c</select>', 'select', { verb: 'selectOptions', positions: [0, 2] }, done(['a', 'c']));
check('a checkbox', '<input type=checkbox onchange="log.push(this.checked)">', 'input', { verb: 'check', on: true }, done(true));
check('a checkbox that is checked already', '<input type=checkbox checked onclick="log.push(1)">', 'input', { verb: 'check', on: true }, done(true), []);
check('a checkbox that refuses', '<input type=checkbox onclick="return false">', 'input', { verb: 'check', on: true }, done(false, true));
check(
  'a hidden checkbox is clicked through its label',
  '<style>#c { position: absolute; opacity: 0; width: 1px; height: 1px }</style><input type=checkbox id=c><label for=c onclick="log.push(\'label\')">Agree to the <a href="/terms">terms</a></label>',
  '#c', { verb: 'check', on: true }, done(true), ['label'],
);
check('a checkbox without a box', '<label><input type=checkbox style="display:none"><span>Agree</span></label>', 'input', { verb: 'check', on: true }, done(true));
check('a switch', '<div role=switch aria-checked=false tabindex=0 onclick="this.ariaChecked = String(this.ariaChecked !== \'true\')">x</div>', 'div', { verb: 'check', on: true }, done(true));
check('a radio button', '<input type=radio name=r checked><input type=radio name=r id=b>', '#b', { verb: 'check', on: true }, done(true));

const FORM = '<form onsubmit="log.push(\'submit \' + (event.submitter?.value ?? \'none\')); return false"><input name=q>';
check('a form with a button', `${FORM}<button value=go onclick="log.push('click')">Go</button></form>`, 'form', { verb: 'submit', by: 0 }, done(), ['click', 'submit go']);
check('a form without a button', `${FORM}</form>`, 'form', { verb: 'submit', by: 0 }, done(), ['submit none']);
check(
  'a form that is not valid', '<form onsubmit="log.push(\'sent\')"><input required><button>Go</button></form>', 'form', { verb: 'submit', by: 0 },
  { kind: 'failed', message: 'the form was not sent, a field is not valid: "Please fill out this field."' }, [],
);
check('reset', '<form onreset="log.push(\'reset\')"><input name=reset></form>', 'form', { verb: 'reset' }, done(), ['reset']);

check('close a dialog', '<dialog onclose="log.push(\'closed\')">x</dialog><script>document.querySelector("dialog").showModal()</script>', 'dialog', { verb: 'close' }, done(), ['closed']);
check('close a dialog that refuses', '<dialog oncancel="event.preventDefault()">x</dialog><script>document.querySelector("dialog").showModal()</script>', 'dialog', { verb: 'close' }, done('open', true));
check('close details', '<details open><summary>s</summary>x</details>', 'details', { verb: 'close' }, done());
check('close a popover', '<div popover>x</div><script>document.querySelector("div").showPopover()</script>', 'div', { verb: 'close' }, done());

check('files', '<input type=file multiple onchange="log.push([...this.files].map((f) => f.name + f.size).join())">', 'input', {
  verb: 'attach',
  files: [{ name: 'a.txt', mime: 'text/plain', text: 'abc', base64: null }, { name: 'b.bin', mime: 'application/octet-stream', text: null, base64: 'AAEC' }],
}, done(['a.txt', 'b.bin']), ['a.txt3,b.bin3']);
check('files dropped', '<div ondragover="event.preventDefault()" ondrop="event.preventDefault(); log.push(event.dataTransfer.files[0].name)">drop</div>', 'div', {
  verb: 'attach', files: [{ name: 'a.txt', mime: 'text/plain', text: 'abc', base64: null }],
}, done(['a.txt']), ['a.txt']);

check('Enter submits', `${FORM}<button value=go>Go</button></form>`, 'input', { verb: 'press', key: 'Enter' }, done(''), ['submit go']);
check('a page may keep Enter', '<form onsubmit="log.push(1)"><input onkeydown="event.preventDefault()"></form>', 'input', { verb: 'press', key: 'Enter' }, done(''), []);
check('a character', '<input value=ab oninput="log.push(event.inputType)">', 'input', { verb: 'press', key: 'c' }, done('abc'), ['insertText']);
check('a character into a control without a caret', '<input type=number value=4 oninput="log.push(this.value)">', 'input', { verb: 'press', key: '2' }, done('42'), ['42']);
check('Backspace', '<input value=ab>', 'input', { verb: 'press', key: 'Backspace' }, done('a'));
check('select all and delete', '<input value=ab>', 'input', { verb: 'press', key: 'Control+a' }, done('ab'));
check('Escape closes a modal', '<dialog>x</dialog><script>document.querySelector("dialog").showModal(); document.querySelector("dialog").onclose = () => log.push("closed")</script>', '', { verb: 'press', key: 'Escape' }, done(), ['closed']);
check('an arrow in radio buttons', '<input type=radio name=r checked id=a><input type=radio name=r id=b onchange="log.push(\'b\')">', '#a', { verb: 'press', key: 'ArrowDown' }, done(), ['b']);
check('an arrow in a select', '<select onchange="log.push(this.value)"><option>a<option disabled>b<option>c</select>', 'select', { verb: 'press', key: 'down' }, done(), ['c']);
check('an arrow in a number', '<input type=number value=4 step=2 min=0 oninput="log.push(this.value)">', 'input', { verb: 'press', key: 'ArrowUp' }, done('6'), ['6']);
check('Space on a button', '<button onclick="log.push(1)">x</button>', 'button', { verb: 'press', key: 'Space' }, done());
check('old key codes', '<input onkeydown="log.push(event.keyCode + event.key + event.ctrlKey)">', 'input', { verb: 'press', key: 'Ctrl+k' }, done(''), ['75ktrue']);

test('Tab moves the focus', async () => {
  const kit = await browser.kit('<input id=a><button disabled>x</button><input id=b>');
  await kit.act('#a', { verb: 'press', key: 'Tab' });
  assert.equal(await kit.page.evaluate(() => document.activeElement?.id), 'b');
  await kit.close();
});

check(
  'drag and drop',
  `<p draggable=true ondragstart="event.dataTransfer.setData('text/plain', 'x1')">card</p>
   <div style="height:80px" ondragover="event.preventDefault()" ondrop="log.push(event.dataTransfer.getData('text/plain'))">column</div>`,
  'p', { verb: 'dragTo', onto: -1 }, { kind: 'refused', reason: 'gone', by: 0, found: 'the place to drop it on is gone' },
);

test('dragging: the browser\'s own and with the pointer', async () => {
  const kit = await browser.kit(`<p draggable=true ondragstart="event.dataTransfer.setData('text/plain', 'x1')" ondragend="log.push('end')">card</p>
    <div style="height:80px" ondragover="event.preventDefault()" ondrop="log.push(event.dataTransfer.getData('text/plain'))">column</div>
    <b style="display:block;height:40px" onmousedown="document.onmouseup = (e) => log.push('up on ' + e.target.localName)">handle</b>`);
  const onto = await kit.page.evaluate(async () => {
    const { core } = /** @type {import('./lib/page.js').TestWindow} */ (window);
    await core.act('p', { verb: 'hover' });
    return core.handle('div');
  });
  assert.deepEqual(await kit.act('p', { verb: 'dragTo', onto }), done());
  assert.deepEqual(await kit.act('b', { verb: 'dragTo', onto }), done());
  assert.deepEqual(await kit.log(), ['x1', 'end', 'up on div']);
  await kit.close();
});

test('dragging: what comes under the pointer gets the release', async () => {
  const kit = await browser.kit(`<div id=a style="height:20px">from</div><div id=b style="height:20px" onmousemove="cover()">to</div><script>
    function cover() {
      document.body.insertAdjacentHTML('beforeend', '<i style="position:absolute;top:0;left:0;width:95%;height:200px" onmouseup="log.push(\\'up on it\\')"></i>');
    }</script>`);
  const onto = await kit.page.evaluate(async () => {
    const { core } = /** @type {import('./lib/page.js').TestWindow} */ (window);
    await core.act('#a', { verb: 'hover' });
    return core.handle('#b');
  });
  assert.deepEqual(await kit.act('#a', { verb: 'dragTo', onto }), done());
  assert.deepEqual(await kit.log(), ['up on it']);
  await kit.close();
});

check('plain contenteditable', '<div contenteditable style="min-height:20px">old</div>', 'div', { verb: 'editText', text: 'new text', append: false }, done('new text'));
check('appending', '<div contenteditable>old</div>', 'div', { verb: 'editText', text: ' and new', append: true }, done('old and new'));
check('an editor that takes paste only', `<div contenteditable style="min-height:20px"
  onpaste="event.preventDefault(); this.textContent = event.clipboardData.getData('text/plain')"></div><script>document.querySelector('div').addEventListener('beforeinput', (e) => e.preventDefault())</script>`, 'div', { verb: 'editText', text: 'pasted', append: false }, done('pasted'));
check('an editor that takes nothing', '<div contenteditable style="min-height:20px" onpaste="event.preventDefault()" oninput="this.textContent = String()"></div>', 'div', { verb: 'editText', text: 'x', append: false },
  { kind: 'failed', message: 'the editor took the text by none of the ways that a script has (paste, insertText, beforeinput)' });

test('highlight: shown above a dialog, out of the way, cleared by Escape', async () => {
  const kit = await browser.kit('<dialog><button style="margin:40px" onclick="log.push(\'clicked\')">x</button></dialog><script>document.querySelector("dialog").showModal()</script>');
  assert.deepEqual(await kit.act('button', { verb: 'highlight', message: 'Press this' }), done());
  assert.equal(await kit.page.locator('onecall-ring').count(), 1);
  const text = await kit.page.evaluate(() => /** @type {import('./lib/page.js').TestWindow} */ (window).core.capture?.full().map((part) => part.text).join());
  assert.ok(!text?.includes('onecall-ring'), 'capture leaves it out');
  await kit.page.click('button');
  assert.deepEqual(await kit.log(), ['clicked']);
  await kit.page.keyboard.press('Escape');
  assert.equal(await kit.page.locator('onecall-ring').count(), 0);
  await kit.close();
});

test('scrollTo brings it into view', async () => {
  const kit = await browser.kit('<div style="height:3000px"></div><p>down here</p>');
  assert.deepEqual(await kit.act('p', { verb: 'scrollTo', what: '', to: null }), done());
  const top = await kit.page.locator('p').evaluate((el) => el.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 720, String(top));
  await kit.close();
});
