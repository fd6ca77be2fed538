// Pointer and mouse: hover, click and double click, with the whole sequence of events that a real one sends, at
// a point where a real one would hit.
import { closest, isHtml, isInput, isToggle, upwards, viewOf } from '../flat.js';
import { aimAt } from '../geometry.js';
import { done, refuse, standIn } from '../guard.js';
import { frame } from '../time.js';
import { focusFrom } from './focus.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {import('../geometry.js').Aim} Aim
 */

/** What the synthetic pointer is over, so that it leaves one thing before it enters the next. @type {WeakMap<Document, Element>} */
const over = new WeakMap();

/**
 * @param {Element} el
 * @returns {Aim}
 */
export function aimOrMiddle(el) {
  const found = aimAt(el);
  if ('aim' in found) return found.aim;
  const box = el.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, target: el };
}

/**
 * @param {Aim} aim
 * @param {{ buttons?: number, detail?: number, bubbles?: boolean, relatedTarget?: Element | null }} [more]
 * @returns {PointerEventInit}
 */
function init({ x, y, target }, { buttons = 0, detail = 0, bubbles = true, relatedTarget = null } = {}) {
  const view = viewOf(target);
  return {
    bubbles, cancelable: bubbles, composed: true, view, detail, relatedTarget,
    clientX: x, clientY: y, screenX: x + view.screenX, screenY: y + view.screenY,
    button: 0, buttons, pointerId: 1, pointerType: 'mouse', isPrimary: true, width: 1, height: 1,
    pressure: buttons ? 0.5 : 0,
  };
}

/**
 * Sends a pointer event and its mouse twin; false where the page prevented the mouse event.
 * @param {Aim} aim
 * @param {'over' | 'enter' | 'out' | 'leave' | 'move' | 'down' | 'up'} what
 * @param {Parameters<typeof init>[1]} [more]
 */
export function send(aim, what, more) {
  const options = init(aim, more);
  const button = what === 'down' || what === 'up' ? 0 : -1;
  const allowed = aim.target.dispatchEvent(new PointerEvent(`pointer${what}`, { ...options, detail: 0, button }));
  // A prevented pointerdown keeps the compatibility mouse events away, as in the browser.
  if (!allowed && what === 'down') return false;
  return aim.target.dispatchEvent(new MouseEvent(`mouse${what}`, options));
}

/**
 * Brings the synthetic pointer over a point: out of and off the last element, over and into this one, and a move.
 * @param {Aim} aim
 */
export function moveTo(aim) {
  const { target } = aim;
  const document = target.ownerDocument;
  const last = over.get(document);
  if (last !== target) {
    const path = [...upwards(target)];
    if (last?.isConnected) {
      const left = [...upwards(last)].filter((el) => !path.includes(el));
      send({ ...aim, target: last }, 'out', { relatedTarget: target });
      for (const el of left) send({ ...aim, target: el }, 'leave', { bubbles: false, relatedTarget: target });
    }
    const lastPath = last?.isConnected ? new Set(upwards(last)) : new Set();
    send(aim, 'over', { relatedTarget: last ?? null });
    for (const el of path.reverse()) {
      if (!lastPath.has(el)) send({ ...aim, target: el }, 'enter', { bubbles: false, relatedTarget: last ?? null });
    }
    over.set(document, target);
  }
  send(aim, 'move');
}

/**
 * Press, release, click at a point.
 * @param {Aim} aim
 * @param {Element} el whose click it is
 * @param {number} count
 */
function pressAt(aim, el, count) {
  const { target } = aim;
  if (send(aim, 'down', { buttons: 1, detail: count })) focusFrom(target);
  // The page may have acted on the press and taken the element away, as menus do; a real click would end here too.
  if (!target.isConnected) return;
  send(aim, 'up', { detail: count });
  if (!target.isConnected) return;
  if (isToggle(el) && target === el) /** @type {HTMLInputElement} */ (el).click();
  else target.dispatchEvent(new PointerEvent('click', init(aim, { detail: count })));
}

/**
 * The sequence of a click on an element, or on the label that is drawn in its place.
 * @param {Element} el
 * @param {number} [count]
 */
export function clickOn(el, count = 1) {
  const seen = standIn(el);
  const aim = aimOrMiddle(seen);
  // A link inside the label would take the click: then the control is clicked itself.
  const astray = seen !== el && closest(aim.target, 'a[href],button');
  moveTo(aim);
  for (let n = 1; n <= count; n += 1) {
    if (astray && isHtml(el)) el.click();
    else pressAt(aim, el, n);
  }
  if (count === 2 && aim.target.isConnected) {
    aim.target.dispatchEvent(new MouseEvent('dblclick', init(aim, { detail: 2 })));
  }
}

/**
 * What only a person's own click can do: native pickers and new tabs.
 * @param {Element} el
 * @returns {Outcome | null}
 */
export function needsPerson(el) {
  if (viewOf(el).navigator.userActivation?.isActive) return null;
  if (isInput(el) && el.type === 'file') return refuse('needsUser', 'a file picker opens only for a person; attach files instead');
  if (isInput(el) && el.type === 'color') return refuse('needsUser', 'a colour picker opens only for a person; set its value instead');
  const link = closest(el, 'a[href],area[href]');
  if (link && opensTab(link)) {
    return refuse('needsUser', `it opens a new tab, which only a person can; its address is ${JSON.stringify(/** @type {HTMLAnchorElement} */ (link).href)}`);
  }
  const button = closest(el, 'button,input');
  if (!button || !('form' in button)) return null;
  const { form, type } = /** @type {HTMLInputElement} */ (button);
  if (!form || (type !== 'submit' && type !== 'image')) return null;
  return opensTab(button, 'formtarget') || (!button.hasAttribute('formtarget') && opensTab(form))
    ? refuse('needsUser', 'the form opens a new tab, which only a person can') : null;
}

/**
 * @param {Element} el
 * @param {string} [attribute]
 */
function opensTab(el, attribute = 'target') {
  const base = el.ownerDocument.querySelector('base[target]');
  const target = el.getAttribute(attribute) ?? (attribute === 'target' ? base?.getAttribute('target') : null) ?? '';
  if (target === '' || /^_(self|top|parent)$/i.test(target) || el.hasAttribute('download')) return false;
  if (/^_blank$/i.test(target)) return true;
  // A name: a frame of that name takes it; else it would be a new tab.
  const view = viewOf(el);
  if (view.name === target) return false;
  const frames = view.document.querySelectorAll('iframe[name],frame[name]');
  return ![...frames].some((frame) => frame.getAttribute('name') === target);
}

/** @param {Element} el @returns {Promise<Outcome>} */
export async function click(el) {
  const view = viewOf(el);
  clickOn(el);
  await frame(view);
  return done();
}

/** @param {Element} el @returns {Promise<Outcome>} */
export async function doubleClick(el) {
  const view = viewOf(el);
  clickOn(el, 2);
  await frame(view);
  return done();
}

/** @param {Element} el @returns {Promise<Outcome>} */
export async function hover(el) {
  const view = viewOf(el);
  moveTo(aimOrMiddle(standIn(el)));
  await frame(view);
  return done();
}
