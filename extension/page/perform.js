// Carries out one step: finds the element, re-reads what made it the one that was meant, applies the guards and
// acts, the last three in one task, so that nothing of the page can come between looking and acting.
import { ACTS } from './act/index.js';
import { attached, failed, guard, recheck, refuse, standIn } from './guard.js';
import { bringIntoView, isShown, placeOf } from './geometry.js';
import { isAttached, viewOf } from './flat.js';
import { frame } from './time.js';

/**
 * @typedef {import('./types.js').Outcome} Outcome
 * @typedef {import('./types.js').Step} Step
 * @typedef {import('./types.js').Page} Page
 */

/** How long a moving element is waited for, in milliseconds. */
const MOST_UNSTABLE = 1500;

/** A busy page may draw no frame in a while, and then nothing moves; after so many looks it is taken as it is. */
const MOST_STILL = 4;

/** What an animation changes when it moves something. */
const MOVES = ['transform', 'translate', 'rotate', 'scale', 'offsetDistance', 'left', 'top', 'right', 'bottom', 'marginLeft', 'marginTop'];

/**
 * Is an animation under way that moves it, though no frame may be drawn now?
 * @param {Element} el
 */
function isMoved(el) {
  return el.ownerDocument.getAnimations().some(({ playState, effect }) =>
    playState === 'running' && effect instanceof viewOf(el).KeyframeEffect && (effect.target?.contains(el) ?? false)
    && effect.getKeyframes().some((frame) => MOVES.some((name) => name in frame)));
}

/**
 * Waits until the element stands still over two drawn frames.
 * @param {Element} el
 * @returns {Promise<boolean>}
 */
async function stands(el) {
  const view = viewOf(el);
  const { timeline } = view.document;
  const end = Date.now() + MOST_UNSTABLE;
  let before = placeOf(el);
  let drawn = timeline.currentTime;
  for (let still = 0; Date.now() < end;) {
    // A hidden page draws no frame, so nothing moves, and its timers come once a second: waiting would only end in vain.
    if (view.document.visibilityState === 'hidden') return true;
    await frame(view);
    if (!isAttached(el)) return true;
    const now = placeOf(el);
    still = now === before ? still + 1 : 0;
    if (still > 0 && (timeline.currentTime !== drawn || (still >= MOST_STILL && !isMoved(el)))) return true;
    before = now;
    drawn = timeline.currentTime;
  }
  return false;
}

/**
 * @template T
 * @typedef {(act: () => T) => T} Acting
 */

/**
 * @param {Step} step
 * @param {Page} page
 * @param {Acting<Outcome | Promise<Outcome>>} acting wraps the touching of the page
 * @returns {Promise<Outcome>}
 */
export async function perform(step, page, acting) {
  const { target, act } = step;
  const entry = ACTS[/** @type {import('./types.js').PageAct} */ (act).verb];
  if (!entry) return failed(`This page kit does not know the act ${JSON.stringify(act.verb)}.`);
  const whole = target.handle === 0;
  const first = whole ? page.document.documentElement : attached(page, target.handle);
  if (!first) return refuse('gone');
  const needs = whole ? {} : entry.needs;
  if (needs.hit) {
    const stale = recheck(page, target.checks);
    if (stale) return stale;
    const seen = standIn(entry.subject?.(first, act, page) ?? first);
    if (isShown(seen)) {
      bringIntoView(seen);
      if (needs.hit === 'point' && !(await stands(seen))) return refuse('unstable');
    }
  }
  const el = whole ? first : attached(page, target.handle);
  if (!el) return refuse('gone');
  const refusal = recheck(page, target.checks)
    ?? (whole ? null : guard(entry.subject?.(el, act, page) ?? el, needs, page))
    ?? entry.refuses?.(el, act, page) ?? null;
  if (refusal) return refusal;
  try {
    return await acting(() => entry.run(el, act, page));
  } catch (error) {
    return failed(error instanceof Error ? error.message : 'The act threw something that is no error.');
  }
}
