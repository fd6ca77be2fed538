/**
 * Acting through both hosts: what was asked is done once, also when the worker ends in the midst of it, and nothing is
 * done that nobody allowed.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { DIST, isFault, isOverview, MODULE, page } from './pages.js';

/** @import { Page } from 'playwright-core' */

/**
 * Runs in the page: notes what happens to each field. A field with `data-hold` stops the page, in the very task of the
 * act, until the server answers: the test does what it wants meanwhile.
 */
const SCRIPT = `<script>
  window.noted = [];
  for (const field of document.querySelectorAll('input')) {
    field.addEventListener('change', () => {
      noted.push(field.name + '=' + field.value);
      if (!field.dataset.hold) return;
      const request = new XMLHttpRequest();
      request.open('GET', '/hold/' + field.name, false);
      request.send();
    });
  }
</script>`;

/** @param {string[]} holding Fields that hold. */
const form = (...holding) =>
  `<form id="order" aria-label="Order">${['Email', 'Name', 'Town']
    .map((name) => `<label>${name} <input name="${name}" ${holding.includes(name) ? 'data-hold="1"' : ''}></label>`)
    .join('')}<button>Send</button></form>`;

// In the alphabet's order, because the browser's own protocol sorts the keys of what it is given.
const FILL = { path: 'page.forms.Order.fill', args: { Email: 'ann@shop.test', Name: 'Ann', Town: 'Bonn' } };
const FILLED = ['Email=ann@shop.test', 'Name=Ann', 'Town=Bonn'];

/** Requests that the server holds back, by path, with what lets them go. @type {Map<string, () => void>} */
const held = new Map();
/** @type {Set<() => void>} */
const watchers = new Set();

/**
 * Waits until the page asks for a path that is held back.
 * @param {string} path
 * @returns {Promise<() => void>} Lets it go.
 */
function holding(path) {
  return new Promise((resolve) => {
    const look = () => {
      const release = held.get(path);
      if (!release) return;
      watchers.delete(look);
      held.delete(path);
      resolve(release);
    };
    watchers.add(look);
    look();
  });
}

/**
 * A grid whose cells take whole numbers only. What is refused stays in the editor, or the cell, its row or nothing is drawn anew.
 * @param {string} refuse
 */
const grid = (refuse) => `<table role="grid" aria-label="Stock"><tr><th>Key<th>Amount</tr><tr><td>A-1<td tabindex="-1">12</tr></table><p role="status"></p><script>
  document.addEventListener('dblclick', ({ target: cell }) => {
    const was = cell.textContent;
    const editor = Object.assign(document.createElement('input'), { value: was });
    cell.replaceChildren(editor);
    editor.focus();
    editor.onkeydown = ({ key }) => {
      if (key === 'Enter' && /^\\d+$/.test(editor.value)) cell.replaceChildren(editor.value);
      else if (key === 'Enter') {
        document.querySelector('[role=status]').textContent = 'Amount must be a whole number.';
        ${refuse}
      }
    };
  });
</script>`;
const REFUSING = {
  stays: 'editor.setAttribute("aria-invalid", "true")',
  back: 'cell.replaceChildren(was)',
  anew: 'const fresh = cell.cloneNode(false); fresh.textContent = was; cell.replaceWith(fresh)',
  row: 'const fresh = cell.parentNode.cloneNode(true); fresh.cells[1].textContent = was; cell.parentNode.replaceWith(fresh)',
};

/** @param {string} path @returns {import('./lib/server.js').Route} */
const hold = (path) => (_request, response) => {
  held.set(path, () => void response.end('go on'));
  for (const look of [...watchers]) look();
};

/** A page that the server holds back. @param {string} path @param {string} body @returns {import('./lib/server.js').Route} */
const slow = (path, body) => (_request, response) => {
  held.set(path, () => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body);
  });
  for (const look of [...watchers]) look();
};

/** @type {import('./lib/server.js').Served} */
let site;
/** @type {import('./lib/browser.js').Launched} */
let withExtension;
/** @type {import('./lib/browser.js').Launched} */
let plain;
/** @type {Extension} */
let extension;

before(async () => {
  const body = (/** @type {string} */ inner) => inner + SCRIPT;
  const confirming = `<button id="ask" onclick="this.after(confirm('Sure?') ? 'yes' : 'no', prompt('Name?') ?? ' nobody')">Ask</button>`;
  // By a timer, so that the navigation is not taken for the act's own.
  const exporting = `<button onclick="setTimeout(() => { location.href = '/file' }, 40)">Export</button><button onclick="this.after(1)">Count</button>`;
  const restless = `<button onclick="this.after('done'); setInterval(() => document.body.append('.'), 20); fetch('/hold/settle')">Start</button>`;
  site = await serve(
    {
      '/form': page('Form', body(form())),
      '/form/library': page('Form', body(form()) + MODULE),
      '/hold-first': page('Hold', body(form('Email'))),
      '/hold-first/library': page('Hold', body(form('Email')) + MODULE),
      '/hold-last': page('Hold', body(form('Town'))),
      '/hold-all': page('Hold', body(form('Email', 'Name', 'Town'))),
      '/dialogs': page('Dialogs', confirming),
      '/dialogs/library': page('Dialogs', confirming + MODULE),
      '/restless': page('Restless', restless),
      '/links': page('Links', '<a href="/arrived">Go</a>'),
      '/links/library': page('Links', `<a href="/arrived/library">Go</a>${MODULE}`),
      '/slow-link': page('Start', '<a href="/slow">Go</a>'),
      '/slow-link/library': page('Start', `<a href="/slow/library">Go</a>${MODULE}`),
      '/slow': slow('/slow', page('Slow')),
      '/slow/library': slow('/slow/library', page('Slow', MODULE)),
      '/export': page('Export', exporting),
      '/export/library': page('Export', exporting + MODULE),
      '/file': { body: 'x', headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename=x.txt' } },
      '/arrived': page('Arrived'),
      '/arrived/library': page('Arrived', MODULE),
      ...Object.fromEntries(Object.entries(REFUSING).map(([name, refuse]) => [`/grid-${name}/library`, page('Grid', grid(refuse) + MODULE)])),
      ...Object.fromEntries(['Name', 'Email', 'Town', 'settle'].map((name) => [`/hold/${name}`, hold(name)])),
    },
    DIST,
  );
  [withExtension, plain] = await Promise.all([launch(), launch({ extension: false })]);
  extension = new Extension(withExtension);
});

after(async () => {
  await withExtension?.close();
  await plain?.close();
  await site?.close();
});

const allowed = () => extension.rules([{ origin: site.origin, decision: 'allow' }]);

/** @param {Page} tab @returns {Promise<string[]>} */
const noted = (tab) => tab.evaluate(() => /** @type {Window & { noted?: string[] }} */ (window).noted ?? []);

/**
 * @param {boolean} library
 * @param {string} path
 */
async function open(library, path) {
  const tab = await (library ? plain : withExtension).page();
  await tab.goto(site.origin + path + (library ? '/library' : ''));
  return tab;
}

for (const library of [false, true]) {
  const host = library ? 'script tag' : 'extension';

  test(`${host}: a form is filled as it was asked`, async () => {
    if (!library) await allowed();
    const tab = await open(library, '/form');
    const answer = await invoke(tab, FILL);
    assert.match(answer, /^done {5}/m);
    assert.deepEqual(await noted(tab), FILLED);
    await tab.close();
  });

  test(`${host}: JS dialogs of an act are answered, reported, and the person's at other times`, async () => {
    if (!library) await allowed();
    const tab = await open(library, '/dialogs');
    const answer = await invoke(tab, { path: 'page.buttons.Ask.click', args: [] });
    assert.match(answer, /^event .*"Sure\?"/m);
    assert.match(answer, /^event .*"Name\?"/m);
    assert.match((await tab.locator('main').textContent()) ?? '', /no nobody/);
    const shown = tab.waitForEvent('dialog');
    const clicked = tab.locator('#ask').click();
    const dialog = await shown;
    assert.equal(dialog.message(), 'Sure?');
    const next = tab.waitForEvent('dialog');
    await dialog.accept();
    await (await next).accept('Ann');
    await clicked;
    assert.match((await tab.locator('main').textContent()) ?? '', /yesAnn/);
    await tab.close();
  });

  test(`${host}: an act that leads to another page of the site is answered from there, once`, async () => {
    if (!library) await allowed();
    const tab = await open(library, '/links');
    const answer = await invoke(tab, { path: 'page.links.Go.click', args: [] });
    assert.match(answer, /Arrived/);
    assert.match(answer, /clicked page\.links\.Go/);
    isOverview(await invoke(tab), 'Arrived');
    await tab.close();
  });

  test(`${host}: a call that comes while another takes the document away is answered at once, and the other by the next page`, async () => {
    if (!library) await allowed();
    const tab = await open(library, '/slow-link');
    const browserSide = await agent(tab);
    const { response } = await browserSide.begin({ path: 'page.links.Go.click', args: [] });
    const release = await holding(`/slow${library ? '/library' : ''}`);
    isFault(await browserSide.call({}), 'navigated');
    isFault(await browserSide.call({ path: 'page.links.Go.click', args: [] }), 'navigated');
    release();
    const { output } = await response;
    const [answer, ...others] = /** @type {Array<{ path: string, call: string, done: string[], value: { title: string } }>} */ (output);
    assert.deepEqual(others, []);
    assert.deepEqual([answer?.path, answer?.done, answer?.value.title], ['page.links.Go.click', ['clicked page.links.Go'], 'Slow']);
    assert.match(answer?.call ?? '', /^\w+:\d+$/);
    isOverview(await invoke(tab), 'Slow');
    await tab.close();
  });

  test(`${host}: a document that seemed to leave and stays goes on acting at once`, async () => {
    if (!library) await allowed();
    const tab = await open(library, '/export');
    assert.match(await invoke(tab, { path: 'page.buttons.Export.click', args: [] }), /^changed +the document is leaving for ".*\/file"/m);
    // For a while calls are told that the page is being left; then it is known that it stays.
    let answer = '';
    do answer = await invoke(tab, { path: 'page.buttons.Count.click', args: [], timeout: 3 });
    while (answer.startsWith('fault navigated'));
    assert.match(answer, /^done +clicked page\.buttons\.Count$/m);
    assert.match(answer, /new text "1"/);
    await tab.close();
  });

  test(`${host}: a call that is cancelled does no further step`, async () => {
    if (!library) await allowed();
    const tab = await open(library, '/hold-first');
    const browserSide = await agent(tab);
    const { cancel, response } = await browserSide.begin(FILL);
    const release = await holding('Email');
    const cancelled = cancel();
    // Commands of one session are taken in order: once this one is answered, the cancelling is on its way to the page.
    await browserSide.session.send('Browser.getVersion');
    release();
    await cancelled;
    assert.equal((await response).status, 'Canceled');
    isOverview(await invoke(tab), 'Hold');
    assert.deepEqual(await noted(tab), ['Email=ann@shop.test']);
    await tab.close();
  });
}

for (const name of Object.keys(REFUSING)) {
  test(`a cell that the page does not change is not told as done (${name})`, async () => {
    const tab = await open(true, `/grid-${name}`);
    const set = (/** @type {string} */ value) => invoke(tab, { path: 'page.tables.Stock.rows["A-1"].Amount.set', args: [value] });
    const refused = await set('1.5');
    isFault(refused, 'failed');
    assert.doesNotMatch(refused, /^done/m);
    assert.match(refused, /the page did not take "1\.5": (?:its editor is still open|the cell holds "12" as before)/);
    assert.match(refused, /"Amount must be a whole number\."/);
    assert.match(await set('7'), /^done +page\.tables\.Stock\.rows\["A-1"\]\.Amount = "7"$/m);
    assert.match(await invoke(tab, { path: 'page.tables.Stock.rows["A-1"].Amount' }), /"7"/);
    await tab.close();
  });
}

test('what no rule allows needs an approval, and nothing is done', async () => {
  await extension.rules([]);
  const tab = await open(false, '/form');
  isOverview(await invoke(tab), 'Form');
  isFault(await invoke(tab, { ...FILL, timeout: 1 }), 'needs_approval');
  await extension.rules([{ origin: 'https://other.test', decision: 'allow' }]);
  isFault(await invoke(tab, { ...FILL, timeout: 1 }), 'needs_approval');
  await extension.rules([{ origin: site.origin, decision: 'allow' }, { effect: 'write', decision: 'deny' }]);
  isFault(await invoke(tab, FILL), 'denied');
  assert.deepEqual(await noted(tab), []);
  await allowed();
  assert.match(await invoke(tab, FILL), /^done /m);
  assert.deepEqual(await noted(tab), FILLED);
  await tab.close();
});

for (const { path, fields } of [
  { path: '/hold-first', fields: ['Email'] },
  { path: '/hold-last', fields: ['Town'] },
  { path: '/hold-all', fields: ['Email', 'Name', 'Town'] },
]) {
  test(`the worker may end while a step is done (${fields.join(', ')}): each step is done once and the call is answered`, async () => {
    await allowed();
    const tab = await open(false, path);
    const { response } = await (await agent(tab)).begin(FILL);
    for (const field of fields) {
      const release = await holding(field);
      await extension.stopWorker();
      release();
    }
    const { status, output } = await response;
    assert.equal(status, 'Completed');
    assert.match(String(output), /^done .*Email.*Name.*Town/m);
    assert.deepEqual(await noted(tab), FILLED);
    isOverview(await invoke(tab), 'Hold');
    await tab.close();
  });
}

test('the worker may end while the page settles: the call is answered and its act is not repeated', async () => {
  await allowed();
  const tab = await open(false, '/restless');
  const { response } = await (await agent(tab)).begin({ path: 'page.buttons.Start.click', args: [] });
  const release = await holding('settle');
  await extension.stopWorker();
  release();
  const { status, output } = await response;
  assert.equal(status, 'Completed');
  assert.match(String(output), /^done {5}clicked page\.buttons\.Start/m);
  assert.equal(((await tab.locator('main').textContent()) ?? '').split('done').length, 2, 'clicked once');
  await tab.close();
});

test('the worker may end while a call only waits', async () => {
  const tab = await open(false, '/form');
  const { response } = await (await agent(tab)).begin({ path: 'page.waitFor', args: { text: 'at last' } });
  await extension.stopWorker();
  await tab.evaluate(() => document.body.append('at last'));
  const { status, output } = await response;
  assert.equal(status, 'Completed');
  assert.doesNotMatch(String(output), /^fault/);
  await tab.close();
});

test('what was read before the worker ended may be acted on afterwards, by position too', async () => {
  await allowed();
  const tab = await open(false, '/form');
  await invoke(tab, { path: 'page.forms' });
  await extension.stopWorker();
  assert.match(await invoke(tab, { ...FILL, path: 'page.forms[0].fill' }), /^done /m);
  assert.deepEqual(await noted(tab), FILLED);
  await tab.close();
});
