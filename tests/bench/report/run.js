/**
 * The benches' figures as pages: runs the named ones (or all that take minutes, not hours) and writes `www/bench/`: a table and a
 * plot of the ratios for each, with machine and versions named.
 *
 * cargo xtask bench report [NAME …]. What is not named keeps the figures it had.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

import { root } from '../../e2e/lib/browser.js';
import { markdown, plot } from './page.js';

/** @import { Table } from '../lib/table.js' */

/** What each bench is about, with arguments that keep it short. In the order of the page. @type {Array<[string, string, string[]]>} */
const BENCHES = [
  ['read', 'Reading a page, beside the snapshots of other tools', ['--rounds', '3', '--only', 'made']],
  ['act', 'Tasks in apps, beside Playwright MCP', []],
  ['tools', 'Tools of a page, flat and through one call', []],
  ['run', 'One script against single calls', ['--rounds', '1']],
  ['search', 'Finding the right tool, beside plain BM25', []],
  ['miniwob', 'MiniWoB++ tasks that can be expressed', ['--seeds', '1']],
  ['life', 'The extension over a long day', []],
];

const named = process.argv.slice(2);
const out = join(root, 'www/bench');
mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'onecall-bench-'));
/** @type {string[]} */
const failed = [];

for (const [name, title, args] of BENCHES) {
  const script = join(root, 'tests/bench', name, 'run.js');
  if (!existsSync(script) || (named.length > 0 && !named.includes(name))) continue;
  console.log(`bench   ${name}: ${title}`);
  const file = join(folder, `${name}.jsonl`);
  const ended = spawnSync(process.execPath, ['--expose-gc', script, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ONECALL_BENCH_OUT: file } });
  if (ended.status !== 0) failed.push(name);
  if (!existsSync(file)) continue;
  /** @type {Table[]} */
  const tables = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const picture = plot(title, tables);
  if (picture) writeFileSync(join(out, `${name}.svg`), picture);
  const when = new Date().toISOString().slice(0, 10);
  const command = ['cargo xtask bench', name, ...args].join(' ');
  writeFileSync(join(out, `${name}.md`), markdown({ name, title, command, when, tables, picture: Boolean(picture) }));
}
rmSync(folder, { recursive: true });

const version = (/** @type {string} */ program) => execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
const machine = `Measured on ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${version(process.env.CHROMIUM ?? 'chromium')}, Node.js ${process.version}. Times on such a machine are noisy; ratios of one run are not.`;
const parts = BENCHES.map(([name]) => join(out, `${name}.md`)).filter((file) => existsSync(file));
writeFileSync(join(out, 'index.md'), `${[machine, ...parts.map((file) => readFileSync(file, 'utf8').trim())].join('\n\n')}\n`);
console.log(`bench   ${parts.length} reports in www/bench${failed.length > 0 ? `; with missed goals: ${failed.join(', ')}` : ''}`);
process.exitCode = failed.length > 0 ? 1 : 0;
