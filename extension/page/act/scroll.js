// Scrolling: an element into view, or what is in it, as a person turns the wheel over it. Lists that draw only what is in
// view draw what comes, so this is also how their other rows are loaded.
import { viewOf } from '../flat.js';
import { bringIntoView, isShown } from '../geometry.js';
import { done, failed } from '../guard.js';
import { frame, pause } from '../time.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {Extract<import('../types.js').Act, { verb: 'scrollTo' }>} ScrollTo
 * @typedef {{ index: number, top: number, height: number, row: Element }} Spot
 */

/** Elements inside that are looked at for the one that scrolls. */
const MOST_LOOKED = 3_000;
/** Of a screenful, so that the last line is seen again. */
const SCREENFUL = 0.85;
/** Goes at a place whose distance is estimated, and how long what is drawn late is waited for each time. */
const GOES = 10;
const DRAWN = 40;
const MOST_DRAWN = 12;

const NUMBERED = '[aria-rowindex],[aria-posinset]';
const ROWS = 'tr,[role="row"],[role="listitem"],[role="article"],[role="option"],li';

/** @param {Element} el does its content scroll up and down? */
function scrolls(el) {
  if (el.scrollHeight <= el.clientHeight + 1 || el.clientHeight === 0) return false;
  return el.localName === 'textarea' || /auto|scroll|overlay/.test(viewOf(el).getComputedStyle(el).overflowY);
}

/**
 * What scrolls in it: it itself, the tallest inside, else the nearest around it.
 * @param {Element} el
 * @returns {Element | null}
 */
function scrollerOf(el) {
  if (scrolls(el)) return el;
  const inside = [...el.querySelectorAll('*')].slice(0, MOST_LOOKED).filter(scrolls);
  const tallest = inside.sort((a, b) => b.clientHeight * b.clientWidth - a.clientHeight * a.clientWidth)[0];
  if (tallest) return tallest;
  for (let at = el.parentElement; at; at = at.parentElement) if (scrolls(at)) return at;
  const top = el.ownerDocument.scrollingElement;
  return top && top.scrollHeight > top.clientHeight + 1 ? top : null;
}

/** @param {Element} row @returns {number} */
const numberOf = (row) => Number(row.getAttribute('aria-rowindex') ?? row.getAttribute('aria-posinset'));

/**
 * Where the rows stand that are drawn now.
 * @param {Element} el
 * @returns {Spot[]}
 */
function spotsOf(el) {
  const numbered = [...el.querySelectorAll(NUMBERED)].filter((row) => !row.parentElement?.closest(NUMBERED));
  const rows = numbered.length ? numbered : [...el.querySelectorAll(ROWS)];
  return rows.filter(isShown).map((row, at) => {
    const { top, height } = row.getBoundingClientRect();
    return { index: numbered.length ? numberOf(row) : at + 1, top, height, row };
  });
}

/**
 * Waits until other rows are drawn than before, or for a while.
 * @param {Element} el
 * @param {string} before
 */
async function drawn(el, before) {
  await frame(viewOf(el));
  for (let n = 0; n < MOST_DRAWN && listed(el) === before; n += 1) await pause(DRAWN);
}

/** @param {Element} el */
const listed = (el) => spotsOf(el).map(({ index, row }) => `${index} ${row.textContent?.slice(0, 40)}`).join();

/**
 * @param {Element} el
 * @param {Element} box
 * @param {number} to
 * @returns {Promise<Outcome>}
 */
async function goTo(el, box, to) {
  for (let go = 0; go < GOES; go += 1) {
    const spots = spotsOf(el);
    const found = spots.find(({ index }) => index === to);
    if (found) {
      found.row.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      await drawn(el, '');
      return done();
    }
    const near = spots.reduce((best, spot) => (Math.abs(spot.index - to) < Math.abs(best.index - to) ? spot : best), spots[0] ?? { index: 1, top: box.getBoundingClientRect().top, height: 30 });
    const [before, now] = [box.scrollTop, listed(el)];
    const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
    box.scrollTop += near.top - middle + (to - near.index) * Math.max(near.height, 1);
    if (Math.abs(box.scrollTop - before) < 1) break;
    await drawn(el, now);
  }
  return failed(`it has no row ${to} to scroll to`);
}

/**
 * @param {Element} el
 * @param {ScrollTo} act
 * @returns {Promise<Outcome>}
 */
export async function scrollTo(el, { what, to }) {
  if (what === '') {
    bringIntoView(el);
    await frame(viewOf(el));
    return done();
  }
  const box = scrollerOf(el);
  if (!box) return failed('nothing in it or around it scrolls: all of it is there');
  if (what === 'place') return goTo(el, box, to ?? 1);
  const now = listed(el);
  const step = box.clientHeight * SCREENFUL;
  const before = box.scrollTop;
  const places = new Map([['start', 0], ['end', box.scrollHeight], ['next', before + step], ['back', before - step]]);
  box.scrollTop = places.get(what) ?? before;
  if (Math.abs(box.scrollTop - before) < 1) return failed(`it stands at its ${what === 'start' || what === 'back' ? 'start' : 'end'} already`);
  await drawn(el, now);
  // What is loaded there makes it longer.
  if (what === 'end') box.scrollTop = box.scrollHeight;
  await frame(viewOf(el));
  return done();
}
