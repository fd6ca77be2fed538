/**
 * Publishing from a component: the object stays the same while the component renders again, its functions are always
 * the newest, and agents are told only when it has other members. What the adapters for frameworks share.
 */
import { registryOf } from '../../extension/shared/registry.js';

/** @import { Handle, Spec } from '../../extension/shared/publish' */

/** Parts of a spec that are taken as they are. */
const WHOLE = ['schema', 'args', 'returns', 'item', 'element', 'value', 'enum', 'throws'];

/** Levels of a spec below which nothing is a part of it any more. */
const DEPTH = 40;

/**
 * @typedef {object} Live
 * @property {(spec: Spec) => void} update The component has rendered again.
 * @property {() => void} remove
 * @property {(text: string) => void} notify
 */

/**
 * @param {string} name
 * @param {Spec} spec
 * @param {Handle} [above] The object that it lies in.
 * @returns {Live}
 */
export function livePublish(name, spec, above) {
  let newest = spec;
  let shape = shapeOf(spec, 0);
  /** @type {Handle | null} */
  let handle = null;
  try {
    const made = /** @type {Spec} */ (following(spec, () => newest, 0));
    handle = above ? above.child(name, made) : registryOf(globalThis).publish(name, made);
  } catch (error) {
    // The component is fine without; who published the name first stays.
    console.error(error);
  }
  return {
    update(next) {
      newest = next;
      const now = shapeOf(next, 0);
      if (now === shape) return;
      shape = now;
      handle?.changed(/** @type {Spec} */ (following(next, () => newest, 0)));
    },
    remove: () => handle?.remove(),
    notify: (text) => handle?.notify(text),
  };
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isPlain(value) {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * The same spec, but each function calls the one that stands there at the time.
 * @param {unknown} part
 * @param {() => unknown} newest
 * @param {number} depth
 * @returns {unknown}
 */
function following(part, newest, depth) {
  if (typeof part === 'function') {
    return (/** @type {unknown[]} */ ...args) => {
      const now = newest();
      return typeof now === 'function' ? now(...args) : now;
    };
  }
  if (depth > DEPTH) return part;
  if (Array.isArray(part)) return part.map((one, at) => following(one, () => /** @type {unknown[]} */ (newest())?.[at], depth + 1));
  if (!isPlain(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [
    name,
    WHOLE.includes(name) && typeof one !== 'function' ? one : following(one, () => /** @type {Record<string, unknown> | undefined} */ (newest())?.[name], depth + 1),
  ]));
}

/**
 * What agents would see of it, as a text that is the same as long as they would see the same.
 * @param {unknown} part
 * @param {number} depth
 * @returns {string}
 */
function shapeOf(part, depth) {
  if (typeof part === 'function') return 'f';
  if (Array.isArray(part)) return `[${part.map((one) => shapeOf(one, depth + 1)).join()}]`;
  if (depth > DEPTH || !isPlain(part)) return typeof part === 'object' ? 'o' : String(part);
  return `{${Object.entries(part).map(([name, one]) => `${name}:${WHOLE.includes(name) ? 'w' : shapeOf(one, depth + 1)}`).join()}}`;
}
