/**
 * The benches' figures as pages: runs the named ones (or all) and writes `www/bench/` (figures, tables, plots, machine and versions) and
 * the figures of the README.
 *
 * cargo xtask bench report [NAME …] [--draw]. What is not named keeps the figures it had, and so does a bench that breaks off; what
 * it had missed of its goals is shown with its figures. `--draw` runs nothing and draws what is kept.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

import { root } from '../../e2e/lib/browser.js';
import { BENCHES } from './benches.js';
import { draw, keepRun, noteFailure } from './kept.js';

/** @import { Table } from '../lib/table.js' */

const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--'));
const unknown = named.find((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown) throw new Error(`the report has no bench ${unknown}; it has ${BENCHES.map(({ name }) => name).join(', ')}`);

const version = (/** @type {string} */ program) => execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
/** @type {string[]} */
const failed = [];

if (!args.includes('--draw')) {
  const folder = mkdtempSync(join(tmpdir(), 'onecall-bench-'));
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${version(process.env.CHROMIUM ?? 'chromium')}, Node.js ${process.version}`;
  for (const bench of BENCHES) {
    if (named.length > 0 && !named.includes(bench.name)) continue;
    const { name, title, options, minutes } = bench;
    console.log(`bench   ${name}: ${title}`);
    const begun = performance.now();
    const file = join(folder, `${name}.jsonl`);
    const ended = spawnSync(process.execPath, ['--expose-gc', join(root, 'tests/bench', name, 'run.js'), ...options], {
      cwd: root, stdio: ['ignore', 'inherit', 'inherit'], timeout: minutes * 60_000, killSignal: 'SIGKILL', env: { ...process.env, ONECALL_BENCH_OUT: file },
    });
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map((line) => /** @type {Table | { ended: true }} */ (JSON.parse(line))) : [];
    const tables = lines.flatMap((line) => ('head' in line ? [line] : []));
    const whole = lines.some((line) => 'ended' in line) && tables.length > 0 && ended.signal === null;
    const seconds = Math.round((performance.now() - begun) / 1000);
    const when = new Date().toISOString().slice(0, 10);
    if (whole) keepRun({ name, command: ['cargo xtask bench', name, ...options].join(' '), when, machine, seconds, missed: ended.status !== 0, tables });
    else noteFailure(name, when);
    if (!whole || ended.status !== 0) failed.push(`${name} (${whole ? 'goals missed' : ended.signal ? `no end after ${minutes} minutes` : 'broke off; the figures before it stay'})`);
    console.log(`bench   ${name}: ${seconds} s${whole ? '' : ', broke off'}`);
  }
  rmSync(folder, { recursive: true });
}
const drawn = draw();
console.log(`bench   ${drawn} reports in www/bench${failed.length > 0 ? `; ${failed.join(', ')}` : ''}`);
process.exitCode = failed.length > 0 ? 1 : 0;
