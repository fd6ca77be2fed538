/**
 * How well `find` ranks tools on the seven retrieval sets, next to plain BM25 of the same run; typos; speed.
 *
 * cargo xtask bench search [DIR] [weight=value …]. DIR holds the sets (corpora/toolsearch/README.md). Fails where a set is
 * ranked no better than by plain BM25, and where names with one or two typos are not found first often enough.
 * A weight changed for the run shows what it is worth (crate/core/src/search/weights.rs).
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { keep } from '../lib/table.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const args = process.argv.slice(2);
const corpora = process.env.ONECALL_CORPORA ?? join(root, '../shared/corpora');
const dir = resolve(args.find((arg) => !arg.includes('=')) ?? join(corpora, 'toolsearch'));
const weights = args.filter((arg) => arg.includes('='));

const run = spawnSync('cargo', ['run', '--quiet', '--release', '--package', 'onecall-cli', '--', 'search-bench', dir, ...weights], { cwd: root, encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit'] });
console.log(run.stdout);
process.exitCode = run.status ?? 1;

/** Name, tools, queries, ranking, three recalls and the gain, and where it is ours, how many names with typos are found. */
const LINE = /^(\S+) +(\d+) +(\d+) {2}(plain BM25|Onecall) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)(?: +([\d.]+) +([\d.]+))?/;
/** @type {Map<string, string[]>} */
const plain = new Map();
/** @type {string[][]} */
const rows = [];
for (const line of run.stdout.split('\n')) {
  const found = LINE.exec(line)?.slice(1);
  if (!found) continue;
  const [name = '', tools = '', queries = '', ranking = '', ...figures] = found;
  if (ranking === 'plain BM25') plain.set(name, figures);
  else {
    const base = plain.get(name) ?? [];
    rows.push([name, `${(Number(figures[3]) / Number(base[3])).toFixed(2)} ×`, tools, queries, figures[3] ?? '', base[3] ?? '', figures[1] ?? '', base[1] ?? '', figures[4] ?? '', figures[5] ?? '']);
  }
}
// Without figures there was no run.
if (rows.length > 0) keep({ head: ['set', 'NDCG × plain', 'tools', 'queries', 'NDCG@10', 'plain', 'R@5', 'plain', '1 typo', '2 typos'], rows });
