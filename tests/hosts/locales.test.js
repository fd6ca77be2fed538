/**
 * The catalogues of the extension's texts: the same keys and parts in each language, every key that is used is there and
 * every one that is there is used, and no page of ours, nor the worker's face, has a text of its own.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'acorn';
import { ABSORB, LEVELS } from '../../extension/shared/settings.js';
import { CLASSES, DECISIONS } from '../../extension/shared/rules.js';

const ROOT = new URL('../../', import.meta.url);
/** @param {string} file */
const read = (file) => readFileSync(new URL(file, ROOT), 'utf8');

/** @type {Record<string, Record<string, { message: string }>>} */
const catalogues = Object.fromEntries(readdirSync(new URL('_locales/', ROOT)).map((name) => [name, JSON.parse(read(`_locales/${name}/messages.json`))]));
const { en = {} } = catalogues;

const PAGES = readdirSync(new URL('extension/ui/', ROOT)).filter((name) => name.endsWith('.js')).map((name) => `extension/ui/${name}`);
const FILES = [...PAGES, 'extension/background/face.js'];

/** Codes of answers. @type {readonly string[]} */
const CODES = [...read('crate/protocol/src/fault.rs').matchAll(/^ {4}\w+ "(\w+)" (?:Caller|Page|Person|Onecall) /gm)].map(([, code = '']) => code);

/** Keys that are put together, by what they begin with. @type {Record<string, readonly string[]>} */
const FAMILIES = { effect_: CLASSES, asks_: CLASSES, level_: LEVELS, decision_: DECISIONS, absorb_: ABSORB, came_: ['ok', ...CODES] };

/** Attributes whose value a person reads or hears. */
const READ = new Set(['aria-label', 'title', 'placeholder', 'alt', 'aria-description']);

/** Calls that show what they are given. */
const SHOWS = new Set(['setSaid', 'said', 'setWrong', 'notify', 'badge']);

/** @typedef {{ type: string, [key: string]: unknown }} Node */

/**
 * @param {unknown} node
 * @param {(node: Node) => void} visit
 */
function walk(node, visit) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit));
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && typeof node.type === 'string') visit(/** @type {Node} */ (node));
  for (const value of Object.values(node)) walk(value, visit);
}

/**
 * Texts that an expression may come to, as far as they are written there and not looked up.
 * @param {unknown} given
 * @returns {string[]}
 */
function literals(given) {
  const node = /** @type {Node | null | undefined} */ (given);
  switch (node?.type) {
    case 'Literal': return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral': return [.../** @type {Array<{ value: { raw: string } }>} */ (node.quasis).map(({ value }) => value.raw), .../** @type {unknown[]} */ (node.expressions).flatMap(literals)];
    case 'ConditionalExpression': return [...literals(node.consequent), ...literals(node.alternate)];
    case 'LogicalExpression': return [...literals(node.left), ...literals(node.right)];
    case 'ArrayExpression': return /** @type {unknown[]} */ (node.elements).flatMap(literals);
    default: return [];
  }
}

/** Names of things, which are the same in every language. */
const NAMES = new Set(['Onecall', 'shop.example', '{"Email": "a@b.c"}', '600', 'WebMCP']);

/** Has it words of a language? @param {string} text */
const isWords = (text) => /\p{L}/u.test(text) && !NAMES.has(text.trim());

/**
 * What of a source a person would read without a catalogue.
 * @param {string} source
 * @returns {string[]}
 */
function bare(source) {
  /** @type {string[]} */
  const found = [];
  walk(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    if (node.type === 'CallExpression') {
      const callee = /** @type {Node & { name?: string, property?: { name?: string } }} */ (node.callee);
      const name = callee.name ?? callee.property?.name ?? '';
      const args = /** @type {unknown[]} */ (node.arguments);
      if (name === 'h') found.push(...args.slice(2).flatMap(literals));
      if (SHOWS.has(name)) found.push(...args.slice(name === 'badge' || name === 'notify' ? 1 : 0).flatMap(literals).filter((text) => !text.startsWith('#')));
    }
    if (node.type === 'Property') {
      const key = /** @type {{ name?: string, value?: string }} */ (node.key);
      if (READ.has(key.value ?? key.name ?? '')) found.push(...literals(node.value));
    }
  });
  return found.filter(isWords);
}

test('every language has the same texts, with the same parts in them', () => {
  assert.ok(Object.keys(catalogues).length > 1);
  const parts = (/** @type {string} */ text) => [...new Set(text.match(/\$\d/g) ?? [])].sort().join();
  for (const [language, texts] of Object.entries(catalogues)) {
    assert.deepEqual(Object.keys(texts), Object.keys(en), language);
    for (const [key, { message }] of Object.entries(texts)) {
      assert.ok(message.trim() !== '', `${language}: ${key}`);
      assert.equal(parts(message), parts(en[key]?.message ?? ''), `${language}: ${key}`);
    }
  }
});

test('every key that is used is there, and every one that is there is used', () => {
  const sources = [...FILES.map(read), read('manifest.json')].join('\n');
  const used = new Set(Object.entries(FAMILIES).flatMap(([family, names]) => names.map((name) => `${family}${name}`)));
  for (const key of Object.keys(en)) {
    const plain = key.replace(/(One|Many)$/, '');
    if (new RegExp(`['_](${key}|${plain})(?:['_]|__)`).test(sources)) used.add(key);
  }
  assert.deepEqual(Object.keys(en).filter((key) => !used.has(key)), []);
  assert.deepEqual([...used].filter((key) => !(key in en)), []);
  const asked = [...sources.matchAll(/(?<![.\w])(?:t|rich|words|many)\((?:[\w.]+, )?'(\w+)'/g)].map(([, key = '']) => key);
  assert.ok(asked.length > 100);
  assert.deepEqual(asked.filter((key) => !(key in en) && !(`${key}One` in en && `${key}Many` in en)), []);
});

test('no page has a text of its own', () => {
  for (const file of FILES) assert.deepEqual(bare(read(file)), [], file);
  for (const name of readdirSync(new URL('extension/ui/', ROOT)).filter((one) => one.endsWith('.html'))) {
    const shown = read(`extension/ui/${name}`).replace(/<[^>]*>/g, ' ').trim();
    assert.equal(shown, 'Onecall', name);
  }
});

test('a text of its own is found wherever it stands', () => {
  for (const source of ["h('p', null, 'Read me')", 'h(`p`, null, on ? `x ${y} words` : t(1))', "h('p', { title: 'Read me' }, t('a'))", "h('p', null, a && ['b', 'Read'])", "setSaid(ok ? '' : 'It failed')"]) {
    assert.notDeepEqual(bare(source), [], source);
  }
  assert.deepEqual(bare("h('p', { class: 'big red' }, t('key'), ' · ', h('code', null, FLAG))"), []);
});

test('what the core says of why it asks has a text in every language', () => {
  const reasons = read('extension/ui/reasons.js');
  const rust = read('crate/core/src/approval/infer.rs');
  const signs = [...rust.matchAll(/\.raise\([^;]*?"([^"]+)"(?: \} else \{ "([^"]+)" \})?\);/g), ...rust.matchAll(/raise\((?:Class::\w+|raised), "([^"]+)"\)/g)].flatMap(([, one = '', two = '']) => [one, two].filter(Boolean));
  assert.ok(signs.length > 15);
  const known = (/** @type {string} */ text) => reasons.includes(`'${text}':`) || reasons.includes(`"${text}":`);
  assert.deepEqual(signs.filter((sign) => !known(sign)), []);
  // Effects as rules name them.
  const named = [...read('crate/core/src/approval/class.rs').matchAll(/^ {8}Class::\w+ => "([^"]+)",$/gm)].map(([, word = '']) => word);
  assert.equal(named.length, CLASSES.length);
  assert.deepEqual(named.filter((word) => !new RegExp(`[{,\\n] *'?${word}'?:`).test(reasons)), []);
  const policy = read('crate/core/src/approval/policy/mod.rs') + read('crate/core/src/session/judge.rs');
  for (const why of [...reasons.matchAll(/^ {2}(?:'(the [^']+)'|"([^"]+)"): 'why/gm)].flatMap(([, one, two]) => one ?? two ?? [])) assert.ok(policy.includes(why), why);
});

test('the store has the same parts in each language, as short as it takes them', () => {
  /** @param {string} language */
  const listing = (language) => Object.fromEntries(read(`www/store/${language}/listing.md`).split(/^# /m).slice(1).map((part) => {
    const [head = '', ...lines] = part.split('\n');
    return [head.trim(), lines.join('\n').trim()];
  }));
  for (const language of Object.keys(catalogues)) {
    const parts = listing(language);
    assert.deepEqual(Object.keys(parts), Object.keys(listing('en')), language);
    assert.ok((parts.Name ?? '').length <= 75 && (parts['Short description'] ?? '').length <= 132, language);
    assert.ok((parts.Description ?? '').length > 500 && (parts.Description ?? '').length <= 16_000, language);
    // Each permission is explained, in the order of the manifest.
    const asked = JSON.parse(read('manifest.json')).permissions;
    assert.deepEqual([...(parts.Permissions ?? '').matchAll(/^- (\w+):/gm)].map(([, name]) => name).filter((name) => asked.includes(name)), asked, language);
  }
});
