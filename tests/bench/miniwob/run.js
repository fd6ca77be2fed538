/**
 * Tasks of MiniWoB++ solved by scripts that speak only `call`: what the tree can express, with calls and tokens per task.
 *
 * cargo xtask bench miniwob [--task NAME[,NAME …]] [--seeds N] [--first N] [--script-tag] [--show] [--out]. The pages come from the Python
 * package `miniwob`. `--out` lists what is not in, and why. With `--script-tag` signing in asks a person, whom there is none of. `--show` prints the calls and answers of tries that
 * failed, and those of all with a named task.
 *
 * What counts: a try is one task with one seed, and it is solved where the page itself gives its full reward. A task is solved when every one
 * of its tries is. Each task's line is written as soon as its tries are over, so that a run that is cut short has said what it saw.
 */
import { launch, root } from '../../e2e/lib/browser.js';
import { Extension } from '../../e2e/lib/extension.js';
import { table } from '../lib/table.js';
import { attempt } from './episode.js';
import { fetched, served, tasks } from './pages.js';
import { KINDS, kindOf, out, solvers } from './tasks.js';

const args = process.argv.slice(2);
const has = (/** @type {string} */ name) => args.includes(name);
const option = (/** @type {string} */ name) => (has(name) ? (args[args.indexOf(name) + 1] ?? '') : undefined);

const only = option('--task')?.split(',');
const seeds = Number(option('--seeds') ?? 10);
const first = Number(option('--first') ?? 1);

const html = fetched();
const all = tasks(html);
const chosen = all.filter((name) => (only ? only.includes(name) : Object.hasOwn(solvers, name)));
const forgotten = all.filter((name) => !Object.hasOwn(solvers, name) && !Object.hasOwn(out, name));
if (forgotten.length > 0) throw new Error(`neither solved nor left out: ${forgotten.join(', ')}`);
if (has('--out')) console.log(`${table(['left out', 'why'], Object.entries(out))}\n`);
if (chosen.length === 0) throw new Error(`there is no such task; there are ${all.join(', ')}`);

const extension = !has('--script-tag');
const site = await served(html, !extension);
const browser = await launch({ extension });
try {
  if (extension) await new Extension(browser).rules([{ origin: site.origin, decision: 'allow' }]);
  const page = await browser.page();
  /** @type {string[][]} */
  const rows = [];
  /** @type {string[]} */
  const wholes = [];
  let [solvedAll, callsAll, tokensAll, whole] = [0, 0, 0, 0];
  for (const name of chosen) {
    const solver = solvers[name];
    if (!solver) throw new Error(`${name} has no solver`);
    let [solved, calls, size] = [0, 0, 0];
    let why = '';
    for (let seed = first; seed < first + seeds; seed += 1) {
      const result = await attempt(page, `${site.origin}/miniwob/${name}.html`, seed, solver);
      if (result.reward >= 1) solved += 1;
      else why ||= `seed ${seed}: ${result.why}`;
      calls += result.calls;
      size += result.tokens;
      if (has('--show') && (result.reward < 1 || only)) console.log(`── ${name} ${seed} · reward ${result.reward} ${result.why}\n${result.log.join('\n')}\n`);
    }
    [solvedAll, callsAll, tokensAll, whole] = [solvedAll + solved, callsAll + calls, tokensAll + size, whole + Number(solved === seeds)];
    if (solved === seeds) wholes.push(name);
    console.log(`${name} ${solved}/${seeds}`);
    rows.push([name, kindOf(name), `${solved}/${seeds}`, (calls / seeds).toFixed(1), (size / seeds).toFixed(0), why.replace(/\s+/g, ' ').slice(0, 90)]);
  }
  const tries = chosen.length * seeds;
  console.log();
  console.log(table(['MiniWoB++', 'solved', 'of', 'tries solved', 'of', 'calls a try', 'tokens a try'], [['tasks', String(whole), String(chosen.length), String(solvedAll), String(tries), (callsAll / tries).toFixed(1), (tokensAll / tries).toFixed(0)]]));
  console.log();
  const counted = KINDS.map((kind) => [kind, ...[wholes, chosen, only ? chosen : all].map((names) => String(names.filter((name) => kindOf(name) === kind).length))]);
  console.log(table(['kind of task, by its documentation', 'solved', 'of tried', 'of all'], counted));
  console.log();
  console.log(table(['task', 'kind', 'solved', 'calls', 'tokens', 'why not'], rows));
  const share = ((100 * solvedAll) / tries).toFixed(1);
  console.log(`\n${whole} of ${chosen.length} tasks solved (a task is solved when all of its ${seeds} seeds are); ${solvedAll} of ${tries} tries solved (${share} %)`);
  console.log(`${(callsAll / tries).toFixed(1)} calls and ${(tokensAll / tries).toFixed(0)} tokens (o200k) a try`);
} finally {
  await browser.close();
  await site.close();
}
