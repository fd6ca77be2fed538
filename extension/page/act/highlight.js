// Rings an element for the person, with a line of text beside it: in a style of our own that the page cannot
// change, following scrolling, never in the way of input, cleared by Escape.
import { viewOf } from '../flat.js';
import { bringIntoView, isShown } from '../geometry.js';
import { done } from '../guard.js';
import { plain } from '../text.js';
import { frame } from '../time.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {Extract<import('../types.js').Act, { verb: 'highlight' }>} Highlight
 */

/** It goes by itself after this long. */
const STAYS = 60_000;
/** Longest message shown. */
const MESSAGE = 200;

const STYLE = `
  :host { all: initial; position: fixed; inset: 0; margin: 0; border: 0; padding: 0; width: auto; height: auto;
    background: none; overflow: visible; pointer-events: none; z-index: 2147483647; }
  .ring { position: fixed; box-sizing: border-box; border: 3px solid #d6006c; border-radius: 6px;
    box-shadow: 0 0 0 2px #fff, 0 0 12px 4px rgba(214, 0, 108, .45); }
  .says { position: fixed; max-width: min(320px, 90vw); padding: 6px 10px; border-radius: 6px; background: #d6006c;
    color: #fff; font: 14px/1.4 system-ui, sans-serif; box-shadow: 0 2px 8px rgba(0, 0, 0, .35); }`;

/** The ring that is shown. @type {(() => void) | undefined} */
let clear;

/**
 * @param {Element} el
 * @param {Highlight} act
 * @returns {Promise<Outcome>}
 */
export async function highlight(el, { message }) {
  clear?.();
  bringIntoView(el);
  const view = viewOf(el);
  const { document } = view;
  const host = document.createElement('onecall-ring');
  host.setAttribute('data-onecall', '');
  host.setAttribute('aria-hidden', 'true');
  // In the top layer, above dialogs; where there are no popovers, the fixed position has to do.
  host.setAttribute('popover', 'manual');
  const shadow = host.attachShadow({ mode: 'closed' });
  const style = document.createElement('style');
  style.textContent = STYLE;
  const ring = document.createElement('div');
  ring.className = 'ring';
  const says = document.createElement('div');
  says.className = 'says';
  says.textContent = plain(message, MESSAGE);
  shadow.append(style, ring, ...(says.textContent ? [says] : []));
  document.documentElement.append(host);
  try {
    host.showPopover();
  } catch {
    // No popovers here.
  }
  const over = new AbortController();
  const lay = () => {
    if (!el.isConnected || !isShown(el)) {
      host.style.setProperty('visibility', 'hidden', 'important');
      return;
    }
    host.style.removeProperty('visibility');
    const box = el.getBoundingClientRect();
    Object.assign(ring.style, { left: `${box.x - 6}px`, top: `${box.y - 6}px`, width: `${box.width + 12}px`, height: `${box.height + 12}px` });
    const below = box.bottom + 56 < view.innerHeight;
    Object.assign(says.style, { left: `${Math.max(8, Math.min(box.x, view.innerWidth - 330))}px`, top: below ? `${box.bottom + 12}px` : `${Math.max(8, box.top - 48)}px` });
  };
  const options = { capture: true, passive: true, signal: over.signal };
  view.addEventListener('scroll', lay, options);
  view.addEventListener('resize', lay, options);
  view.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clear?.();
  }, options);
  const sizes = new ResizeObserver(lay);
  sizes.observe(el);
  const timer = setTimeout(() => clear?.(), STAYS);
  clear = () => {
    clear = undefined;
    clearTimeout(timer);
    over.abort();
    sizes.disconnect();
    host.remove();
  };
  lay();
  await frame(view);
  return done();
}
