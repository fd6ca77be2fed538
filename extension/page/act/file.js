// Files: put into a file input through a DataTransfer, or dropped where an element takes drops.
import { isInput, viewOf } from '../flat.js';
import { done, refuse } from '../guard.js';
import { frame } from '../time.js';
import { aimOrMiddle } from './pointer.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {Extract<import('../types.js').Act, { verb: 'attach' }>} Attach
 * @typedef {Attach['files'][number]} Given
 */

/** @param {Element} el @returns {HTMLInputElement | null} the file input: the element itself, or the one it wraps or labels */
function inputOf(el) {
  if (isInput(el)) return el.type === 'file' ? el : null;
  const labelled = 'control' in el ? /** @type {HTMLLabelElement} */ (el).control : null;
  const found = labelled ?? el.querySelector('input[type="file"]');
  return found && isInput(found) && found.type === 'file' ? found : null;
}

/** @param {Given} given @returns {Uint8Array<ArrayBuffer> | string | null} nothing where base64 is broken */
function contentOf({ text, base64 }) {
  if (base64 === null || base64 === undefined) return text ?? '';
  try {
    return Uint8Array.from(atob(base64.replace(/\s+/g, '')), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * @param {Element} el
 * @param {Attach} act
 * @returns {Outcome | null}
 */
export function refuses(el, { files }) {
  const broken = files.find((file) => contentOf(file) === null);
  if (broken) return refuse('badValue', `the content of ${JSON.stringify(broken.name)} is no base64`);
  const input = inputOf(el);
  if (!input) return isInput(el) ? refuse('badValue', 'it takes no files') : null;
  if (input.disabled) return refuse('disabled');
  if (files.length > 1 && !input.multiple) return refuse('badValue', 'it takes one file');
  return null;
}

/**
 * @param {Element} el
 * @param {Attach} act
 * @returns {Promise<Outcome>}
 */
export async function attach(el, { files }) {
  const view = viewOf(el);
  const data = new view.DataTransfer();
  for (const file of files) {
    data.items.add(new view.File([contentOf(file) ?? ''], file.name, { type: file.mime }));
  }
  const input = inputOf(el);
  if (input) {
    input.files = data.files;
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await frame(view);
    const names = [...(input.files ?? [])].map((file) => file.name);
    // Many upload widgets take the files and empty the input at once: that is no refusal.
    return done(names, names.length > 0 && names.join() !== files.map((file) => file.name).join());
  }
  const { x, y, target } = aimOrMiddle(el);
  const options = { bubbles: true, cancelable: true, composed: true, view, clientX: x, clientY: y, dataTransfer: data };
  target.dispatchEvent(new DragEvent('dragenter', options));
  const refused = target.dispatchEvent(new DragEvent('dragover', options));
  if (refused) {
    target.dispatchEvent(new DragEvent('dragleave', options));
    return refuse('badValue', 'it takes no dropped files');
  }
  target.dispatchEvent(new DragEvent('drop', options));
  await frame(view);
  return done(files.map((file) => file.name));
}
