// Dragging one element onto another: as the browser's own drag and drop where the source is draggable, else as
// moves of the pressed pointer, which is what sortable lists and boards listen to.
import { upwards, viewOf } from '../flat.js';
import { bringIntoView, isShown } from '../geometry.js';
import { attached, done, refuse } from '../guard.js';
import { frame } from '../time.js';
import { aimOrMiddle, moveTo, send } from './pointer.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {import('../types.js').Page} Page
 * @typedef {import('../geometry.js').Aim} Aim
 * @typedef {Extract<import('../types.js').Act, { verb: 'dragTo' }>} DragTo
 */

/** Moves on the way: libraries wait for a few before they believe in a drag. */
const MOVES = 6;

/**
 * @param {Element} el
 * @param {DragTo} act
 * @param {Page} page
 * @returns {Outcome | null}
 */
export function refuses(el, { onto }, page) {
  const target = attached(page, onto);
  if (!target) return refuse('gone', 'the place to drop it on is gone');
  if (target.ownerDocument !== el.ownerDocument) return refuse('badValue', 'the two are in different documents');
  return isShown(target) ? null : refuse('notVisible', 'the place to drop it on is not shown', onto);
}

/** @param {Element} el */
const show = (el) => el.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });

/** @param {Element} el @returns {Element | undefined} */
function draggable(el) {
  for (const at of upwards(el)) {
    if ('draggable' in at && /** @type {HTMLElement} */ (at).draggable) return at;
  }
  return undefined;
}

/** @param {Aim} aim @param {string} type @param {DataTransfer} data */
function drag({ x, y, target }, type, data) {
  const view = viewOf(target);
  return target.dispatchEvent(new DragEvent(type, {
    bubbles: true, cancelable: !/^drag(leave|end)$/.test(type), composed: true, view,
    clientX: x, clientY: y, screenX: x + view.screenX, screenY: y + view.screenY, dataTransfer: data, buttons: 1,
  }));
}

/**
 * @param {Element} el
 * @param {DragTo} act
 * @param {Page} page
 * @returns {Promise<Outcome>}
 */
export async function dragTo(el, { onto }, page) {
  const place = attached(page, onto);
  if (!place) return refuse('gone', 'the place to drop it on is gone');
  // Both in view where there is room for both; else the page is scrolled on the way.
  show(place);
  show(el);
  const from = aimOrMiddle(el);
  moveTo(from);
  const pressed = send(from, 'down', { buttons: 1, detail: 1 });
  const source = draggable(from.target);
  return source && pressed ? dropOn(source, from, place) : slideOn(from, place);
}

/**
 * @param {Element} source
 * @param {Aim} from
 * @param {Element} place
 * @returns {Promise<Outcome>}
 */
async function dropOn(source, from, place) {
  const view = viewOf(source);
  const data = new view.DataTransfer();
  send(from, 'move', { buttons: 1 });
  if (!drag({ ...from, target: source }, 'dragstart', data)) return slideOn(from, place);
  from.target.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true, composed: true, pointerId: 1, pointerType: 'mouse' }));
  await frame(view);
  drag({ ...from, target: source }, 'drag', data);
  if (place.isConnected) bringIntoView(place);
  const to = aimOrMiddle(place);
  drag(to, 'dragenter', data);
  let taken = false;
  for (let n = 0; n < 2; n += 1) {
    taken = !drag(to, 'dragover', data);
    await frame(view);
  }
  const target = to.target.isConnected ? to.target : place;
  if (taken) drag({ ...to, target }, 'drop', data);
  else drag({ ...to, target }, 'dragleave', data);
  // The source may have been moved away by the drop; its own end event still comes.
  drag({ ...to, target: source }, 'dragend', data);
  await frame(view);
  return taken ? done() : refuse('badValue', 'the place takes no such drop');
}

/** @param {Element} place @param {Aim} aim */
function holds(place, { x, y }) {
  const { left, right, top, bottom } = place.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/**
 * @param {Aim} from
 * @param {Element} place
 * @returns {Promise<Outcome>}
 */
async function slideOn(from, place) {
  const view = viewOf(place);
  const { document } = view;
  show(place);
  const at = aimOrMiddle(place);
  /** @type {Aim} */
  let last = from;
  for (let n = 1; n <= MOVES; n += 1) {
    const x = from.x + ((at.x - from.x) * n) / MOVES;
    const y = from.y + ((at.y - from.y) * n) / MOVES;
    // What is under the pointer gets the move; a dragged copy that follows it may be there too.
    const under = document.elementFromPoint(x, y) ?? (last.target.isConnected ? last.target : document.body);
    last = { x, y, target: under };
    send(last, 'move', { buttons: 1 });
    await frame(view);
  }
  // It is let go where the pointer came to, unless the place has moved away from there meanwhile. What is under the
  // pointer then, a copy that is drawn over the place too, gets the release, as with a real one.
  const { x, y } = !place.isConnected || holds(place, last) ? last : aimOrMiddle(place);
  const end = { x, y, target: document.elementFromPoint(x, y) ?? last.target };
  send(end, 'move', { buttons: 1 });
  send(end, 'up', { detail: 1 });
  await frame(view);
  return done();
}
