// Dear facts of a few elements, read when the core asks for them: boxes, and what a click would reach.
import { attached, standIn } from './guard.js';
import { aimAt } from './geometry.js';

/**
 * @param {import('./types.js').Page} page
 * @param {Extract<import('./types.js').Effect, { kind: 'probe' }>} effect
 * @returns {import('../shared/protocol.d.ts').Probe[]}
 */
export function probe(page, { handles, fields }) {
  return handles.map((handle) => {
    const el = attached(page, handle);
    const box = el?.getBoundingClientRect();
    if (!el || !box) return { handle, rect: null, hit: null };
    return {
      handle,
      rect: fields.includes('rect') ? [box.x, box.y, box.width, box.height] : null,
      hit: fields.includes('hit') ? reached(page, el, handle) : null,
    };
  });
}

/**
 * @param {import('./types.js').Page} page
 * @param {Element} el
 * @param {number} handle
 * @returns {number | null}
 */
function reached(page, el, handle) {
  const found = aimAt(standIn(el));
  if ('aim' in found) return handle;
  return found.by ? page.handleOf(found.by) : null;
}
