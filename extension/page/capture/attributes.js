// Which attributes are sent, and how much of each.

import { cut } from './tree.js';
import { isTokenName } from './secret.js';

/** @typedef {import('./writer.js').Writer} Writer */

/** Longest attribute value that is sent. Longer ones are data, not words. */
const VALUE_CHARS = 4_096;
/** Most attributes of one element; real ones have fewer than forty. */
const MOST = 200;

/** Attributes that a role, a name, a state, an address or an outline may depend on. */
const KEPT = new Set(`
abbr accept action alt autocomplete autoplay cite colspan command commandfor contenteditable content controls coords
datetime dir disabled download enterkeyhint for form formaction formmethod headers height hidden href hreflang id inert
inputmode ismap itemid itemprop itemref itemscope itemtype label lang list loop low high max maxlength media method min
minlength multiple muted name nomodule novalidate open optimum part pattern placeholder popover popovertarget
popovertargetaction poster property readonly rel required reversed role rowspan scope selected sizes shape size slot
span src srcdoc start step summary tabindex target title toolautosubmit tooldescription toolname toolparamdescription
toolparamtitle type usemap value width wrap xlink:href
`.trim().split(/\s+/));
/** Handlers written as attributes: that they are there says that a click does something; the code stays here. */
const HANDLERS = new Set(['onclick', 'onmousedown', 'onpointerdown']);
/** Not sent at all although listed above: the frame's document is sent instead. */
const DROPPED = new Set(['srcdoc']);

/** @type {Map<string, 0 | 1 | 2>} 0: leave out, 1: send, 2: send without its value. */
const decided = new Map();

/**
 * @param {string} name
 * @returns {0 | 1 | 2}
 */
function decide(name) {
  if (DROPPED.has(name)) return 0;
  if (KEPT.has(name) || name.startsWith('aria-')) return 1;
  return HANDLERS.has(name) ? 2 : 0;
}

/**
 * Writes name and value of each attribute that matters and returns how many were written.
 * @param {Writer} out
 * @param {Element} element
 * @param {string} tag
 * @param {boolean} secret
 * @returns {number}
 */
export function writeAttributes(out, element, tag, secret) {
  if (!element.hasAttributes()) return 0;
  let count = 0;
  for (const name of element.getAttributeNames()) {
    let kind = decided.get(name);
    if (kind === undefined) {
      kind = decide(name);
      if (decided.size < 2_000) decided.set(name, kind);
    }
    if (kind === 0) continue;
    if (name === 'value' && secret) continue;
    if (name === 'content' && tag === 'meta' && isToken(element)) continue;
    out.word(out.string(name === 'xlink:href' ? 'href' : name));
    out.word(out.string(kind === 2 ? '' : short(element.getAttribute(name) ?? '')));
    if (++count >= MOST) break;
  }
  return count;
}

/** @param {Element} meta */
function isToken(meta) {
  return isTokenName(`${meta.getAttribute('name') ?? ''} ${meta.getAttribute('property') ?? ''}`);
}

/** @param {string} value */
function short(value) {
  if (value.length < 64) return value;
  if (/^\s*data:/i.test(value)) return `${value.slice(0, value.search(/[;,]/) + 1 || 5).slice(0, 100)}`;
  return value.length > VALUE_CHARS ? cut(value, VALUE_CHARS) : value;
}
