// Dear facts of a few elements, read when the core asks for them: boxes, and what a click in the middle would hit.
import { attached } from './guard.js';
import { reachedAt } from './geometry.js';
import { ownerDocument } from './capture/dom.js';

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
    const hit = fields.includes('hit') ? reachedAt(ownerDocument(el), box.x + box.width / 2, box.y + box.height / 2) : null;
    return {
      handle,
      rect: fields.includes('rect') ? [box.x, box.y, box.width, box.height] : null,
      hit: hit ? page.handleOf(hit) : null,
    };
  });
}
