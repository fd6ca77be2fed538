// Audio and video: play, pause, seek.
import { done, failed, refuse } from '../guard.js';
import { pause as wait } from '../time.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {Extract<import('../types.js').Act, { verb: 'media' }>} Media
 */

/** How long starting or seeking may take before the answer says that it goes on. */
const MOST_WAIT = 2_000;

/** @param {Element} el @returns {el is HTMLMediaElement} */
const isMedia = (el) => el.localName === 'video' || el.localName === 'audio';

/**
 * @param {Element} el
 * @param {Media} act
 * @returns {Outcome | null}
 */
export function refuses(el, { what, to }) {
  if (!isMedia(el)) return refuse('badValue', 'it is no audio or video');
  if (!['play', 'pause', 'seek'].includes(what)) return refuse('badValue', 'it can play, pause and seek');
  if (what !== 'seek') return null;
  if (typeof to !== 'number' || !(to >= 0)) return refuse('badValue', 'seek takes seconds from 0');
  return to > el.duration ? refuse('badValue', `it is ${el.duration} s long`) : null;
}

/**
 * @param {Element} el
 * @param {Media} act
 * @returns {Promise<Outcome>}
 */
export async function media(el, { what, to }) {
  if (!isMedia(el)) return refuse('badValue', 'it is no audio or video');
  if (what === 'pause') {
    el.pause();
    return done('paused', !el.paused);
  }
  if (what === 'seek') {
    const sought = new Promise((resolve) => el.addEventListener('seeked', resolve, { once: true }));
    el.currentTime = to ?? 0;
    await Promise.race([sought, wait(MOST_WAIT)]);
    return done(el.currentTime, Math.abs(el.currentTime - (to ?? 0)) > 1);
  }
  try {
    await Promise.race([el.play(), wait(MOST_WAIT)]);
  } catch (error) {
    const name = error instanceof Error || error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') return refuse('needsUser', 'the browser plays sound only after a person has used the page; muted media may play');
    return failed(name === 'NotSupportedError' ? 'it has nothing that can be played' : `it did not start (${name || 'unknown error'})`);
  }
  return done('playing', el.paused);
}
