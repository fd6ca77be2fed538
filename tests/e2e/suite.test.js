/**
 * The conformance suite in Chromium: cases that need no director (no acts, of `@` lines only those of the app) answer in
 * the browser, over captured facts, what they answer natively over facts made from HTML. What a case publishes and
 * registers is published and registered for real.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, root } from './lib/browser.js';

const SITE = 'https://example.test/';
const suite = fileURLToPath(new URL('../suite/', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(suite + path, 'utf8');

/** @type {import('./lib/browser.js').Launched} */
let browser;

before(async () => {
  browser = await launch({ extension: false });
});

after(async () => {
  await browser?.close();
});

/** @typedef {{ message: string, code?: string }} Fails */
/** @typedef {{ value?: unknown, gives?: unknown, fails?: Fails, writable?: boolean } & Record<string, unknown>} Member */
/** @typedef {{ summary?: string, properties?: Record<string, Member>, methods?: Record<string, Member>, children?: Record<string, Data> }} Data */
/** @typedef {{ held: Map<string, { remove(): void }>, tools: Map<string, AbortController>, offer(mark: string, name: string, data: unknown): Promise<void> }} Director */

/** Makes code of what a case has as data. It is taken as text and runs in the page. */
function direct() {
  /** @param {Member} of @param {'value' | 'gives'} what */
  const run = (of, what) => () => {
    if (of.fails) throw Object.assign(new Error(of.fails.message), of.fails);
    return of[what];
  };
  /** @param {Record<string, Member> | undefined} all @param {(of: Member) => object} make */
  const each = (all, make) => Object.fromEntries(Object.entries(all ?? {}).map(([name, of]) => [name, make(of)]));
  /** @param {Data} data @returns {import('../../extension/shared/publish').Spec} */
  const spec = (data) => ({
    summary: data.summary,
    properties: each(data.properties, ({ fails, writable, ...of }) => {
      const held = { fails, value: of.value };
      const set = (/** @type {unknown} */ value) => void (held.value = value);
      const { value: _, ...said } = of;
      return { ...said, get: run(held, 'value'), ...(writable ? { set } : {}) };
    }),
    methods: /** @type {Record<string, import('../../extension/shared/publish').MethodSpec>} */ (each(data.methods, ({ gives, fails, ...said }) => ({ ...said, run: run({ gives, fails }, 'gives') }))),
    children: Object.fromEntries(Object.entries(data.children ?? {}).map(([name, child]) => [name, spec(child)])),
  });
  /** @type {Director} */
  const director = {
    held: new Map(),
    tools: new Map(),
    async offer(mark, name, data) {
      if (mark === '@tools') {
        const wanted = /** @type {(Member & { name: string, description: string })[]} */ (data ?? []);
        for (const [known, abort] of this.tools) {
          if (wanted.some((tool) => tool.name === known)) continue;
          abort.abort();
          this.tools.delete(known);
        }
        for (const { gives, fails, ...tool } of wanted.filter((tool) => !this.tools.has(tool.name))) {
          const abort = new AbortController();
          this.tools.set(tool.name, abort);
          const context = /** @type {{ registerTool(tool: object, options: object): Promise<void> }} */ (Reflect.get(document, 'modelContext'));
          await context.registerTool({ ...tool, execute: async () => run({ gives, fails }, 'gives')() }, { signal: abort.signal });
        }
        return;
      }
      this.held.get(name)?.remove();
      this.held.delete(name);
      const handle = mark === '@publish' ? window.onecall?.publish(name, spec(/** @type {Data} */ (data))) : undefined;
      if (handle) this.held.set(name, handle);
    },
  };
  Object.assign(window, { director });
}

/**
 * Plays a case's calls and gives the transcript.
 * @param {string} name
 */
async function play(name) {
  const tab = await browser.page();
  await tab.route(`${SITE}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/onecall/')) return route.fulfill({ path: `${root}/www/dist/${pathname.slice(9)}` });
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: read(`${name}/case.html`) });
  });
  await tab.goto(SITE);
  await tab.evaluate(async (url) => void (await import(url)), `${SITE}onecall/onecall.js`);
  await tab.evaluate(direct);
  let transcript = '';
  for (const line of read(`${name}/calls.txt`).split('\n')) {
    if (line.startsWith('@')) {
      transcript += `${line}\n`;
      const [mark = '', first = '', second = ''] = line.split(' ');
      const file = mark === '@tools' ? first : second;
      const data = file ? JSON.parse(read(`${name}/${file}`)) : null;
      await tab.evaluate(([mark, first, data]) => /** @type {Window & { director?: Director }} */ (window).director?.offer(mark, first, data), /** @type {[string, string, unknown]} */ ([mark, first, data]));
      continue;
    }
    if (line !== '>' && !line.startsWith('> ')) continue;
    const given = line.slice(2);
    const input = given.startsWith('{') ? JSON.parse(given) : { path: given };
    const answer = await tab.evaluate((asked) => window.onecall?.call(asked), input);
    transcript += `> ${given}\n${answer}\n\n`;
  }
  await tab.close();
  return transcript;
}

const cases = readdirSync(suite, { recursive: true }).map(String).filter((file) => file.endsWith('calls.txt')).map(dirname);
const played = cases.filter((name) => !/^@(?!publish|unpublish|tools)/m.test(read(`${name}/calls.txt`)) && !read(`${name}/expected.txt`).includes('\n  (step '));

for (const name of played) {
  test(name, async () => {
    assert.equal(await play(name), read(`${name}/expected.txt`));
  });
}

test('enough of the suite is played here', () => {
  assert.ok(played.length >= 8, played.join(' '));
});
