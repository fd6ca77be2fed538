/**
 * What a person or an organisation sets beside rules: levels of sites, sites that are off, bounds. What cannot be read
 * is taken as not set, except levels: one that cannot be read is the strictest. It must never hold a secret.
 */
import { CLASSES } from './rules.js';

/** @import { Absorb } from '../page/toolbox.js' */
/** @import { Class, Level, SiteLevel } from './protocol' */

/** Where the person's settings are kept in `storage.local`. */
export const SETTINGS = 'onecall.settings';

/** Where remembered answers are kept: in `storage.local`, and those for one page in `storage.session`. */
export const GRANTS = 'onecall.grants';

/** From the freest to the strictest. @type {readonly Level[]} */
export const LEVELS = ['all', 'grave', 'ask', 'read'];

/** What "everything except …" excepts until the person chooses. @type {readonly Class[]} */
export const EXCEPT = ['send', 'auth', 'delete', 'pay'];

/** What happens with a page's own tools. @type {readonly Absorb[]} */
export const ABSORB = ['auto', 'always', 'never'];

/**
 * @typedef {object} Settings
 * @property {SiteLevel[]} levels
 * @property {string[]} off Origins where Onecall is switched off.
 * @property {Absorb} absorb Are the page's WebMCP tools kept out of the browser's list?
 * @property {boolean} readTool Is there a second tool, `look`, that only reads?
 * @property {number | null} budget Tokens of an answer where the caller does not say.
 * @property {number | null} calls Calls that one task may make.
 * @property {number | null} tokens Tokens that one task may read.
 */

/**
 * @param {unknown} stored
 * @returns {Settings}
 */
export function settingsOf(stored) {
  const given = /** @type {Record<string, unknown>} */ (typeof stored === 'object' && stored !== null ? stored : {});
  const absorb = ABSORB.find((mode) => mode === given.absorb) ?? 'auto';
  return {
    levels: listOf(given.levels).map(readLevel),
    off: listOf(given.off).filter((origin) => typeof origin === 'string'),
    absorb,
    readTool: given.readTool === true,
    budget: numberOf(given.budget),
    calls: numberOf(given.calls),
    tokens: numberOf(given.tokens),
  };
}

/** @param {unknown} value @returns {unknown[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** @param {unknown} value @returns {number | null} */
const numberOf = (value) => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null);

/**
 * @param {unknown} stored
 * @returns {SiteLevel}
 */
function readLevel(stored) {
  const { origin = null, level, except = [] } = /** @type {Record<string, unknown>} */ (stored ?? {});
  const known = LEVELS.find((one) => one === level);
  return {
    origin: typeof origin === 'string' ? origin : null,
    level: known ?? 'read',
    except: /** @type {Class[]} */ (listOf(except).filter((one) => CLASSES.includes(String(one)))),
  };
}

/**
 * The level that a person has set for a site, else for all.
 * @param {Settings} settings
 * @param {string} origin
 * @returns {SiteLevel | null}
 */
export function levelAt({ levels }, origin) {
  return levels.find((level) => level.origin === origin) ?? levels.find((level) => level.origin === null) ?? null;
}

/**
 * Settings with another level for a site, or for all sites.
 * @param {Settings} settings
 * @param {string | null} origin
 * @param {Level | null} level Null takes the site's own level away.
 * @param {Class[]} [except]
 * @returns {Settings}
 */
export function withLevel(settings, origin, level, except = level === 'all' ? [...EXCEPT] : []) {
  const others = settings.levels.filter((one) => one.origin !== origin);
  return { ...settings, levels: level === null ? others : [...others, { origin, level, except }] };
}
