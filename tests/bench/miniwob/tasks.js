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

/**
 * What kind of task each is, by the package's documentation and the page, never by how it goes here: 125 of the 130 pages are documented
 * as tasks; of these, 27 draw what the task is about (SVG, canvas) or are about dragging, which leaves 98 of plain DOM.
 */
const UNDOCUMENTED = ['button-delay', 'chase-circle', 'hover-shape', 'moving-items', 'simon-says'];
const DRAWN = [
  'ascending-numbers', 'bisect-angle', 'circle-center', 'click-shape', 'count-shape', 'count-sides', 'find-midpoint', 'grid-coordinate', 'identify-shape', 'right-angle', 'stock-market',
  'use-colorwheel', 'use-colorwheel-2',
];
const DRAGGED = [
  'daily-calendar', 'drag-box', 'drag-circle', 'drag-cube', 'drag-items', 'drag-items-grid', 'drag-shapes', 'drag-shapes-2', 'drag-single-shape', 'drag-sort-numbers', 'draw-circle', 'draw-line',
  'hot-cold', 'resize-textarea',
];

export const KINDS = ['plain DOM', 'drawing, dragging, canvas', 'undocumented'];

/** @param {string} name @returns {string} */
export function kindOf(name) {
  if (UNDOCUMENTED.includes(name)) return 'undocumented';
  return DRAWN.includes(name) || DRAGGED.includes(name) ? 'drawing, dragging, canvas' : 'plain DOM';
}

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
