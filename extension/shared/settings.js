/**
 * What a person sets beside rules, in `storage.local`. Read by the content script and written by the options page.
 */

/** @import { Area } from './area.js' */
/** @import { Absorb } from '../page/toolbox.js' */

/** Where it is kept. */
export const SETTINGS = 'onecall.settings';

/**
 * @typedef {object} Settings
 * @property {Absorb} absorb Are the page's WebMCP tools kept out of the browser's list?
 * @property {boolean} readTool Is there a second tool, `look`, that only reads?
 */

/** @type {readonly Absorb[]} */
export const ABSORB = ['auto', 'always', 'never'];

/**
 * @param {Pick<Area, 'get'>} local
 * @returns {Promise<Settings>}
 */
export async function readSettings(local) {
  const stored = await local.get(SETTINGS).catch(() => /** @type {Record<string, unknown>} */ ({}));
  const { absorb, readTool } = /** @type {Record<string, unknown>} */ (stored[SETTINGS] ?? {});
  return { absorb: ABSORB.find((mode) => mode === absorb) ?? 'auto', readTool: readTool === true };
}
