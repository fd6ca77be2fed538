/**
 * Which tasks are in, by what they are solved, and why the others are not.
 */
import { apps } from './apps.js';
import { clicks } from './clicks.js';
import { shapes } from './drawn.js';
import { forms } from './forms.js';
import { words } from './words.js';

/** @import { Solver } from './caller.js' */

/** @type {Record<string, Solver>} */
export const solvers = { ...forms, ...clicks, ...shapes, ...words, ...apps };
