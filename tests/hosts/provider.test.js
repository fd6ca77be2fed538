/**
 * The provider without a browser: schemas of other libraries, values of every kind, names that are taken.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { performApp } from '../../extension/shared/provider/app.js';
import { clean as cleaned } from '../../extension/shared/provider/clean.js';
import { Provider } from '../../extension/shared/provider/provider.js';
import { describe, Numbers } from '../../extension/shared/provider/describe.js';
import { ToolOffers } from '../../extension/shared/provider/tools.js';
import { jsonSchemaOf } from '../../extension/shared/provider/schema.js';
import { Registry, drain, registryOf } from '../../extension/shared/registry.js';

/** As it arrives on the other side. @param {unknown} value @param {number} [most] */
const clean = (value, most) => /** @type {ReturnType<typeof cleaned>} */ (JSON.parse(JSON.stringify(cleaned(value, most))));

/** @import { Spec, StandardSchema } from '../../extension/shared/publish' */

const SCHEMAS = /** @type {Array<[string, StandardSchema]>} */ (/** @type {unknown} */ ([
  ['zod', z.object({ sku: z.string().min(2), quantity: z.number().int().min(1).max(99), kind: z.enum(['a', 'b']).optional() })],
  ['valibot', v.object({ sku: v.pipe(v.string(), v.minLength(2)), quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)), kind: v.optional(v.picklist(['a', 'b'])) })],
  ['arktype', type({ sku: 'string >= 2', quantity: '1 <= number.integer <= 99', 'kind?': '"a" | "b"' })],
]));

for (const [name, schema] of SCHEMAS) {
  test(`${name}: its schema is written as JSON Schema, and its own check runs before the app's code`, async () => {
    const written = jsonSchemaOf(schema);
    assert.equal(written.type, 'object');
    assert.deepEqual([.../** @type {string[]} */ (written.required)].sort(), ['quantity', 'sku']);
    const { sku, quantity, kind } = /** @type {Record<string, Record<string, unknown>>} */ (written.properties);
    assert.deepEqual({ type: sku?.type, minLength: sku?.minLength }, { type: 'string', minLength: 2 });
    assert.deepEqual({ type: quantity?.type, minimum: quantity?.minimum, maximum: quantity?.maximum }, { type: 'integer', minimum: 1, maximum: 99 });
    assert.deepEqual(kind?.enum, ['a', 'b']);
    /** @type {unknown[]} */
    const ran = [];
    const registry = new Registry();
    registry.publish('shop', { methods: { add: { args: schema, run: (/** @type {unknown} */ args) => void ran.push(args) } } });
    const numbers = new Numbers();
    const entry = registry.entries.get('shop');
    assert.ok(entry);
    const node = /** @type {{ id: number }} */ (describe(entry, numbers));
    const call = (/** @type {import('../../extension/shared/protocol').JsonValue} */ args) =>
      performApp({ verb: 'appCall', node: node.id, name: 'add', item: [], args }, numbers, new AbortController().signal);
    assert.match(String((await call({ sku: 'x', quantity: 1 })).refused), /sku/);
    assert.deepEqual(ran, []);
    assert.deepEqual(await call({ sku: 'xx', quantity: 3 }), { value: null, cut: false });
    assert.deepEqual(ran, [{ sku: 'xx', quantity: 3 }]);
  });
}

test('values of every kind are plain data of bounded size', () => {
  const loop = /** @type {Record<string, unknown>} */ ({ a: 1 });
  loop.self = loop;
  assert.deepEqual(clean(loop), { value: { a: 1, self: '(repeats what it is in)' }, cut: true });
  assert.deepEqual(clean([undefined, NaN, 3n, Symbol('s'), () => 1, new Date(0), new Map([['k', new Set([1])]]), new Error('no')]).value,
    [null, 'NaN', '3', null, null, '1970-01-01T00:00:00.000Z', { k: [1] }, 'no']);
  const trap = Object.defineProperty({ plain: 1 }, 'trap', { get() { throw new Error('ran'); }, enumerable: true });
  assert.deepEqual(clean(trap).value, { plain: 1 });
  assert.deepEqual(clean(JSON.parse('{"__proto__": {"x": 1}, "a": 2}')).value, { a: 2 });
  assert.deepEqual(clean(Promise.resolve(1)).value, '(Promise)');
  assert.deepEqual(clean({ toJSON: () => 'forged', real: 1 }).value, { real: 1 });
  const deep = Array.from({ length: 100 }).reduce((/** @type {unknown} */ inner) => ({ inner }), 1);
  assert.ok(JSON.stringify(clean(deep)).length < 500);
  const wide = clean(Array.from({ length: 1_000_000 }, (_, n) => n));
  assert.ok(wide.cut && JSON.stringify(wide.value).length < 200_000);
  const long = clean('😀'.repeat(1_000_000), 1_001);
  assert.ok(long.cut && /** @type {string} */ (long.value).isWellFormed());
});

test('of two publishers of one name the first stays, and the queue goes on after a mistake', (t) => {
  const said = t.mock.method(console, 'error', () => {});
  const window = {};
  const registry = registryOf(window);
  assert.equal(registryOf(window), registry);
  const first = registry.publish('cart', { summary: 'first' });
  assert.throws(() => registry.publish('cart', {}), /"cart" is published already, and the first stays/);
  for (const wrong of ['', ' ', 7, 'x'.repeat(81)]) assert.throws(() => registry.publish(/** @type {string} */ (wrong), {}), TypeError);
  assert.throws(() => registry.publish('list', /** @type {Spec} */ (/** @type {unknown} */ ([]))), TypeError);
  const holder = { queue: /** @type {unknown} */ ([['publish', 'cart', {}], ['nonsense'], null, ['publish', 'map', {}]]) };
  drain(registry, holder);
  assert.deepEqual([...registry.entries.keys()], ['cart', 'map']);
  assert.equal(said.mock.callCount(), 3);
  /** @type {{ push: (entry: unknown) => void }} */ (holder.queue).push(['publish', 'later', {}]);
  const child = first.child('lines', {});
  assert.throws(() => first.child('lines', {}), /published already/);
  child.remove();
  first.child('lines', {});
  first.remove();
  first.remove();
  first.changed();
  assert.deepEqual([...registry.entries.keys()], ['map', 'later']);
  registry.publish('cart', { summary: 'second' });
  assert.equal(registry.entries.get('cart')?.spec.summary, 'second');
});

test('a spec that throws is published without that part, and keeps its number as long as it is the same', (t) => {
  t.mock.method(console, 'error', () => {});
  const registry = new Registry();
  const inner = { summary: 'inner' };
  const spec = { children: { good: inner, bad: () => { throw new Error('no'); }, none: () => null }, items: () => [{ key: 'a' }, { key: 2 }] };
  registry.publish('x', /** @type {Spec} */ (/** @type {unknown} */ (spec)));
  const numbers = new Numbers();
  const entry = registry.entries.get('x');
  assert.ok(entry);
  const node = /** @type {{ id: number, children: Array<{ name: string, node: { id: number } }>, items: Array<{ key: string }> }} */ (describe(entry, numbers));
  assert.deepEqual(node.children.map(({ name }) => name), ['good']);
  assert.deepEqual(node.items.map(({ key }) => key), ['a', '2']);
  const again = /** @type {typeof node} */ (describe(entry, numbers));
  assert.deepEqual([again.id, again.children[0]?.node.id], [node.id, node.children[0]?.node.id]);
});

test('a getter that throws hides its own member; an object that cannot be read hides no other', async (t) => {
  t.mock.method(console, 'error', () => {});
  const throws = () => { throw new Error('no'); };
  const window = /** @type {Window & typeof globalThis} */ (/** @type {unknown} */ ({}));
  const registry = registryOf(window);
  const bad = Object.defineProperty({ run: () => 1 }, 'summary', { get: throws, enumerable: true });
  registry.publish('first', /** @type {Spec} */ (/** @type {unknown} */ (new Proxy({ properties: new Proxy({}, { ownKeys: throws }) }, {}))));
  registry.publish('second', /** @type {Spec} */ ({ properties: { bad, good: { summary: 'is' } }, methods: { bad, good: { run: () => 1 } } }));
  const provider = new Provider(window);
  /** @type {unknown[]} */
  const told = [];
  provider.onOffer((offer) => told.push(offer));
  await provider.look();
  const [first, second] = /** @type {Array<{ name: string, node: { properties: Array<{ name: string }>, methods: Array<{ name: string }> } | null }>} */ (told);
  assert.deepEqual([first?.name, first?.node], ['first', null]);
  assert.deepEqual([second?.name, second?.node?.properties.map(({ name }) => name), second?.node?.methods.map(({ name }) => name)], ['second', ['good'], ['good']]);
  assert.deepEqual(provider.offers.map((offer) => /** @type {{ name?: string }} */ (offer).name), ['second']);
});

test('a list of tools that changes while it is made is told as it is then, and one that never rests is told all the same', async () => {
  /** @type {Array<() => void>} */
  const watchers = [];
  let count = 1;
  let restless = false;
  const change = () => {
    count += 1;
    for (const watcher of watchers) watcher();
  };
  const box = /** @type {import('../../extension/page/census.js').Census} */ (/** @type {unknown} */ ({
    watch: (/** @type {() => void} */ watcher) => void watchers.push(watcher),
    collections: { list: () => [] },
    survey: async () => {
      const seen = count;
      await undefined;
      // The page registers another one while the browser makes its list.
      if (seen === 1 || restless) change();
      return [{ name: `tool-${seen}` }];
    },
  }));
  const window = /** @type {Window} */ (/** @type {unknown} */ ({
    document: { readyState: 'complete', title: 'T' }, location: { pathname: '/' }, performance: { getEntriesByType: () => [] },
  }));
  const offers = new ToolOffers(window, box, null);
  const told = () => JSON.stringify(offers.offer?.kind === 'tools' && /** @type {{ tools: unknown }} */ (offers.offer.tools).tools);
  await offers.look();
  assert.equal(told(), '[{"name":"tool-2"}]');
  restless = true;
  change();
  await offers.look();
  assert.match(told(), /"tool-\d+"/);
  restless = false;
});
