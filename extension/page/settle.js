// Waiting until the page is quiet after an act: no mutations for a while, no document loading, no navigation or
// transition under way; bounded, without frames, so that hidden tabs settle too.
import { pause } from './time.js';

/** Animations that end later than this are decoration, not the act's effect. */
const MOST_ANIMATION = 1_500;
/** How often it is looked again while something else than mutations is waited for. */
const AGAIN = 40;

/**
 * @param {{
 *   document: Document,
 *   observer: import('./observe.js').Observer,
 *   leaving: () => boolean,
 *   over: () => boolean,
 *   busyBefore: number,
 * }} page
 * @param {number} quiet milliseconds without change that count as quiet
 * @param {number} most milliseconds at the most
 * @returns {Promise<boolean>} false where the bound came first
 */
export async function settled({ document, observer, leaving, over, busyBefore }, quiet, most) {
  const began = performance.now();
  for (;;) {
    const now = performance.now();
    if (over()) return false;
    if (now - began >= most) return false;
    const since = Math.max(observer.changed, began);
    const rest = quiet - (now - since);
    if (rest <= 0 && !leaving() && !isBusy(document, busyBefore)) return true;
    await pause(Math.min(Math.max(rest, rest <= 0 ? AGAIN : 1), most - (now - began)));
    // What happened in the meantime may lie unread.
    observer.peek();
  }
}

/** @param {HTMLIFrameElement} frame of this origin */
function isLoading(frame) {
  try {
    return frame.contentDocument?.readyState === 'loading';
  } catch {
    return false;
  }
}

/** How many parts of the page say that they are busy. @param {Document} document */
export const busyParts = (document) => document.querySelectorAll('[aria-busy="true"]').length;

/**
 * @param {Document} document
 * @param {number} busyBefore parts that were busy before the act began
 */
function isBusy(document, busyBefore) {
  if (document.readyState === 'loading') return true;
  // A same-document navigation whose handler still works.
  if (document.defaultView?.navigation?.transition) return true;
  if (busyParts(document) > busyBefore || [...document.querySelectorAll('iframe')].some(isLoading)) return true;
  return document.getAnimations().some((animation) => {
    if (animation.playState !== 'running' || !animation.effect) return false;
    const { endTime = Infinity } = animation.effect.getComputedTiming();
    const rest = Number(endTime) - Number(animation.currentTime ?? 0);
    return rest > 0 && rest < MOST_ANIMATION;
  });
}
