/**
 * The main content that the core finds, against what a folder of saved pages expects: token F1 per page and the mean.
 *
 * cargo xtask bench main [DIR] [--show PAGE]. DIR holds a folder per page with `source.html` and `expected.html`; without
 * it, the pages of the corpora. Scripts are off and the network is blocked. `--show` prints what was found on one page,
 * what is too much of it and what is missing. Fails where the mean is below the goal.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { launch, root } from '../../e2e/lib/browser.js';
import { capture, captureScript } from '../lib/facts.js';
import { folder, some, stop } from '../lib/folder.js';

/** @import { Facts } from '../lib/facts.js' */

/** The goal of the mean. */
const GOAL = 0.97;

const args = process.argv.slice(2);
const shown = args.includes('--show') ? (args[args.indexOf('--show') + 1] ?? '') : '';
const given = args.find((arg, at) => !arg.startsWith('--') && args[at - 1] !== '--show');
const dir = resolve(given ?? join(process.env.ONECALL_CORPORA ?? join(root, '../shared/corpora'), 'pages'));

folder(dir, given !== undefined);
const has = (/** @type {string} */ name, /** @type {string} */ file) => existsSync(join(dir, name, file));
const names = readdirSync(dir).filter((name) => has(name, 'source.html') && has(name, 'expected.html')).sort();
const halves = readdirSync(dir).filter((name) => has(name, 'source.html') !== has(name, 'expected.html'));
some(dir, names.length, 'folder with source.html and expected.html', halves.map((name) => `${name}, as it has no ${has(name, 'source.html') ? 'expected' : 'source'}.html`));
if (shown && !names.includes(shown)) stop(`there is no page ${JSON.stringify(shown)} in ${dir}`);
score(await ask(names.filter((name) => !shown || name === shown)));

/**
 * Captures the pages as the extension would.
 * @param {string[]} names
 * @returns {Promise<Facts[]>}
 */
async function ask(names) {
  const browser = await launch({ extension: false, context: { javaScriptEnabled: false, offline: true } });
  const script = await captureScript();
  /** @type {Facts[]} */
  const facts = [];
  try {
    const page = await browser.page();
    await page.route(/^https?:/, (route) => route.abort());
    const session = await browser.context.newCDPSession(page);
    for (const name of names) {
      await page.goto(pathToFileURL(join(dir, name, 'source.html')).href, { waitUntil: 'domcontentloaded' });
      facts.push({ page: name, parts: await capture(session, script) });
    }
  } finally {
    await browser.close();
  }
  return facts;
}

/** @param {Facts[]} facts */
function score(facts) {
  const file = join(root, 'target', 'main.jsonl');
  mkdirSync(join(root, 'target'), { recursive: true });
  writeFileSync(file, facts.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const command = ['run', '--quiet', '--release', '--package', 'onecall-cli', '--', 'main-text', dir, '--facts', file];
  const output = execFileSync('cargo', [...command, ...(shown ? ['--show', shown] : [])], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] });
  console.log(output);
  const mean = Number(/mean F1 ([\d.]+)/.exec(output)?.[1] ?? NaN);
  if (!shown && !(mean >= GOAL)) {
    console.error(`the mean is below ${GOAL}`);
    process.exitCode = 1;
  }
}
