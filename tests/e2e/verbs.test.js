/**
 * Every verb through `call` on a real page: it does what it says, it is described where it is only named, and what
 * cannot be done is refused with a reason.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { tokens } from '../lib/tokens.js';
import { DIST, isFault, MODULE } from './pages.js';

/** @import { Page } from 'playwright-core' */

/** Two seconds of silence. */
const SILENCE = (() => {
  const rate = 8_000;
  const data = Buffer.alloc(44 + 2 * rate, 128);
  data.write('RIFF', 0);
  data.writeUInt32LE(36 + 2 * rate, 4);
  data.write('WAVEfmt ', 8);
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(rate, 24);
  data.writeUInt32LE(rate, 28);
  data.writeUInt16LE(1, 32);
  data.writeUInt16LE(8, 34);
  data.write('data', 36);
  data.writeUInt32LE(2 * rate, 40);
  return data.toString('base64');
})();

const FORM = `<form aria-label="Order" onsubmit="event.preventDefault(); log('submit')" onreset="log('reset')">
  <label>Name <input name="name" value="Ann" maxlength="20"></label>
  <label>Code <input name="code" readonly value="fixed"></label>
  <label>Off <input name="off" disabled></label>
  <label>Number <input name="number" type="number" min="1" max="9"></label>
  <label>Day <input name="day" type="date" min="2026-01-01"></label>
  <label>Colour <input name="colour" type="color"></label>
  <label>Size <select name="size"><option>Small</option><option>Medium</option><option disabled>Large</option></select></label>
  <label>Toppings <select name="toppings" multiple><option>Cheese</option><option>Ham</option><option>Olives</option></select></label>
  <label>City <input name="city" list="cities"></label><datalist id="cities"><option value="Bonn"><option value="Rome"></datalist>
  <fieldset><legend>Speed</legend><label><input type="radio" name="speed" value="slow">Slow</label><label><input type="radio" name="speed" value="fast">Fast</label></fieldset>
  <label><input type="checkbox" name="gift">Gift</label>
  <label>Photo <input type="file" name="photo" multiple></label>
  <label>Mail <input name="mail" type="email" oninput="document.getElementById('mail-error').textContent = this.value.includes('@') ? '' : 'No @ in it'; this.setAttribute('aria-invalid', String(!this.value.includes('@')))" aria-describedby="mail-error"></label><span id="mail-error"></span>
  <button>Order</button></form>`;

const THINGS = `
  <button ondblclick="log('twice')" onclick="log('once')">Press me</button>
  <div role="button" tabindex="0" aria-label="Hoverable" onmouseenter="log('hovered')">hover</div>
  <label>Keys <input aria-label="Keys" onkeydown="log('key ' + event.key)"></label>
  <a href="#there" target="_blank">In a tab</a> <a href="#here">Here</a> <a href="/next">Next page</a>
  <div role="tablist" aria-label="Views"><button role="tab" aria-selected="true" onclick="pick(this)">One</button><button role="tab" aria-selected="false" onclick="pick(this)">Two</button></div>
  <ul role="tree" aria-label="Files"><li role="treeitem" aria-expanded="false" aria-selected="false" tabindex="0" onclick="log('tree'); this.setAttribute('aria-selected', 'true')" onkeydown="if (event.key === 'ArrowRight') this.setAttribute('aria-expanded', 'true'); if (event.key === 'ArrowLeft') this.setAttribute('aria-expanded', 'false')">Folder</li></ul>
  <details><summary>More about it</summary><p>Hidden words</p></details>
  <button aria-expanded="false" onclick="this.setAttribute('aria-expanded', String(this.getAttribute('aria-expanded') !== 'true')); log('toggled')">Section</button>
  <ul role="listbox" aria-label="Fruit" tabindex="0"><li role="option" aria-selected="false" onclick="choose(this)">Apple</li><li role="option" aria-selected="false" onclick="choose(this)">Pear</li></ul>
  <button aria-haspopup="menu" onclick="this.nextElementSibling.hidden = false">Actions</button><div role="menu" aria-label="Actions" hidden><div role="menuitem" tabindex="-1" onclick="log('copied'); this.parentNode.hidden = true">Copy</div><div role="menuitem" tabindex="-1">Paste</div></div>
  <audio aria-label="Song" controls muted src="data:audio/wav;base64,${SILENCE}"></audio>
  <div aria-label="Card" role="button" tabindex="0" draggable="true" ondragstart="event.dataTransfer.setData('text', 'card')">card</div>
  <div aria-label="Bin" role="button" tabindex="0" ondragover="event.preventDefault()" ondrop="event.preventDefault(); log('dropped ' + event.dataTransfer.getData('text'))">bin</div>
  <button onclick="document.getElementById('ask').showModal()">Ask</button>
  <dialog id="ask" aria-label="Sure?"><p>Really?</p><button onclick="log('yes'); ask.close()">Yes, archive</button><button onclick="log('no'); ask.close()">Cancel</button></dialog>
  <button onclick="document.getElementById('vague').showModal()">Vague</button>
  <dialog id="vague" aria-label="Which?"><button onclick="vague.close()">Left</button><button onclick="vague.close()">Right</button></dialog>
  <button onclick="log('confirm ' + confirm('Go on?') + ' ' + prompt('Who?', 'me'))">Dialogs</button>
  <button onclick="turmoil()">Turmoil</button><div id="turmoil"></div>
  <div style="height: 3000px"></div><h2 id="deep">Deep down</h2><p>Words that stand only here, at the very end.</p><button>Bottom</button>`;

const SCRIPT = `<script>
  window.logged = [];
  window.log = (what) => { logged.push(what); };
  window.pick = (tab) => { for (const one of tab.parentNode.children) one.setAttribute('aria-selected', String(one === tab)); };
  // More changes than anybody wants to read, a toast that vanishes at once, and things that nobody can act on.
  window.turmoil = () => {
    document.title = 'Turmoil';
    const many = (n, make) => Array.from({ length: n }, (_, at) => make(at)).join('');
    document.getElementById('turmoil').innerHTML = '<div role="alert">Something long happened, and here is what it was, in so many words</div>'
      + many(40, (at) => '<button>Button number ' + at + '</button><label>Field ' + at + ' <input></label>') + '<table aria-label="New table"><tr><th>A</th><th>B</th></tr>' + many(60, (at) => '<tr><td>' + at + '</td><td>cell ' + at + '</td></tr>') + '</table>'
      + many(30, (at) => '<h3>Heading ' + at + '</h3><p>Paragraph ' + at + ' with words in it that go on for quite a while</p>');
    const toast = Object.assign(document.createElement('div'), { textContent: 'Saved for good' });
    toast.setAttribute('role', 'status');
    document.body.append(toast);
    setTimeout(() => toast.remove(), 20);
    document.body.className = 'changed';
    document.querySelector('audio').dataset.x = '1';
  };
  window.choose = (option) => { for (const one of option.parentNode.children) one.setAttribute('aria-selected', String(one === option)); log(option.textContent); };
</script>`;

const page = (/** @type {string} */ body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Verbs</title>${MODULE}</head><body>${SCRIPT}<main><h1>Verbs</h1>${body}</main></body></html>`;

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;

before(async () => {
  site = await serve({ '/form': page(FORM), '/things': page(THINGS), '/next': page('<h2>Next heading</h2><a href="/things">Back</a>') }, DIST);
  browser = await launch({ extension: false });
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * @param {string} path
 * @param {(page: { tab: Page, call: (path: string, args?: unknown) => Promise<string>, does: (path: string, args?: unknown) => Promise<string>, logged: () => Promise<string[]> }) => Promise<void>} work
 */
async function on(path, work) {
  const tab = await browser.page();
  await tab.goto(site.origin + path);
  const call = (/** @type {string} */ of, /** @type {unknown} */ args) => invoke(tab, args === undefined ? { path: of } : { path: of, args });
  await work({
    tab,
    call,
    async does(of, args = []) {
      const answer = await call(of, args);
      assert.match(answer, /^done /m, `${of}: ${answer}`);
      return answer;
    },
    logged: () => tab.evaluate(() => /** @type {{ logged: string[] }} */ (/** @type {unknown} */ (window)).logged.splice(0)),
  });
  await tab.close();
}

/** @param {Page} tab @param {string} name @returns {Promise<unknown>} */
const held = (tab, name) => tab.evaluate((of) => {
  const field = /** @type {HTMLInputElement & { selectedOptions?: HTMLCollectionOf<HTMLOptionElement> }} */ (document.querySelector(`[name="${of}"]`));
  return field.multiple && field.selectedOptions ? [...field.selectedOptions].map((option) => option.text) : field.type === 'checkbox' ? field.checked : field.value;
}, name);

test('fill: nothing is written while anything is wrong, and each wrong value is named', () =>
  on('/form', async ({ tab, call }) => {
    const fill = 'page.forms.Order.fill';
    for (const [args, ...says] of /** @type {[object, ...RegExp[]][]} */ ([
      [{ Name: 'Bo', Nmae: 'x' }, /"Nmae" is not a field here; did you mean "Name"/],
      [{ Name: 'Bo', Number: 'many' }, /Number.*"many".*a number/],
      [{ Name: 'Bo', Number: 12 }, /the most is 9/],
      [{ Name: 'Bo', Day: '2026-02-30' }, /Day.*a date like/],
      [{ Name: 'Bo', Day: '2025-12-31' }, /the earliest is "2026-01-01"/],
      [{ Name: 'Bo', Size: 'Huge' }, /"Huge", which is not offered; it offers "Small", "Medium"/],
      [{ Name: 'Bo', Size: 'Large' }, /"Large" is disabled/],
      [{ Name: 'x'.repeat(21) }, /21 characters, it takes 20 at most/],
      [{ Name: 'Bo', Code: 'new' }, /Code.*read-only/],
      [{ Name: 'Bo', Off: 'new' }, /Off.*disabled/],
      [{ Name: 'Bo', Gift: 'maybe' }, /Gift.*true or false/],
      [{ Name: { first: 'Bo' } }, /Name.*received an object, expected a string/],
      [{ Number: 'many', Size: 'Huge' }, /Number/, /Size/],
      [{}, /empty object/],
    ])) {
      const answer = await call(fill, args);
      isFault(answer, 'invalid_argument');
      assert.match(answer, /Nothing was written/);
      for (const said of says) assert.match(answer, said);
      assert.equal(await held(tab, 'name'), 'Ann', JSON.stringify(args));
    }
  }));

test('fill: every kind of field, read back, with the errors that come up', () =>
  on('/form', async ({ tab, does }) => {
    const answer = await does('page.forms.Order.fill', {
      City: 'Rome', Colour: '#3366ff', Day: '2026-12-24', Gift: true, Mail: 'nobody', Name: 'Bo', Number: 7, Photo: { name: 'a.txt', text: 'hello' }, Size: 'Medium', Speed: 'Fast', Toppings: ['Ham', 'Olives'],
    });
    assert.match(answer, /11 of 11 fields/);
    assert.match(answer, /fields\.Mail is .*error "No @ in it"/);
    for (const [name, value] of Object.entries({ name: 'Bo', number: '7', day: '2026-12-24', colour: '#3366ff', size: 'Medium', toppings: ['Ham', 'Olives'], city: 'Rome', gift: true, mail: 'nobody' })) {
      assert.deepEqual(await held(tab, name), value, name);
    }
    assert.equal(await tab.evaluate(() => /** @type {HTMLInputElement} */ (document.querySelector('[value="fast"]')).checked), true);
    assert.deepEqual(await tab.evaluate(async () => [...(/** @type {HTMLInputElement} */ (document.querySelector('[name=photo]')).files ?? [])].map((file) => file.name)), ['a.txt']);
  }));

test('set, type, clear, check, uncheck, choose, attach, submit, reset', () =>
  on('/form', async ({ tab, call, does, logged }) => {
    const field = (/** @type {string} */ name) => `page.forms.Order.fields.${name}`;
    await does(`${field('Name')}.set`, ['Cem']);
    await does(`${field('Name')}.type`, [' Demir']);
    assert.equal(await held(tab, 'name'), 'Cem Demir');
    await does(`${field('Name')}.clear`);
    assert.equal(await held(tab, 'name'), '');
    assert.match(await invoke(tab, { path: field('Name'), value: 'by value' }), /^done/);
    assert.equal(await held(tab, 'name'), 'by value');
    await does(`${field('Gift')}.check`);
    assert.equal(await held(tab, 'gift'), true);
    await does(`${field('Gift')}.uncheck`);
    assert.equal(await held(tab, 'gift'), false);
    await does(`${field('Size')}.choose`, ['Medium']);
    await does(`${field('Toppings')}.choose`, [['Cheese', 'Olives']]);
    assert.deepEqual(await held(tab, 'toppings'), ['Cheese', 'Olives']);
    await does(`${field('City')}.choose`, ['Bonn']);
    isFault(await call(`${field('City')}.choose`, ['Paris']), 'invalid_argument');
    assert.equal(await held(tab, 'city'), 'Bonn');
    await does(`${field('City')}.set`, ['Paris']);
    assert.equal(await held(tab, 'city'), 'Paris', 'a data list only suggests');
    await does(`${field('Speed')}.choose`, ['Slow']);
    await does(`${field('Photo')}.attach`, [[{ name: 'one.txt', text: 'one' }, { name: 'two.bin', base64: 'AQID', mime: 'application/x-two' }]]);
    assert.deepEqual(await tab.evaluate(() => Promise.all([...(/** @type {HTMLInputElement} */ (document.querySelector('[name=photo]')).files ?? [])].map(async (file) => `${file.name} ${file.type} ${file.size}`))), ['one.txt  3', 'two.bin application/x-two 3']);
    await does('page.forms.Order.reset');
    assert.equal(await held(tab, 'name'), 'Ann');
    await does('page.forms.Order.submit');
    assert.deepEqual(await logged(), ['reset', 'submit']);
  }));

test('click, doubleClick, hover, press, select, expand, collapse', () =>
  on('/things', async ({ tab, call, does, logged }) => {
    await does('page.buttons["Press me"].click');
    await does('page.buttons["Press me"].doubleClick');
    assert.deepEqual(await logged(), ['once', 'once', 'once', 'twice']);
    await does('page.buttons.Hoverable.hover');
    assert.deepEqual(await logged(), ['hovered']);
    await does('page.fields.Keys.press', ['x']);
    await does('page.press', ['Escape']);
    assert.deepEqual(await logged(), ['key x', 'key Escape']);
    isFault(await call('page.fields.Keys.press', ['NoSuchKey']), 'invalid_argument');
    assert.match(await does('page.tablists.Views.tabs.Two.select'), /tabs\.Two is selected/);
    await does('page.trees.Files.items.Folder.select');
    await does('page.trees.Files.items.Folder.expand');
    assert.equal(await tab.locator('[role=treeitem]').getAttribute('aria-expanded'), 'true');
    await does('page.trees.Files.items.Folder.collapse');
    assert.equal(await tab.locator('[role=treeitem]').getAttribute('aria-expanded'), 'false');
    await logged();
    await does('page.buttons.Section.expand');
    isFault(await call('page.buttons.Section.expand', []), 'not_found');
    await does('page.buttons.Section.collapse');
    assert.deepEqual(await logged(), ['toggled', 'toggled'], 'what is open already is not clicked');
    assert.match(await does('page.buttons["More about it"].expand'), /Hidden words/);
  }));

test('choose: a list box and a menu', () =>
  on('/things', async ({ call, does, logged }) => {
    await does('page.fields.Fruit.choose', ['Pear']);
    const missed = await call('page.fields.Fruit.choose', ['Plum']);
    isFault(missed, 'invalid_argument');
    assert.match(missed, /"Apple", "Pear"/);
    await does('page.buttons.Actions.choose', ['Copy']);
    assert.deepEqual(await logged(), ['Pear', 'copied']);
    const none = await call('page.buttons.Actions.choose', ['Explode']);
    isFault(none, 'invalid_argument');
    assert.match(none, /"Copy", "Paste"/);
  }));

test('open follows a link, also one that would open a tab', () =>
  on('/things', async ({ tab, call, does }) => {
    await does('page.links.Here.open');
    assert.match(tab.url(), /#here$/);
    const blank = await call('page.links["In a tab"].click', []);
    isFault(blank, 'needs_user');
    assert.match(blank, /#there/);
    await does('page.links["In a tab"].follow');
    assert.match(tab.url(), /#there$/);
  }));

test('media: play, pause, seek', () =>
  on('/things', async ({ tab, does }) => {
    await does('page.media.Song.seek', [1]);
    assert.ok(Math.abs((await tab.evaluate(() => document.querySelector('audio')?.currentTime ?? 0)) - 1) < 0.2);
    await does('page.media.Song.play');
    await does('page.media.Song.pause');
    assert.equal(await tab.evaluate(() => document.querySelector('audio')?.paused), true);
  }));

test('dragTo, scrollTo', () =>
  on('/things', async ({ tab, does, logged }) => {
    await does('page.buttons.Card.dragTo', ['page.buttons.Bin']);
    assert.deepEqual(await logged(), ['dropped card']);
    await does('page.buttons.Bottom.scrollTo');
    assert.ok((await tab.evaluate(() => scrollY)) > 500);
  }));

test('dialogs: accept, dismiss, close; two that could agree are both named', () =>
  on('/things', async ({ tab, call, does, logged }) => {
    for (const [verb, said] of /** @type {const} */ ([['accept', 'yes'], ['dismiss', 'no'], ['close', 'no']])) {
      await does('page.buttons.Ask.click');
      await does(`page.dialogs["Sure?"].${verb}`);
      assert.deepEqual(await logged(), [said]);
      assert.equal(await tab.locator('#ask').getAttribute('open'), null);
    }
    await does('page.buttons.Vague.click');
    const unsure = await call('page.dialogs["Which?"].accept', []);
    isFault(unsure, 'invalid_argument');
    assert.match(unsure, /buttons\.Left\.click.*buttons\.Right\.click/);
    await does('page.dialogs["Which?"].close');
    assert.equal(await tab.locator('#vague').getAttribute('open'), null);
  }));

test('JS dialogs are dismissed unless dialogPolicy says otherwise', () =>
  on('/things', async ({ tab, call, does, logged }) => {
    assert.match(await does('page.buttons.Dialogs.click'), /event +js:confirm .*"Go on\?"/);
    assert.deepEqual(await logged(), ['confirm false null']);
    assert.match(await call('page.dialogPolicy'), /dismiss.*accept/);
    isFault(await call('page.dialogPolicy', ['perhaps']), 'invalid_argument');
    await does('page.dialogPolicy', ['accept']);
    await does('page.buttons.Dialogs.click');
    assert.deepEqual(await logged(), ['confirm true me']);
    await does('page.dialogPolicy', { accept: true, text: 'Ann' });
    await does('page.buttons.Dialogs.click');
    assert.deepEqual(await logged(), ['confirm true Ann']);
    assert.match(await invoke(tab, { path: 'page.dialogPolicy', value: 'dismiss' }), /^done/);
    await does('page.buttons.Dialogs.click');
    assert.deepEqual(await logged(), ['confirm false null']);
  }));

test('link gives an address that shows the place', () =>
  on('/things', async ({ tab, call }) => {
    const link = async (/** @type {string} */ path) => /"(http[^"]+)"/.exec(await call('page.link', [path]))?.[1] ?? '';
    assert.equal(await link('page.sections["Deep down"]'), `${site.origin}/things#deep`);
    const text = await link('page.buttons.Bottom');
    assert.match(text, /#:~:text=Bottom$/);
    const other = await tab.context().newPage();
    await other.goto(text);
    await other.waitForFunction(() => scrollY > 500);
    await other.close();
    isFault(await call('page.link', ['page.buttons.Nope']), 'invalid_argument');
  }));

test('goto, back, forward, reload: each is answered, from the new page where the browser lets it', () =>
  on('/things', async ({ tab, call }) => {
    // Between browser and page an answer of another document is a list of the JSON it holds (platform.md).
    for (const [path, args, done, heading, to] of /** @type {const} */ ([
      ['page.goto', ['/next'], /went to/, 'Next heading', '/next'],
      ['page.back', [], /went back/, '', '/things'],
      ['page.forward', [], /went forward/, '', '/next'],
      ['page.reload', [], /reloaded/, '', '/next'],
      ['page.links.Back.click', [], /clicked page\.links\.Back/, 'Deep down', '/things'],
    ])) {
      const answer = await call(path, args);
      assert.match(answer, done);
      assert.doesNotMatch(answer, /fault/);
      if (heading) assert.match(answer, new RegExp(heading));
      await tab.waitForURL(site.origin + to, { waitUntil: 'commit' });
    }
  }));

test('waitFor: a text, a path, gone; in vain it says for what', () =>
  on('/things', async ({ tab, call, does }) => {
    await tab.evaluate(() => setTimeout(() => document.body.append('late words'), 300));
    await does('page.waitFor', { text: 'late words' });
    await tab.evaluate(() => setTimeout(() => document.querySelector('details')?.remove(), 300));
    await does('page.waitFor', { path: 'page.buttons["More about it"]', gone: true });
    const vain = await invoke(tab, { path: 'page.waitFor', args: { text: 'never' }, timeout: 1 });
    isFault(vain, 'timed_out');
    assert.match(vain, /"never"/);
    isFault(await call('page.waitFor', { nonsense: 1 }), 'invalid_argument');
  }));

test('highlight rings a thing, never takes a click, and Escape clears it', () =>
  on('/things', async ({ tab, does, logged }) => {
    await does('page.buttons["Press me"].highlight', ['Look here']);
    const ring = tab.locator('onecall-ring');
    assert.equal(await ring.count(), 1);
    await tab.getByText('Press me').click();
    assert.deepEqual(await logged(), ['once'], 'a real click goes through');
    const { y } = (await tab.getByText('Press me').boundingBox()) ?? { y: 0 };
    await tab.mouse.wheel(0, 5);
    assert.ok(y > 0);
    await tab.keyboard.press('Escape');
    assert.equal(await ring.count(), 0);
  }));

test('what a caller in the page did before it went with its document is told with the next answer', () =>
  on('/things', async ({ tab, call }) => {
    await tab.evaluate(() => void window.onecall?.call('page.links["Next page"].click', []));
    await tab.waitForURL(/next$/);
    assert.match(await call('page.title'), /^earlier .*clicked page\.links\[.Next page/m);
    assert.doesNotMatch(await call('page.title'), /^earlier/m);
  }));

test('what changed is told in under 300 tokens, and a toast that was gone at once is told too', () =>
  on('/things', async ({ does }) => {
    const answer = await does('page.buttons.Turmoil.click');
    assert.ok(tokens(answer) < 300, `${tokens(answer)} tokens: ${answer}`);
    assert.match(answer, /title "Turmoil"/);
    assert.match(answer, /event +status "Saved for good"/);
    assert.match(answer, /and \d+ more changes/);
    assert.doesNotMatch(answer, /body|data-x|class/);
  }));

test('two acts at once run one after the other, and each is answered', () =>
  on('/things', async ({ tab, logged }) => {
    const client = await agent(tab);
    const [one, two] = await Promise.all([
      client.call({ path: 'page.buttons["Press me"].click', args: [] }),
      client.call({ path: 'page.fields.Fruit.choose', args: ['Apple'] }),
    ]);
    assert.match(one, /^done/);
    assert.match(two, /^done/);
    // Which of them is first is not promised.
    assert.deepEqual((await logged()).sort(), ['Apple', 'once']);
  }));
