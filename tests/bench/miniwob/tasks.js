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

const POINT = 'a place inside a drawing is clicked, where nothing stands';
const DRAG = 'something is dragged to a place, where nothing stands';

/** Why a task is not in: it needs what is no element, or what no script can do. @type {Record<string, string>} */
export const out = {
  'bisect-angle': POINT,
  'chase-circle': 'the pointer follows something that moves',
  'circle-center': POINT,
  'click-checkboxes-soft': 'needs to know which words mean the same; nothing of it is in the page',
  'count-sides': 'the shape is on a canvas',
  'drag-box': DRAG,
  'drag-circle': DRAG,
  'drag-cube': DRAG,
  'drag-items': 'dragging',
  'drag-items-grid': 'dragging',
  'drag-shapes': DRAG,
  'drag-shapes-2': DRAG,
  'drag-single-shape': DRAG,
  'drag-sort-numbers': 'dragging',
  'draw-circle': 'drawing',
  'draw-line': 'drawing',
  'find-midpoint': POINT,
  'hot-cold': 'the pointer is moved over an area, where nothing stands',
  'hover-shape': 'the page never ends the task',
  'moving-items': 'as many as possible are clicked while they move; there is no full reward',
  'number-checkboxes': 'the pattern is a picture',
  'resize-textarea': 'the browser\'s own handle is dragged',
  'right-angle': POINT,
  'simon-says': 'the task is shown as flashes of a quarter of a second',
};
