/**
 * What a site sets for the script tag: attributes of the script, or `window.onecallOptions` for those who bundle it.
 */

/** @import { TagAbsorb } from '../../extension/page/toolbox.js' */

/**
 * @typedef {object} Options
 * @property {TagAbsorb} absorb Are the page's WebMCP tools kept out of the browser's list? (README.md)
 * @property {boolean} readTool Is there a second tool, `look`, that only reads?
 */

const ABSORB = new Set(['auto', 'always', 'everywhere', 'never']);

/**
 * @param {Window} window
 * @param {string} src Where the script lies: finds the tag that loaded it.
 * @returns {Options}
 */
export function optionsOf(window, src) {
  const tags = [...window.document.querySelectorAll('script[src]')];
  const tag = /** @type {HTMLScriptElement | undefined} */ (tags.find((one) => /** @type {HTMLScriptElement} */ (one).src === src));
  const { absorb: byTag, readTool: readByTag } = tag?.dataset ?? {};
  const given = /** @type {{ onecallOptions?: { absorb?: unknown, readTool?: unknown } }} */ (/** @type {unknown} */ (window)).onecallOptions ?? {};
  const absorb = byTag ?? given.absorb;
  return {
    absorb: /** @type {TagAbsorb} */ (ABSORB.has(String(absorb)) ? absorb : 'auto'),
    readTool: readByTag === undefined ? given.readTool === true : readByTag !== 'false',
  };
}
