/**
 * Waiting for quiet after an act, and what the page said meanwhile.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBrowser } from './lib/page.js';

const browser = withBrowser();

/** @type {import('../../extension/page/types.js').PageAct} */
const CLICK = { verb: 'click' };

/** @param {string} html @param {{ quiet?: number, most?: number }} [bounds] */
async function clicked(html, bounds) {
  const kit = await browser.kit(html);
  const result = await kit.actAndSettle('button', CLICK, bounds);
  await kit.close();
  return { ...result.settled, took: result.took };
}

test('a page that does nothing is quiet after the quiet time', async () => {
  const { quiet, took, heard, leaving } = await clicked('<button>x</button>', { quiet: 150 });
  assert.deepEqual({ quiet, heard, leaving }, { quiet: true, heard: [], leaving: null });
  assert.ok(took >= 90 && took < 1_500, String(took));
});

test('changes in a row are waited for', async () => {
  const { quiet, took } = await clicked(`<button onclick="let n = 0; const t = setInterval(() => { document.body.append(document.createElement('p')); if (++n === 6) clearInterval(t) }, 60)">x</button>`);
  assert.equal(quiet, true);
  assert.ok(took >= 360, String(took));
});

test('a page that never rests ends at the bound', async () => {
  const { quiet, took } = await clicked(`<button onclick="setInterval(() => document.body.append(document.createElement('p')), 20); setInterval(() => document.body.lastElementChild.append('x'), 20)">x</button>`, { quiet: 200, most: 700 });
  assert.equal(quiet, false);
  assert.ok(took >= 690 && took < 3_000, String(took));
});

test('a clock that ran before is not waited for', async () => {
  const kit = await browser.kit(`<button>x</button><p id=clock>0</p><script>setInterval(() => { clock.firstChild.data = Date.now() }, 30)</script>`);
  await kit.actAndSettle('button', CLICK, { quiet: 50, most: 500 });
  await kit.page.waitForTimeout(300);
  const { settled } = await kit.actAndSettle('button', CLICK, { quiet: 200, most: 3_000 });
  assert.equal(settled.quiet, true);
  await kit.close();
});

test('parts that say they are busy are waited for', async () => {
  const { quiet, took } = await clicked(`<button onclick="m.ariaBusy = 'true'; setTimeout(() => { m.ariaBusy = 'false' }, 500)">x</button><main id=m></main>`);
  assert.equal(quiet, true);
  assert.ok(took >= 480, String(took));
});

test('a transition is waited for, an endless animation is not', async () => {
  const { quiet, took } = await clicked(`<style>@keyframes s { to { rotate: 1turn } } i { display: block; animation: s 1s infinite } p { transition: opacity .5s } .on { opacity: .2 }</style>
    <button onclick="p.className = 'on'">x</button><p id=p>text</p><i>spin</i>`);
  assert.equal(quiet, true);
  assert.ok(took >= 380 && took < 2_500, String(took));
});

test('hidden tabs, where no frame is drawn, settle too', async () => {
  const kit = await browser.kit('<button onclick="setTimeout(() => document.body.append(\'late\'), 50)">x</button>');
  await kit.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    window.requestAnimationFrame = () => 0;
  });
  const { settled, outcome } = await kit.actAndSettle('button', CLICK);
  assert.equal(outcome.kind, 'done');
  assert.equal(settled.quiet, true);
  await kit.close();
});

/**
 * What was said, without the time.
 * @param {import('../../extension/page/types.js').Heard[]} heard
 */
const words = (heard) => heard.map(({ from, text }) => ({ from, text }));

/**
 * @param {string} name
 * @param {string} html
 * @param {object[]} heard
 */
function said(name, html, heard) {
  test(`heard: ${name}`, async () => {
    assert.deepEqual(words((await clicked(html, { quiet: 250 })).heard), heard);
  });
}

said(
  'a toast that is gone at once',
  `<button onclick="const t = document.createElement('div'); t.role = 'alert'; t.innerHTML = '<b>Saved</b> your <i>order</i>'; document.body.append(t); setTimeout(() => t.remove(), 60)">x</button>`,
  [{ from: 'alert', text: 'Saved your order' }],
);
said('a status line', '<button onclick="s.textContent = \'3 results\'">x</button><p role=status id=s></p>', [{ from: 'status', text: '3 results' }]);
said('toasts in one region', '<button onclick="for (const t of [\'One\', \'Two\']) { const li = document.createElement(\'li\'); li.textContent = t; s.append(li) }">x</button><ol aria-live=polite id=s><li>Old</ol>', [{ from: 'status', text: 'One' }, { from: 'status', text: 'Two' }]);
said('a log', '<button onclick="s.append(\'Ann: hello\')">x</button><div role=log id=s>Bo: hi</div>', [{ from: 'log', text: 'Ann: hello' }]);
said('a region that was filled and is shown', '<button onclick="s.style.display = \'block\'">x</button><p role=alert id=s style="display:none">Wrong password</p>', [{ from: 'alert', text: 'Wrong password' }]);
said('a region in a shadow root', '<button onclick="h.shadowRoot.querySelector(\'p\').textContent = \'in\'">x</button><div id=h></div><script>h.attachShadow({mode:"open"}).innerHTML = "<p role=status></p>"</script>', [{ from: 'status', text: 'in' }]);
said('the same text twice is said once', '<button onclick="s.textContent = \'a\'; setTimeout(() => { s.textContent = \'a\' }, 30)">x</button><p role=status id=s></p>', [{ from: 'status', text: 'a' }]);
said('nothing from a hidden region', '<button onclick="s.textContent = \'secret\'">x</button><p role=status id=s style="display:none"></p>', []);
said('nothing from a region that is off', '<button onclick="s.textContent = \'x\'">x</button><p aria-live=off id=s></p>', []);

test('heard: what came and went between two calls is news once', async () => {
  const kit = await browser.kit(`<button>x</button><p role=status id=s></p>`);
  await kit.actAndSettle('button', CLICK);
  await kit.page.evaluate(async () => {
    const status = /** @type {HTMLElement} */ (document.querySelector('#s'));
    status.textContent = 'Uploaded';
    await Promise.resolve();
    status.textContent = '';
  });
  assert.deepEqual(words((await kit.actAndSettle('button', CLICK)).settled.heard), [{ from: 'status', text: 'Uploaded' }]);
  assert.deepEqual((await kit.actAndSettle('button', CLICK)).settled.heard, []);
  await kit.close();
});

test('a flood keeps the newest and stays bounded', async () => {
  const { heard } = await clicked(`<button onclick="let n = 0; const t = setInterval(() => { for (let k = 0; k < 10; k++) s.append(document.createElement('p')), s.lastChild.append('line ' + n++); if (n >= 200) clearInterval(t) }, 5)">x</button><div role=log id=s></div>`, { quiet: 200, most: 4_000 });
  assert.ok(heard.length <= 60, String(heard.length));
  assert.equal(heard.at(-1)?.text, 'line 199');
});

test('ten thousand changes at once become full facts', async () => {
  const kit = await browser.kit('<button onclick="for (const p of document.querySelectorAll(\'p\')) p.title = \'t\'">x</button>' + '<p>x</p>'.repeat(5_000));
  const { settled } = await kit.actAndSettle('button', CLICK);
  assert.equal(settled.quiet, true);
  const bases = await kit.page.evaluate(() => /** @type {import('./lib/page.js').TestWindow} */ (window).core.posted.flatMap((message) => (message.kind === 'facts' ? [message.head.base] : [])));
  assert.equal(bases.at(-1), 0);
  await kit.close();
});
