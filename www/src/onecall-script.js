/**
 * Code mode in the page: loaded with the first script.
 */
import { quickjs } from '../../extension/shared/script/quickjs.js';
import { Scripts } from '../../extension/shared/script/scripts.js';

/** @import { Input } from '../../extension/shared/protocol' */

/**
 * @param {URL} wasm Where the interpreter lies.
 * @param {(message: Input) => void} post To the core.
 */
export function startScripts(wasm, post) {
  return new Scripts(() => quickjs(wasm), post);
}
