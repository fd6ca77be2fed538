// Which attributes are sent, how much of each, and which of them capture itself must look at.

import { attributeNames, firstChild, firstElementChild, getAttribute, localName, textContent } from './dom.js';
import { isTokenName } from './secret.js';
import { cut } from './tree.js';

/** @typedef {import('./writer.js').Writer} Writer */

/** Longest attribute value that is sent. Longer ones are data, not words. */
const VALUE_CHARS = 4_096;
/** Characters of an empty element's classes. */
const ICON_CHARS = 80;
/** Most attributes of one element; real ones have fewer than forty. */
const MOST = 200;

/** Attributes that a role, a name, a state, an address or an outline may depend on. `checked` and `selected` are flags. */
const KEPT = new Set(`
abbr accept action alt autocomplete autoplay axis border cite colspan command commandfor contenteditable content controls coords
datetime dir disabled download enterkeyhint for form formaction formmethod headers height hidden href hreflang id inert
inputmode ismap itemid itemprop itemref itemscope itemtype label lang list loop low high max maxlength media method min
minlength multiple muted name nomodule novalidate open optimum part pattern placeholder popover popovertarget
popovertargetaction poster property readonly rel required reversed role rowspan rules scope sizes shape size slot
span src start step summary tabindex target title toolautosubmit tooldescription toolname toolparamdescription
toolparamtitle type usemap value width wrap xlink:href xlink:title switch data-onecall
`.trim().split(/\s+/));
/** Handlers written as attributes: that they are there says that a click does something; the code stays here. */
const HANDLERS = new Set(['onclick', 'onmousedown', 'onpointerdown']);

/** Attributes that capture looks at itself, as bits. */
export const has = Object.freeze({
  INERT: 1, TABINDEX: 2, EDITABLE: 4, POPOVER: 8, ROLE: 16, ID: 32, LABELLED_BY: 64, DESCRIBED_BY: 128, MEANING: 256, HIDES: 512,
  MODAL: 1_024, CLASS: 2_048, STYLE: 4_096, PART: 8_192, TINT: 16_384,
});
/** Set on a decision: the attribute is sent. */
const SEND = 1 << 16;
/** Set on a decision: its value is not. */
const BARE = 1 << 17;

/** Set on a decision: its values are different on nearly every element. */
const UNIQUE = 1 << 18;
/** Set on a decision: only those of its words are sent that say what part of a page this is. */
const WORDS = 1 << 19;
/**
 * Words in classes that tell content from what stands around it; the core's reading mode weighs them (model/text/article).
 * Class names of style libraries that only look like them stay here.
 */
const PART = /^-?ad-|-ad-|article|author|banner|blog|body|breadcrumb|byline|column|com-|combx|comment|community|contact|content|cookie|cover-wrap|dateline|disqus|entry|extra|fallback-image|footer|gdpr|header|hidden|^hid$|legends|main|masthead|mathjax|media|menu|meta|newsletter|outbrain|page|pager|pagination|popup|post|promo|related|remark|replies|rss|scroll|share|shopping|shoutbox|sidebar|skyscraper|social|sponsor|story|supplemental|tags|text|widget|writtenby|yom-remote|adbox|ad-break|agegate|ai2html/i;
const STYLE = /^(?:text|overflow|scroll|snap|tw|md|sm|lg|xl)[-:]/;

/** @type {Map<string, string>} Classes as they stand → what is sent of them. */
const parts = new Map();

/**
 * @param {string} classes
 * @returns {string} Empty where none of them says anything.
 */
function partOf(classes) {
  let part = parts.get(classes);
  if (part === undefined) {
    part = PART.test(classes) ? classes.split(/\s+/).filter((word) => PART.test(word) && !STYLE.test(word)).join(' ').slice(0, 200) : '';
    if (parts.size < 5_000) parts.set(classes, part);
  }
  return part;
}

const UNIQUES = new Set(`
id href src alt title aria-label aria-labelledby aria-describedby aria-controls aria-owns for name content value
placeholder action datetime headers poster itemid
`.trim().split(/\s+/));

/** @type {Map<string, number>} */
const decided = new Map();

/** @type {Record<string, number>} */
const BITS = {
  inert: has.INERT, tabindex: has.TABINDEX | has.MEANING, contenteditable: has.EDITABLE,
  role: has.ROLE | has.MEANING, id: has.ID, 'aria-labelledby': has.LABELLED_BY, 'aria-describedby': has.DESCRIBED_BY,
  'aria-modal': has.MODAL, lang: has.MEANING, hidden: has.HIDES, popover: has.POPOVER | has.HIDES,
  class: has.CLASS, style: has.STYLE, part: has.PART,
  // Attributes of old HTML that give colours.
  color: has.TINT, bgcolor: has.TINT, text: has.TINT,
};

/**
 * @param {string} name
 * @returns {number}
 */
function decide(name) {
  let bits = Object.hasOwn(BITS, name) ? (BITS[name] ?? 0) : 0;
  if (name.startsWith('aria-')) bits |= SEND | has.MEANING;
  if (KEPT.has(name)) bits |= SEND;
  if (UNIQUES.has(name)) bits |= UNIQUE;
  if (HANDLERS.has(name)) bits |= SEND | BARE;
  if (name === 'class') bits |= SEND | WORDS;
  if (decided.size < 2_000) decided.set(name, bits);
  return bits;
}

/**
 * Bits of `has` for these names.
 * @param {string[]} names
 * @returns {number}
 */
export function present(names) {
  let bits = 0;
  for (let at = 0; at < names.length; at += 1) {
    const name = /** @type {string} */ (names[at]);
    bits |= decided.get(name) ?? decide(name);
  }
  return bits & (SEND - 1);
}

/**
 * Names of an element's attributes, and the bits of `has` for them.
 * @param {Element} element
 * @returns {{names: string[], there: number}}
 */
export function attributesOf(element) {
  const names = attributeNames(element);
  return { names, there: present(names) };
}

/**
 * Writes name and value of each attribute that matters and returns how many were written.
 * @param {Writer} out
 * @param {Element} element
 * @param {string} tag
 * @param {string[]} names
 * @param {boolean} secret
 * @returns {number}
 */
export function writeAttributes(out, element, tag, names, secret) {
  let count = 0;
  for (let at = 0; at < names.length; at += 1) {
    const name = /** @type {string} */ (names[at]);
    const bits = decided.get(name) ?? decide(name);
    if ((bits & SEND) === 0) continue;
    if (name === 'value' && secret) continue;
    if (name === 'content' && tag === 'meta' && isToken(element)) continue;
    let value = bits & BARE ? '' : (getAttribute(element, name) ?? '');
    if (bits & WORDS) {
      // What shows no words is often an icon, and its class all that says which.
      value = isWordless(element, tag) ? value.slice(0, ICON_CHARS) : partOf(value);
      if (value === '') continue;
    }
    value = short(value);
    out.word(out.string(name === 'xlink:href' ? 'href' : name));
    out.word(bits & UNIQUE ? out.add(value) : out.text(value));
    if (++count >= MOST) break;
  }
  return count;
}

/**
 * @param {Element} element
 * @param {string} tag
 */
function isWordless(element, tag) {
  const first = firstElementChild(element);
  if (first === null && firstChild(element) === null) return true;
  return (tag === 'button' || tag === 'a' || (first !== null && localName(first) === 'svg')) && (textContent(element) ?? '').trim() === '';
}

/** @param {Element} meta */
function isToken(meta) {
  return isTokenName(`${getAttribute(meta, 'name') ?? ''} ${getAttribute(meta, 'property') ?? ''}`);
}

/** @param {string} value */
function short(value) {
  if (value.length < 64) return value;
  if (/^\s*data:/i.test(value)) return value.slice(0, Math.min(100, value.search(/[;,]/) + 1 || 5));
  return value.length > VALUE_CHARS ? cut(value, VALUE_CHARS) : value;
}
