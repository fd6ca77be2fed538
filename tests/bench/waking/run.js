/**
 * What a call costs more that comes after the worker's death, at 10,000 elements: median of several against warm calls.
 *
 * cargo xtask bench waking [--deaths N]. The browser ends workers that have had nothing to do for 30 s, so this is what
 * an agent waits for after a pause. A time of this machine at this moment: it fails only far above the goal.
 */
import { table } from '../lib/table.js';
import { GOAL, headOf, waking } from '../life/waking.js';

const at = process.argv.indexOf('--deaths');
const deaths = at < 0 ? 15 : Number(process.argv[at + 1]);
const { rows, worst } = await waking(deaths);
console.log(table(headOf(deaths), rows));
if (worst > 10 * GOAL) process.exitCode = 1;
