/**
 * The npm package as `cargo xtask dist` packs it, installed from the file into an empty project: its examples hold for
 * the types, it bundles, and what comes of it answers in Chromium, as a module, bundled, and as a script tag.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { compile } from 'svelte/compiler';
import { launch, root } from './lib/browser.js';
import { serve } from './lib/server.js';
import { agent } from './lib/webmcp.js';
import { isOverview, page } from './pages.js';

const run = promisify(execFile);

/** @type {string} */
let project;
/** @type {string} */
let installed;
/** @type {import('./lib/browser.js').Launched} */
let browser;

before(async () => {
  project = await mkdtemp(join(tmpdir(), 'onecall-package-'));
  installed = join(project, 'node_modules', 'onecall');
  const packed = (await readdir(join(root, 'dist'))).find((name) => /^onecall-\d.*\.tgz$/.test(name));
  assert.ok(packed, 'cargo xtask dist makes the package');
  await writeFile(join(project, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }\n');
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=peer', join(root, 'dist', packed)], { cwd: project });
  // The frameworks that its examples import, as a project has them.
  await mkdir(join(project, 'node_modules', '@types'), { recursive: true });
  for (const name of ['react', 'vue', 'svelte', 'zod', '@types/react', 'csstype']) {
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name)).catch(() => {});
  }
  browser = await launch({ extension: false });
});

after(async () => {
  await browser?.close();
  if (project) await rm(project, { recursive: true, force: true });
});

/**
 * What stands around an example on its page, so that it is a whole module: names that it uses and does not define.
 * @type {Array<[string, RegExp, string]>}
 */
const AROUND = [
  ['README.md', /^onecall\.approve\('app\.cart'/, "import onecall from 'onecall';"],
  ['README.md', /^import \{ usePublish \} from 'onecall\/react'/, ''],
  ['www/docs/approvals.md', /^onecall\.approve\(/, "import onecall from 'onecall'; declare function confirmWithUser(says: string): Promise<boolean>;"],
  ['www/docs/publishing.md', /import\.meta\.hot/, "import onecall from 'onecall'; declare const spec: import('onecall').Spec; declare global { interface ImportMeta { hot?: { dispose(run: () => void): void } } }"],
  ['www/docs/publishing.md', /^const cart = onecall\.publish/, "import onecall from 'onecall'; declare const lines: { id: string }[]; declare let note: string; declare function total(): number; declare function add(sku: string, quantity: number): number; declare function checkout(): void;"],
  ['www/docs/frameworks.md', /from 'onecall\/react'/, 'type Line = { id: string, sku: string };'],
  ['www/docs/frameworks.md', /from 'onecall\/vue'/, "declare const lines: { value: unknown[] };"],
  ['www/docs/script-tag.md', /^import onecall/, ''],
  ['www/docs/script-tag.md', /^await onecall\.call/, "import onecall from 'onecall';"],
  ['www/docs/collections.md', /registerCollection/, 'declare global { interface Document { modelContext: { registerCollection(collection: object): Promise<void> } } }'],
];
/** Other blocks of code are no modules of a page: what a script in `run` says, and clients (`clients.test.js` runs those). */
const NOT_MODULES = /^for \(const row of await page\.|^const rows = await page\.|^const \[call\]|^import .* from '(@modelcontextprotocol|puppeteer)/;

/** The examples of a page: its blocks of JavaScript. @param {string} file @returns {Promise<string[]>} */
async function examples(file) {
  const text = await readFile(file === 'README.md' ? join(installed, file) : join(root, file), 'utf8');
  return [...text.matchAll(/```jsx?\n([\s\S]*?)```/g)].map(([, code]) => code ?? '').filter((code) => !NOT_MODULES.test(code));
}

test('the examples of README and documentation hold for the types of the package, and bundle', async () => {
  const pages = (await readdir(join(root, 'www/docs'))).filter((name) => name.endsWith('.md')).map((name) => `www/docs/${name}`);
  /** @type {string[]} */
  const files = [];
  for (const file of ['README.md', ...pages.sort()]) {
    for (const code of await examples(file)) {
      const around = AROUND.find(([of, begins]) => of === file && begins.test(code));
      assert.ok(around, `${file} has an example that nothing is known of:\n${code}`);
      const name = /** @type {string} */ (`example-${files.length}.tsx`);
      // Props of a component have no types in JavaScript; the package's own are what is checked.
      const typed = code.replace('function Cart({ lines, add })', 'function Cart({ lines, add }: { lines: Line[], add: (sku: string) => void })')
        .replace("{ usePublish } from 'onecall/vue'; // usePublish('cart', ()", "{ usePublish as useInVue } from 'onecall/vue'; // ()");
      await writeFile(join(project, name), `${around[2]}\n${typed}\nexport {};\n`);
      files.push(name);
    }
  }
  assert.ok(files.length >= 9, `${files.length} examples`);
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({
    compilerOptions: { strict: true, noEmit: true, target: 'esnext', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', skipLibCheck: false, types: [], lib: ['esnext', 'dom', 'dom.iterable'] },
    files,
  }));
  const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['--project', project], { cwd: project }).catch((/** @type {{ stdout: string }} */ error) => error);
  assert.equal(stdout.trim(), '');
  const external = ['vue', 'svelte', 'react', 'react/jsx-runtime'];
  const { warnings } = await build({ absWorkingDir: project, entryPoints: files, bundle: true, write: false, format: 'esm', outdir: 'out', splitting: true, jsx: 'automatic', external, logLevel: 'silent' });
  assert.deepEqual(warnings, []);
});

test('the pages of README and documentation work as they are written', async () => {
  const pages = (await readdir(join(root, 'www/docs'))).filter((name) => name.endsWith('.md'));
  const texts = [await readFile(join(installed, 'README.md'), 'utf8'), ...(await Promise.all(pages.map((name) => readFile(join(root, 'www/docs', name), 'utf8'))))];
  const blocks = texts.flatMap((text) => [...text.matchAll(/```html\n([\s\S]*?)```/g)].map(([, html]) => html ?? ''));
  assert.ok(blocks.length >= 6, String(blocks.length));
  const imports = '<script type="importmap">{"imports":{"onecall/element":"/element.js"}}</script>';
  const tag = '<script src="/onecall.iife.js"></script>';
  const routes = Object.fromEntries(blocks.map((html, at) => [`/page${at}`, page(`Page ${at}`, `${imports}${html}${/onecall(\.iife)?\.js/.test(html) ? '' : tag}`)]));
  const site = await serve(routes, { '/onecall/': installed, '/': installed });
  const tab = await browser.page();
  /** @type {string[]} */
  const said = [];
  tab.on('console', (message) => said.push(message.text()));
  tab.on('pageerror', (error) => said.push(String(error)));
  for (const [at, html] of blocks.entries()) {
    await tab.goto(`${site.origin}/page${at}`);
    const overview = await (await agent(tab)).call({});
    isOverview(overview, `Page ${at}`);
    const [, name] = /'publish', '(\w+)'|<onecall-node name="(\w+)"/.exec(html) ?? [];
    if (name) assert.match(overview, new RegExp(`app\\.${name} `), html);
    assert.deepEqual(said, [], html);
  }
  await tab.close();
  await site.close();
});

test('the Svelte example of the documentation compiles and bundles', async () => {
  const text = await readFile(join(root, 'www/docs/frameworks.md'), 'utf8');
  const [, source] = /```svelte\n([\s\S]*?)```/.exec(text) ?? [];
  const { js, warnings } = compile(source ?? '', { filename: 'Cart.svelte', generate: 'client' });
  assert.deepEqual(warnings, []);
  await writeFile(join(project, 'cart.js'), js.code);
  const made = await build({ absWorkingDir: project, entryPoints: ['cart.js'], bundle: true, write: false, format: 'esm', conditions: ['browser'], logLevel: 'silent' });
  assert.deepEqual(made.warnings, []);
});

const APP = `import onecall from 'onecall';
import { publish } from 'onecall/publish';
import 'onecall/element';
onecall.publish('cart', { summary: 'A cart', properties: { total: { type: 'number', get: () => 7 } } });
publish('map', { summary: 'A map' });
document.body.insertAdjacentHTML('beforeend', '<onecall-node name="menu" summary="A menu"></onecall-node>');
`;

for (const [way, tag] of /** @type {const} */ ([
  ['bundled by esbuild', '<script type="module" src="/built/app.js"></script>'],
  ['as a module from node_modules', '<script type="importmap">{"imports":{"onecall":"/onecall/onecall.js","onecall/":"/onecall/"}}</script><script type="module" src="/app.js"></script>'],
  ['as a script tag', `<script src="/onecall/onecall.iife.js"></script><script>${APP.replace(/^import.*\n/gm, '').replace('publish(\'map\'', 'onecall.publish(\'map\'').replace(/^document.*\n/m, '')}</script>`],
])) {
  test(`the package ${way} answers, and runs scripts`, async () => {
    await writeFile(join(project, 'app.js'), APP);
    await build({ absWorkingDir: project, entryPoints: ['app.js'], bundle: true, format: 'esm', outdir: 'built', splitting: true, minify: true, target: 'es2022' });
    // As the documentation says of bundlers that leave addresses alone.
    for (const name of ['onecall.wasm', 'quickjs.wasm']) await copyFile(join(installed, name), join(project, 'built', name));
    const module = APP.replace("'onecall/publish'", "'onecall/publish.js'").replace("'onecall/element'", "'onecall/element.js'");
    const site = await serve({ '/': page('Shop', `${tag}<button>Buy</button>`), '/app.js': { body: module, type: 'text/javascript' } }, { '/onecall/': installed, '/built/': join(project, 'built') });
    const tab = await browser.page();
    /** @type {string[]} */
    const said = [];
    tab.on('console', (message) => said.push(message.text()));
    tab.on('pageerror', (error) => said.push(String(error)));
    await tab.goto(site.origin);
    const client = await agent(tab);
    const overview = await client.call({});
    isOverview(overview, 'Shop');
    assert.match(overview, /app\.cart {2}"A cart"/);
    assert.match(overview, /app\.map {2}"A map"/);
    if (way !== 'as a script tag') assert.match(overview, /app\.menu {2}"A menu"/);
    assert.match(await client.call({ path: 'app.cart.total' }), /^app\.cart\.total {2}7/);
    assert.match(await client.call({ path: 'run', args: ['return (await app.cart.total) + 1'] }), /value {4}8/);
    assert.deepEqual(said, []);
    await tab.close();
    await site.close();
  });
}

test('what the package says of itself is there: every entry and every file of its description', async () => {
  const { exports, version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const files = Object.values(/** @type {Record<string, string | Record<string, string>>} */ (exports)).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)));
  for (const file of files) assert.ok((await readFile(join(installed, file))).length > 0, file);
  assert.match(version, /^\d+\.\d+\.\d+/);
  // A bundler looks for whatever is written like an address of a file beside the script.
  for (const file of (await readdir(installed)).filter((name) => name.endsWith('.js'))) {
    const text = await readFile(join(installed, file), 'utf8');
    for (const [, name] of text.matchAll(/new URL\(["'`]([^"'`]+)["'`],\s*import\.meta\.url\)|import\(["'`]([^"'`]+)["'`]\)/g)) {
      if (name) assert.ok((await readFile(join(installed, name))).length > 0, `${file}: ${name}`);
    }
  }
});
