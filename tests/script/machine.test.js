/**
 * The interpreter's bounds, where errors are, and replay: a script that is run again with recorded replies asks for nothing twice
 * and comes to the same end.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRINTED, TURN_MS } from '../../extension/shared/script/machine.js';
import { SNIPPETS } from './snippets.js';
import { inQuickJs } from './world.js';

test('the last expression is the result where nothing is returned', async () => {
  const result = async (/** @type {string} */ source) => (await inQuickJs(source)).end.value;
  assert.equal(await result('const a = 2\na * 21'), 42);
  assert.equal(await result('await page.title'), 'page.title');
  assert.equal(await result('page.title'), 'page.title');
  assert.equal(await result('async () => { return await page.title }'), 'page.title');
  assert.equal(await result('```js\nreturn 7\n```'), 7);
});

test('a path reads letter by letter as in a call, slices too', async () => {
  const path = async (/** @type {string} */ source) => (await inQuickJs(source)).asked.map((op) => op.path);
  assert.deepEqual(await path('return await page.tables["Orders"].rows[0:5]'), ['page.tables.Orders.rows[0:5]']);
  assert.deepEqual(await path('const a = await page.lists.x.items[-3:]; return a'), ['page.lists.x.items[-3:]']);
  assert.deepEqual(await path(`print("[1:2]"); await at('page.rows[1:2]'); await page.rows[1:2]`), ['page.rows[1:2]', 'page.rows[1:2]']);
  assert.deepEqual((await inQuickJs('print("[1:2]", `[3:4]`); await page.rows[1:2]')).end.printed, ['[1:2] [3:4]']);
  assert.deepEqual(await path('await page.forms["Sign in"].fields["E-mail"].$help'), ['page.forms["Sign in"].fields["E-mail"].$help']);
  assert.deepEqual(await path('const o = { a: true ? 1:2 }; await page.rows[o.a]'), ['page.rows[1]']);
});

test('errors say line and column of the script', async () => {
  const where = async (/** @type {string} */ source) => {
    const { error } = (await inQuickJs(source)).end;
    return [error?.line, error?.column, error?.name];
  };
  assert.deepEqual(await where('let a = 1\nlet b = ;'), [2, 9, 'SyntaxError']);
  assert.deepEqual(await where('\n\n  nothing.here'), [3, 3, 'ReferenceError']);
  assert.deepEqual(await where('return nothing.here'), [1, 8, 'ReferenceError']);
  const [line, , name] = await where('const a = 1\n\nawait page.missing.x');
  assert.deepEqual([line, name], [3, 'OnecallError']);
});

test('what is not here is said with what to write instead', async () => {
  const { end } = await inQuickJs('document.querySelector("a")');
  assert.match(String(end.error?.hint), /`page`/);
});

test('a loop without an end ends', async () => {
  const began = Date.now();
  const { end } = await inQuickJs('await page.buttons.Go.click(); while (true) {}');
  assert.equal(end.limit, 'time');
  assert.ok(Date.now() - began < TURN_MS * 5);
});

test('so does one that cannot be caught, and one in a callback', async () => {
  assert.equal((await inQuickJs('for (;;) { try { for (;;) {} } catch {} }')).end.limit, 'time');
  assert.equal((await inQuickJs('page.title.then(() => { for (;;) {} }); await sleep(1); return 1')).end.limit, 'time');
});

test('memory and stack are bounded', async () => {
  const much = (await inQuickJs('const a = []; for (;;) a.push(new Array(100000).fill(1))')).end;
  assert.ok(much.limit === 'memory' || much.limit === 'time', JSON.stringify(much));
  const deep = (await inQuickJs('function f() { return f() } f()')).end;
  assert.match(`${deep.error?.name} ${deep.error?.message}`, /InternalError stack overflow|RangeError/);
});

test('printing is bounded and says so', async () => {
  const { end } = await inQuickJs(`for (let i = 0; i < ${PRINTED + 50}; i++) print(i)`);
  assert.equal(end.printed.length, PRINTED + 1);
  assert.match(String(end.printed.at(-1)), /50 more lines/);
});

test('an operation that nobody awaited and that failed is told', async () => {
  const { end } = await inQuickJs('page.missing.click(); 5');
  assert.equal(end.value, 5);
  assert.equal(end.unawaited[0]?.code, 'not_found');
});

test('no script reaches what carries its words', async () => {
  const tries = [
    'Object.prototype.toJSON = () => 1; JSON.stringify = () => "{\\"op\\":{\\"n\\":9}}"; return await page.title',
    'Promise.prototype.then = () => 1; return 2',
    'Array.prototype.map = () => { throw 1 }; print("x"); return await page.title',
    'globalThis.page = 5; return page',
    'return await new Promise(() => {})',
  ];
  for (const source of tries) {
    const { end, asked } = await inQuickJs(source);
    assert.ok(asked.every((op) => op.path === 'page.title'), source);
    assert.ok(end.error !== undefined, source);
  }
});

test('replayed from any point, a script asks for nothing twice and ends the same', async () => {
  const acting = SNIPPETS.filter((snippet) => /page|app|tools|sleep/.test(snippet));
  let replayed = 0;
  for (const source of acting) {
    const whole = await inQuickJs(source);
    for (let kept = 1; kept <= whole.replies.length; kept += 1) {
      const again = await inQuickJs(source, { replies: whole.replies.slice(0, kept) });
      assert.deepEqual(again.end, whole.end, source);
      const before = new Set(whole.replies.slice(0, kept).map(({ n }) => n));
      assert.ok(again.asked.every(({ n }) => !before.has(n)), source);
      replayed += 1;
    }
  }
  assert.ok(replayed > 25, `${replayed} points`);
});

test('the order in which replies came is the order in which they come again', async () => {
  const source = 'const order = []; await Promise.all([page.a, page.b, page.c].map(async (p, i) => { await p; order.push(i) })); return order';
  const backwards = await inQuickJs(source, { order: (asked) => [...asked].reverse() });
  assert.deepEqual(backwards.end.value, [2, 1, 0]);
  const again = await inQuickJs(source, { replies: backwards.replies });
  assert.deepEqual(again.end.value, [2, 1, 0]);
  assert.deepEqual(again.asked, []);
});
