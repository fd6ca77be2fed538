// Dear facts of a few elements, read when the core asks for them: boxes, and what a click would reach.
import { attached, standIn } from './guard.js';
import { aimAt } from './geometry.js';

/**
 * Takes a picture of the first element, keeps it, and says what came of it.
 * @typedef {(page: import('./types.js').Page, handles: number[], kept: import('./picture.js').Taken[]) => Promise<import('../shared/protocol.d.ts').Probe[]>} Photograph
 */

/**
 * @param {import('./types.js').Page} page
 * @param {Extract<import('./types.js').Effect, { kind: 'probe' }>} effect
 * @param {Photograph | undefined} camera Absent where the host takes no pictures; then none is asked for.
 * @param {import('./picture.js').Taken[]} kept Pictures of the call.
 * @returns {Promise<import('../shared/protocol.d.ts').Probe[]>}
 */
export async function probe(page, { handles, fields }, camera, kept) {
  if (camera && fields.includes('picture')) return camera(page, handles, kept);
  return handles.map((handle) => {
    const el = attached(page, handle);
    const box = el?.getBoundingClientRect();
    if (!el || !box) return { handle, rect: null, hit: null, picture: null };
    return {
      handle,
      rect: fields.includes('rect') ? [box.x, box.y, box.width, box.height] : null,
      hit: fields.includes('hit') ? reached(page, el, handle) : null,
      picture: null,
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
