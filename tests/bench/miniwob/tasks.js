/**
 * Which tasks are in, by what they are solved, and why the others are not.
 */
import { clicks } from './clicks.js';
import { forms } from './forms.js';

/** @import { Solver } from './caller.js' */

/** @type {Record<string, Solver>} */
export const solvers = { ...forms, ...clicks };
