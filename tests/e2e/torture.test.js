/**
 * Addresses under torture: an agent reads a page, the page changes under it, the agent acts by what it read. The act
 * lands on the thing that was meant or on nothing; a refusal says what changed and where the thing is now.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { serve } from './lib/server.js';
import { invoke } from './lib/webmcp.js';
import { DIST, MODULE } from './pages.js';

/** @import { Page } from 'playwright-core' */

/**
 * In the page: rows of people, what was clicked (by the text of its row at that moment), and hands to change it all.
 */
const SCRIPT = `<script>
  window.clicked = [];
  document.addEventListener('click', (event) => {
    const row = event.target.closest('tr,li');
    clicked.push((row ? row.dataset.is + ' ' : '') + event.target.textContent);
  }, true);
  window.row = (id, button = 'Archive') => {
    const row = document.createElement('tr');
    row.dataset.is = id;
    row.innerHTML = '<td>' + id + '</td><td>Person ' + id + '</td><td><button>' + button + '</button></td>';
    return row;
  };
  window.table = (ids) => {
    const table = document.createElement('table');
    table.setAttribute('aria-label', 'People');
    table.innerHTML = '<thead><tr><th>Id</th><th>Name</th><th></th></tr></thead><tbody></tbody>';
    table.tBodies[0].append(...ids.map((id) => row(id)));
    return table;
  };
  window.show = (tr, id) => {
    tr.dataset.is = id;
    tr.cells[0].textContent = id;
    tr.cells[1].textContent = 'Person ' + id;
  };
  window.rows = () => [...document.querySelector('table').tBodies[0].rows];
</script>`;

const page = (/** @type {string} */ body, /** @type {string} */ script) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Torture</title>${MODULE}</head><body><main><h1>Torture</h1>${body}</main>${SCRIPT}<script>${script}</script></body></html>`;

const TABLE = "document.querySelector('main').append(table(['A-1', 'A-2', 'A-3']))";
const BY_KEY = 'page.tables.People.rows["A-2"].buttons.Archive';
const BY_PLACE = 'page.tables.People.rows[1].buttons.Archive';
const READ = 'page.tables.People.rows';
/** A long table, so that the act has to scroll, and the page may change in the midst of it. */
const LONG = "document.querySelector('main').append(table(Array.from({ length: 200 }, (_, at) => 'A-' + (at + 1))))";
const FAR = 'page.tables.People.rows["A-150"].buttons.Archive';

/** In the page: what is waited for from now on. A call's own deadlines are no waits. */
const COUNT = `{
  window.waited = { frames: 0, timers: 0 };
  const { requestAnimationFrame, setTimeout } = window;
  window.requestAnimationFrame = (run) => { waited.frames += 1; return requestAnimationFrame.call(window, run); };
  window.setTimeout = (run, ms = 0, ...rest) => { if (ms > 0 && ms < 5_000) waited.timers += 1; return setTimeout.call(window, run, ms, ...rest); };
}`;
/** What stands still over two frames is acted on; a busy machine may need a look or two more. */
const FRAMES = 5;

/**
 * @typedef {object} Torture
 * @property {string} name
 * @property {string} [body]
 * @property {string} [script] Sets the page up.
 * @property {string} [read] What the agent reads.
 * @property {string} [act] What it clicks.
 * @property {string} change What happens in between, or is prepared to.
 * @property {string[]} [clicks] What may be clicked in the end; nothing unless given.
 * @property {RegExp[]} says What the answer has to say.
 */

/** @type {Torture[]} */
const ALL = [
  { name: 'a row is inserted before, by key', change: "rows()[0].before(row('A-0'))", clicks: ['A-2 Archive'], says: [/^done /] },
  { name: 'a row is inserted before, by position', act: BY_PLACE, change: "rows()[0].before(row('A-0'))", says: [/^fault stale/, /"A-2"/, /rows\["A-2"\]|rows\[\\"A-2\\"\]/] },
  { name: 'the row is removed', change: 'rows()[1].remove()', says: [/^fault stale/, /"A-2"/, /gone/] },
  { name: 'the row is removed, by position', act: BY_PLACE, change: 'rows()[1].remove()', says: [/^fault stale/, /"A-2"/, /gone/] },
  { name: 'rows are reordered, by key', change: 'rows()[0].parentNode.append(rows()[0])', clicks: ['A-2 Archive'], says: [/^done /] },
  { name: 'rows are reordered, by position', act: BY_PLACE, change: 'rows()[0].parentNode.append(rows()[0])', says: [/^fault stale/, /"A-2"/] },
  { name: 'the row is given another key in place', change: "show(rows()[1], 'A-9')", says: [/^fault stale/, /"A-2"/, /"A-9"/] },
  { name: 'the row is replaced by an equal one', change: "rows()[1].replaceWith(row('A-2'))", clicks: ['A-2 Archive'], says: [/^note +moved/m, /^done /m] },
  { name: 'rows are recycled', change: "rows().forEach((tr, at) => show(tr, 'A-' + (at + 2)))", says: [/^fault stale/, /"A-2"/, /"A-3"/, /rows\[\\"A-2\\"\]/] },
  { name: 'two rows change places by their texts', change: "show(rows()[0], 'A-2'); show(rows()[1], 'A-1')", says: [/^fault stale/, /"A-2"/, /"A-1"/] },
  { name: 'the whole tree is drawn anew', change: "document.querySelector('table').replaceWith(table(['A-1', 'A-2', 'A-3']))", clicks: ['A-2 Archive'], says: [/^note +moved/m, /^done /m] },
  { name: 'the whole tree is drawn anew without the row', change: "document.querySelector('table').replaceWith(table(['A-1', 'A-3']))", says: [/^fault stale/, /"A-2"/, /gone/] },
  { name: 'the whole tree is drawn anew with the row twice', change: "document.querySelector('table').replaceWith(table(['A-1', 'A-2', 'A-2']))", says: [/^fault (stale|ambiguous)/] },
  { name: 'the label changes in place', change: "rows()[1].querySelector('button').textContent = 'Restore'", says: [/^fault (stale|not_found)/, /"Archive"/, /"Restore"/] },
  { name: 'the button moves into another row', change: "rows()[2].cells[2].prepend(rows()[1].querySelector('button'))", says: [/^fault (stale|not_found)/] },
  { name: 'away and back, drawn anew', change: "const old = document.querySelector('table'); history.pushState({}, '', '/elsewhere'); old.remove(); history.back(); document.querySelector('main').append(table(['A-1', 'A-2', 'A-3']))", clicks: ['A-2 Archive'], says: [/^note +moved/m, /^done /m] },
  { name: 'two equal buttons become one, the first goes', body: '<p><button>Save</button><button>Save</button></p>', script: '', read: 'page.buttons', act: 'page.buttons["Save#1"]', change: "document.querySelector('button').remove()", says: [/^fault stale/, /gone/] },
  { name: 'two equal buttons become one, the other is meant', body: '<p><button>Save</button><button data-second>Save</button></p>', script: '', read: 'page.buttons', act: 'page.buttons["Save#2"]', change: "document.querySelector('button').remove(); document.querySelector('[data-second]').onclick = () => clicked.push('second')", clicks: ['Save', 'second'], says: [/^done /] },
  { name: 'one button becomes two equal ones', body: '<p><button>Save</button></p>', script: '', read: 'page.buttons', act: 'page.buttons.Save', change: "document.querySelector('button').before(Object.assign(document.createElement('button'), { textContent: 'Save', onclick: () => clicked.push('wrong') }))", clicks: ['Save'], says: [/^done /] },
  { name: 'a link leads elsewhere', body: '<p><a href="#one">Open</a></p>', script: '', read: 'page.links', act: 'page.links.Open', change: "document.querySelector('a').href = '#two'", says: [/^fault stale/] },
  { name: 'rows are recycled between decision and act', script: LONG, act: FAR, change: "addEventListener('scroll', () => rows().forEach((tr, at) => show(tr, 'A-' + (at + 2))), { once: true })", says: [/^fault stale/, /A-150/, /A-151/] },
  { name: 'the row is removed between decision and act', script: LONG, act: FAR, change: "addEventListener('scroll', () => rows()[149].remove(), { once: true })", says: [/^fault stale/, /A-150/] },
  { name: 'the label changes between decision and act', script: LONG, act: FAR, change: "addEventListener('scroll', () => { rows()[149].querySelector('button').textContent = 'Restore'; }, { once: true })", says: [/^fault stale/, /Restore/] },
  { name: 'the tree is drawn anew between decision and act', script: LONG, act: FAR, change: "addEventListener('scroll', () => document.querySelector('table').replaceWith(table(Array.from({ length: 200 }, (_, at) => 'A-' + (at + 1)))), { once: true })", clicks: ['A-150 Archive'], says: [/^(done|note +moved|fault stale)/] },
];

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;
/** What refusals waited for: frames that were drawn, timers of the page kit, milliseconds. @type {{ name: string, frames: number, timers: number, ms: number }[]} */
const refusals = [];

before(async () => {
  const routes = Object.fromEntries(ALL.map(({ body = '', script = TABLE }, at) => [`/${at}`, page(body, script)]));
  site = await serve({ ...routes, '/away': '<!doctype html><title>Away</title>', '/back': page('', TABLE) }, DIST);
  browser = await launch({ extension: false });
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/** @param {Page} tab @returns {Promise<string[]>} */
const clicked = (tab) => tab.evaluate(() => /** @type {{ clicked: string[] }} */ (/** @type {unknown} */ (window)).clicked);

ALL.forEach(({ name, read = READ, act = BY_KEY, change, clicks = [], says }, at) => {
  test(name, async () => {
    const tab = await browser.page();
    await tab.goto(`${site.origin}/${at}`);
    await invoke(tab, { path: read });
    await tab.evaluate(change);
    await tab.evaluate(COUNT);
    const begun = performance.now();
    const answer = await invoke(tab, { path: `${act}.click`, args: [] });
    const ms = performance.now() - begun;
    if (answer.startsWith('fault')) refusals.push({ name, ms, ...(await tab.evaluate(() => /** @type {{ waited: { frames: number, timers: number } }} */ (/** @type {unknown} */ (window)).waited)) });
    const got = await clicked(tab);
    if (answer.startsWith('fault')) assert.deepEqual(got, [], answer);
    else assert.deepEqual(got, clicks, answer);
    for (const part of says) assert.match(answer, part);
    await tab.close();
  });
});

test('a real detour to another page and back', async () => {
  const tab = await browser.page();
  await tab.goto(`${site.origin}/back`);
  await invoke(tab, { path: READ });
  await tab.goto(`${site.origin}/away`);
  await tab.goBack({ waitUntil: 'commit' });
  const answer = await invoke(tab, { path: `${BY_KEY}.click`, args: [] });
  assert.match(answer, /^(note|done) /);
  assert.deepEqual(await clicked(tab), ['A-2 Archive']);
  await tab.close();
});

test('a position that was read in another document acts on nothing', async () => {
  const tab = await browser.page();
  await tab.goto(`${site.origin}/back`);
  await invoke(tab, { path: READ });
  await tab.reload();
  const answer = await invoke(tab, { path: `${BY_PLACE}.click`, args: [] });
  assert.match(answer, /^fault stale/);
  assert.deepEqual(await clicked(tab), []);
  await tab.close();
});

test('a refusal waits for nothing but the frames in which its target has to stand still', () => {
  const sorted = refusals.map(({ ms }) => Math.round(ms)).toSorted((a, b) => a - b);
  console.log(`${sorted.length} refusals: ${sorted.join(', ')} ms`);
  assert.ok(refusals.length > 10);
  for (const { name, frames, timers } of refusals) {
    // What scrolls is looked at in the page, after the decision; all else is known from the tree.
    const looks = name.endsWith('between decision and act');
    assert.ok(frames <= (looks ? FRAMES : 0), `${name}: ${frames} frames`);
    // Each frame has a timer of its own beside it, for tabs that draw none.
    assert.ok(timers <= frames, `${name}: ${timers} timers`);
  }
});
