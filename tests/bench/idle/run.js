/**
 * What a page pays that loads Onecall and is never called: main thread, bytes, and that no wasm is fetched.
 *
 * cargo xtask bench idle. The same page without it, with the classic tag, with the module, and bundled from the npm
 * package's entry by esbuild; with tools and a published object of its own in a second round. Processor time of the
 * main thread from CDP, the median of many loads taken in turns, less the page without. Fails far above the goal only:
 * the machine has its share in it.
 */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { launch, root } from '../../e2e/lib/browser.js';
import { serve } from '../../e2e/lib/server.js';
import { CLASSIC, DIST, MODULE, page } from '../../e2e/pages.js';
import { median, shown, table } from '../lib/table.js';

/** Milliseconds of main thread (design.md §13), and what fails. */
const GOAL = 5;
const FAILS = 3 * GOAL;
/** Kilobytes of JavaScript before the first call. */
const BYTES = 12 * 1024;
const LOADS = 9;
/** All that is begun by itself is over by then: the longest of our waits is 1 s, for quiet registrations. */
const OVER = 1_500;

const OWN = `<script>
  const mcp = document.modelContext;
  for (let at = 0; at < 8; at += 1) mcp.registerTool({ name: 'tool-' + at, description: 'Does thing ' + at, execute: () => at });
  (window.onecall ??= { queue: [] }).queue.push(['publish', 'cart', { summary: 'A cart', properties: { total: { get: () => 1 } } }]);
</script>`;

const bundled = await build({
  stdin: { contents: "import onecall from 'onecall'; window.host = onecall.host;", resolveDir: root },
  alias: { onecall: `${root}/www/dist/onecall.js` }, bundle: true, splitting: true, format: 'esm', minify: true, write: false, outdir: '/', target: 'es2022',
});
const files = Object.fromEntries(bundled.outputFiles.map(({ path, contents }) => [`/npm${path}`, { body: Buffer.from(contents), type: 'text/javascript' }]));
const ways = /** @type {const} */ ([['without', ''], ['classic tag', CLASSIC], ['module', MODULE], ['npm, bundled', '<script type="module" src="/npm/stdin.js"></script>']]);
const routes = Object.fromEntries(ways.flatMap(([, tag], at) => [
  [`/plain${at}`, page('Plain').replace('<head>', `<head>${tag}`)], [`/own${at}`, page('Own', OWN).replace('<head>', `<head>${tag}`)],
]));
const site = await serve({ ...routes, ...files }, DIST);
const browser = await launch({ extension: false });

/**
 * @param {string} path
 * @returns {Promise<{ ms: number, asked: string[] }>}
 */
async function load(path) {
  const tab = await browser.page();
  const session = await browser.context.newCDPSession(tab);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  site.requests.length = 0;
  await tab.goto(site.origin + path);
  await tab.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), OVER);
  const { metrics } = await session.send('Performance.getMetrics');
  const asked = site.requests.filter((request) => !request.endsWith(path));
  await tab.close();
  return { ms: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000, asked };
}

/** @param {string} request */
async function weight(request) {
  const response = await fetch(site.origin + request.replace('GET ', ''));
  return gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
}

const rows = [];
/** @type {string[]} */
const failed = [];
for (const kind of ['plain', 'own']) {
  /** @type {number[][]} */
  const times = ways.map(() => []);
  /** @type {string[][]} */
  const asked = ways.map(() => []);
  for (let time = 0; time < LOADS; time += 1) {
    for (const at of ways.keys()) {
      const loaded = await load(`/${kind}${at}`);
      times[at]?.push(loaded.ms);
      asked[at] = loaded.asked;
    }
  }
  const without = median(times[0] ?? []);
  for (const [at, [name]] of ways.entries()) {
    const ms = median(times[at] ?? []) - without;
    const bytes = (await Promise.all((asked[at] ?? []).map(weight))).reduce((sum, one) => sum + one, 0);
    if (at > 0) rows.push([`${name}${kind === 'own' ? ', page with 8 tools and an object' : ''}`, shown(ms), String(bytes), String(asked[at]?.length ?? 0)]);
    if (ms > FAILS) failed.push(`${name}: ${shown(ms)} ms`);
    if (bytes > BYTES) failed.push(`${name}: ${bytes} bytes before the first call`);
    if (asked[at]?.some((request) => /wasm|heart/.test(request))) failed.push(`${name} fetches ${asked[at]?.join(', ')}`);
  }
}
await browser.close();
await site.close();
console.log(table(['a page that nobody calls', 'main thread ms', 'gzip bytes', 'files'], rows));
console.log(`goal ${GOAL} ms, ${BYTES} bytes`);
if (failed.length) {
  console.error(failed.join('\n'));
  process.exitCode = 1;
}
