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

const root = fileURLToPath(new URL('../../../', import.meta.url));
const args = process.argv.slice(2);
const corpora = process.env.ONECALL_CORPORA ?? join(root, '../shared/corpora');
const dir = resolve(args.find((arg) => !arg.includes('=')) ?? join(corpora, 'toolsearch'));
const weights = args.filter((arg) => arg.includes('='));

const run = spawnSync('cargo', ['run', '--quiet', '--release', '--package', 'onecall-cli', '--', 'search-bench', dir, ...weights], { cwd: root, stdio: 'inherit' });
process.exitCode = run.status ?? 1;
