/**
 * The folder that a scorer is to score: said at once, in words, where it is not there, is no folder or holds nothing of the
 * shape that the scorer reads. What it was not given and is not here is skipped, except in CI.
 */
import { readdirSync, statSync } from 'node:fs';

/**
 * Ends the run where there is no such folder.
 * @param {string} dir
 * @param {boolean} given Was it named by the caller?
 */
export function folder(dir, given) {
  const stats = statSync(dir, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  if (!given && !stats && process.env.CI !== 'true') {
    console.log(`skipped: there is no ${dir}`);
    process.exit(0);
  }
  stop(stats ? `${dir} is no folder` : `there is no folder ${dir}${given ? '' : ': set ONECALL_CORPORA'}`);
}

/**
 * Says what is left out, and ends the run where nothing is left.
 * @param {string} dir
 * @param {number} count How much there is to score.
 * @param {string} wanted What was looked for.
 * @param {string[]} [odd] What is left out, and why.
 */
export function some(dir, count, wanted, odd = []) {
  for (const one of odd) console.log(`left out: ${one}`);
  if (count > 0) return;
  const here = readdirSync(dir).slice(0, 8);
  stop(`${dir} holds no ${wanted}; there is ${here.length > 0 ? here.map((name) => JSON.stringify(name)).join(', ') : 'nothing'} in it`);
}

/**
 * @param {string} message
 * @returns {never}
 */
export function stop(message) {
  console.error(`error: ${message}`);
  process.exit(1);
}
