// The flat tree as capture sees it: which nodes count, and what stands below an element.
// Capture, `rawText` and look-ups by handle share it, so that they never disagree.

/** Longest text node that is sent; the rest of it is cut. No page that people read has longer ones. */
export const TEXT_CHARS = 65_536;
/** Nesting that is followed, a little more than the core keeps (limits.rs). Scripts can nest deeper. */
export const DEPTH = 2_010;
/** Structured data longer than this is not sent: cut JSON is of no use. */
const DATA_CHARS = 200_000;

/** Never content. `script` is one where it holds data, `noscript` where its content was parsed. */
const NEVER = new Set(['style', 'template', 'script', 'noscript']);
/** SVG elements that are never drawn where they stand. */
const SVG_NEVER = new Set([
  'style', 'script', 'defs', 'symbol', 'clippath', 'mask', 'lineargradient', 'radialgradient', 'pattern', 'marker',
  'filter', 'metadata', 'animate', 'animatemotion', 'animatetransform', 'set', 'view',
]);
/** SVG shapes: only worth a record where something says what they mean. */
const SHAPES = new Set(['path', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'rect', 'use']);
const SVG = 'http://www.w3.org/2000/svg';
const HTML = 'http://www.w3.org/1999/xhtml';

/** @type {Map<string, string>} */
const lower = new Map();

/**
 * The tag in lower case.
 * @param {Element} element
 * @returns {string}
 */
export function tagOf(element) {
  const name = element.localName;
  let tag = lower.get(name);
  if (tag === undefined) {
    tag = name.toLowerCase();
    if (lower.size < 1_000) lower.set(name, tag);
  }
  return tag;
}

/**
 * Tags that shadow roots can be attached to, besides custom elements.
 */
const HOSTS = new Set([
  'article', 'aside', 'blockquote', 'body', 'div', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'main',
  'nav', 'p', 'section', 'span',
]);

/**
 * True where an element of this tag may host a shadow root.
 * @param {string} tag
 */
export function mayHost(tag) {
  return HOSTS.has(tag) || tag.indexOf('-') > 0;
}

/**
 * True for elements that facts leave out, with all below them.
 * @param {Element} element
 * @param {string} tag
 * @returns {boolean}
 */
export function isOmitted(element, tag) {
  if (NEVER.has(tag)) {
    if (tag === 'script') return !isData(element);
    if (tag === 'noscript') return element.firstElementChild === null;
    return true;
  }
  if (element.namespaceURI === SVG) {
    if (SVG_NEVER.has(tag) || tag.startsWith('fe')) return true;
    return SHAPES.has(tag) && element.firstElementChild === null && !hasMeaning(element);
  }
  return false;
}

/** @param {Element} element */
function hasMeaning(element) {
  return element.getAttributeNames().some((name) => name === 'role' || name === 'tabindex' || name === 'lang' || name.startsWith('aria-'));
}

/** @param {Element} element */
function isData(element) {
  return /^application\/ld\+json/i.test(element.getAttribute('type') ?? '') && (element.textContent?.length ?? 0) <= DATA_CHARS;
}

/** @param {Element} element */
export function isSvg(element) {
  return element.namespaceURI === SVG;
}

/** @param {Element} element */
export function isHtml(element) {
  return element.namespaceURI === HTML;
}

/**
 * The document inside a frame, where it can be read.
 * @param {Element} frame
 * @returns {Document | null}
 */
export function frameDocument(frame) {
  try {
    const inner = /** @type {HTMLIFrameElement} */ (frame).contentDocument;
    return inner?.documentElement ? inner : null;
  } catch {
    return null;
  }
}

/** @param {string} tag */
export function isFrame(tag) {
  return tag === 'iframe' || tag === 'frame' || tag === 'object';
}

/**
 * @typedef {(element: Element) => ShadowRoot | null} ShadowOf
 */

/**
 * The nodes below an element in the flat tree, omitted ones among them: those of its shadow root, those
 * assigned to a slot, a frame's document element, else its child nodes.
 * @param {Element} element
 * @param {string} tag
 * @param {ShadowOf} shadowOf
 * @returns {Iterable<Node>}
 */
export function below(element, tag, shadowOf) {
  if (tag === 'slot') {
    const assigned = /** @type {HTMLSlotElement} */ (element).assignedNodes?.();
    if (assigned && assigned.length > 0) return assigned;
  } else if (isFrame(tag)) {
    const inner = frameDocument(element);
    if (inner) return [inner.documentElement];
    if (tag !== 'object') return [];
  } else if (tag === 'textarea') {
    return [];
  }
  const shadow = mayHost(tag) ? shadowOf(element) : null;
  return siblings((shadow ?? element).firstChild);
}

/**
 * @param {Node | null} first
 * @returns {Iterable<Node>}
 */
function* siblings(first) {
  for (let node = first; node; node = node.nextSibling) yield node;
}

/**
 * Text below an element: folded, trimmed, cut at `most` characters. The same string as the core's
 * `Dom::flat_text` gives for the captured element.
 * @param {Element} top
 * @param {number} most
 * @param {ShadowOf} shadowOf
 * @returns {string}
 */
export function flatText(top, most, shadowOf) {
  let out = '';
  let count = 0;
  let gap = false;
  let full = false;
  /** @param {string} data */
  const add = (data) => {
    for (const char of data) {
      if (char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f') {
        gap = out !== '';
        continue;
      }
      if (gap) {
        out += ' ';
        count += 1;
        gap = false;
      }
      if (count >= most) {
        full = true;
        return;
      }
      out += char === '\0' ? '\ufffd' : char;
      count += 1;
    }
  };
  /**
   * @param {Element} element
   * @param {number} depth
   */
  const walk = (element, depth) => {
    for (const node of below(element, tagOf(element), shadowOf)) {
      if (full) return;
      if (node.nodeType === 3 || node.nodeType === 4) add(wellFormed(cutText(/** @type {Text} */ (node).data)));
      else if (node.nodeType === 1) {
        const child = /** @type {Element} */ (node);
        if (depth < DEPTH && !isOmitted(child, tagOf(child))) walk(child, depth + 1);
      }
    }
  };
  walk(top, 0);
  return out;
}

/**
 * A text node's data, cut where it is absurdly long; never between the halves of a pair.
 * @param {string} data
 */
export function cutText(data) {
  return data.length > TEXT_CHARS ? cut(data, TEXT_CHARS) : data;
}

/**
 * @param {string} text
 * @param {number} most
 */
export function cut(text, most) {
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

/**
 * Lone surrogates become U+FFFD, as they do on the way to the core.
 * @param {string} text
 */
function wellFormed(text) {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
