// Flags and extras of one element, as the browser computed them. The common element costs one
// `checkVisibility`; style is only read where it can matter.

import { isHtml, isSvg } from './tree.js';

/** Bits of an element's flags; the same as `facts::flag` in crate/protocol/src/facts.rs. */
export const flag = Object.freeze({
  RENDERED: 1, VISIBLE: 1 << 1, OPAQUE: 1 << 2, BLOCK: 1 << 3, CHECKED: 1 << 4, INDETERMINATE: 1 << 5,
  DISABLED: 1 << 6, SELECTED: 1 << 7, INVALID: 1 << 8, MODAL: 1 << 9, OPEN: 1 << 10, EDITOR: 1 << 11,
  READONLY: 1 << 12, REQUIRED: 1 << 13, SECRET: 1 << 14, SVG: 1 << 15, SHADOW_HOST: 1 << 16, CLOSED: 1 << 17,
  FOREIGN: 1 << 18, FOCUSABLE: 1 << 19, INERT: 1 << 20, INLINE_BLOCK: 1 << 21, POINTER: 1 << 22, MATHML: 1 << 23,
});

/** A common element's. */
const SEEN = flag.RENDERED | flag.VISIBLE | flag.OPAQUE;

/** What capture knows of an element's surroundings. */
export const around = Object.freeze({
  /** In a shadow tree: slots take assigned nodes. */
  SHADOW: 1,
  /** In a `select`: options have no box of their own. */
  SELECT: 2,
  /** In a `canvas`: content without boxes. */
  CANVAS: 4,
  /** In something that is named from its content, beside other content: display decides on spaces. */
  NAMED: 8,
  /** In a select whose choice is a secret. */
  SECRET: 16,
  /** In a frame that is not visible itself. */
  VEILED: 32,
  /** In a frame that is transparent itself. */
  GLASS: 64,
});

/** Shown, and nothing of opacity or visibility against it. */
const ALL = { opacityProperty: true, visibilityProperty: true };
const OPACITY = { opacityProperty: true };
const VISIBILITY = { visibilityProperty: true };

/** Tags whose box starts on a line of its own unless a style sheet says otherwise. */
const BLOCKS = new Set(`
address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2
h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p pre search section summary table
tbody td tfoot th thead tr ul caption colgroup col
`.trim().split(/\s+/));
/** Tags that stand in a line but apart from the text around them. */
const ATOMS = new Set(['button', 'input', 'select', 'textarea', 'meter', 'progress', 'img', 'video', 'audio', 'canvas', 'iframe', 'object']);
const LINE_OF_ITS_OWN = /^(?:block|flex|grid|table(?:-.*)?|list-item|flow-root|ruby-text)$/;

/**
 * Whether it is rendered, visible and opaque.
 * @param {Element} element
 * @param {string} tag
 * @param {number} above flags of its parent in the flat tree
 * @param {number} bits surroundings
 * @returns {number}
 */
export function seen(element, tag, above, bits) {
  if ((above & flag.RENDERED) === 0) return 0;
  const flags = element.checkVisibility(ALL) ? SEEN : rarelySeen(element, tag, above, bits);
  if ((bits & (around.VEILED | around.GLASS)) === 0) return flags;
  return flags & ~((bits & around.VEILED ? flag.VISIBLE : 0) | (bits & around.GLASS ? flag.OPAQUE : 0));
}

/**
 * @param {Element} element
 * @param {string} tag
 * @param {number} above
 * @param {number} bits
 * @returns {number}
 */
function rarelySeen(element, tag, above, bits) {
  if (element.checkVisibility()) {
    let flags = flag.RENDERED;
    if (element.checkVisibility(VISIBILITY)) flags |= flag.VISIBLE;
    if (element.checkVisibility(OPACITY)) flags |= flag.OPAQUE;
    return flags;
  }
  // No box, or inside content that is skipped. Some elements are there without a box of their own.
  if (tag === 'head') return 0;
  const style = styleOf(element);
  if (!style) return 0;
  const boxless =
    (bits & around.SELECT && (tag === 'option' || tag === 'optgroup' || tag === 'hr' || tag === 'legend')) ||
    bits & around.CANVAS ||
    tag === 'area';
  if (style.display !== 'contents' && !(boxless && (style.display !== 'none' || tag === 'area'))) return 0;
  // A box-less element inside skipped content (closed details) has no box because nothing there has.
  if (style.display === 'contents' && isSkipped(element)) return 0;
  const visible = style.visibility === 'visible' ? flag.VISIBLE : 0;
  const opaque = style.opacity === '0' && style.display !== 'contents' ? 0 : above & flag.OPAQUE;
  return flag.RENDERED | visible | opaque;
}

/**
 * True for a box-less element whose nearest box is not rendered: `content-visibility: hidden` above it.
 * @param {Element} element
 */
function isSkipped(element) {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at.checkVisibility()) {
      const style = styleOf(at);
      return style?.contentVisibility === 'hidden' || (at.localName === 'details' && !at.hasAttribute('open') && element.localName !== 'summary');
    }
    if (styleOf(at)?.display !== 'contents') return true;
  }
  return false;
}

/** @param {Element} element */
export function styleOf(element) {
  return element.ownerDocument.defaultView?.getComputedStyle(element) ?? null;
}

/**
 * How its box stands in the line: BLOCK, INLINE_BLOCK or neither.
 * @param {Element} element
 * @param {string} tag
 * @param {number} bits
 * @returns {number}
 */
export function boxed(element, tag, bits) {
  if (bits & around.NAMED) {
    const style = styleOf(element);
    if (style) {
      const display = style.display;
      if (LINE_OF_ITS_OWN.test(display)) return flag.BLOCK;
      return display.startsWith('inline-') || ATOMS.has(tag) ? flag.INLINE_BLOCK : 0;
    }
  }
  if (BLOCKS.has(tag)) return flag.BLOCK;
  return ATOMS.has(tag) ? flag.INLINE_BLOCK : 0;
}

/**
 * Flags that come from state: of controls, dialogs, editors and the like.
 * @param {Element} element
 * @param {string} tag
 * @param {number} above
 * @param {number} bits
 * @param {boolean} secret
 * @returns {number}
 */
export function stateFlags(element, tag, above, bits, secret) {
  let flags = above & flag.INERT;
  if (!isHtml(element)) {
    if (isSvg(element)) flags |= flag.SVG;
    else if (element.namespaceURI === 'http://www.w3.org/1998/Math/MathML') flags |= flag.MATHML;
    if (tag === 'a' ? /** @type {SVGElement} */ (element).tabIndex >= 0 : element.hasAttribute('tabindex') && /** @type {SVGElement} */ (element).tabIndex >= 0) flags |= flag.FOCUSABLE;
    return flags;
  }
  if (element.hasAttributes()) {
    const html = /** @type {HTMLElement} */ (element);
    if (html.hasAttribute('inert')) flags |= flag.INERT;
    if (html.hasAttribute('tabindex') && html.tabIndex >= 0) flags |= flag.FOCUSABLE;
    if (html.hasAttribute('contenteditable') && isEditor(html)) flags |= flag.EDITOR | flag.FOCUSABLE;
    if (html.hasAttribute('popover') && html.matches(':popover-open')) flags |= flag.OPEN;
  }
  const of = STATES.get(tag);
  if (of) flags |= of(element, secret || (bits & around.SECRET) !== 0);
  else if (tag.indexOf('-') > 0 && element.matches(':disabled')) flags |= flag.DISABLED;
  return flags;
}

/** @param {HTMLElement} element */
function isEditor(element) {
  return element.isContentEditable && element.contentEditable !== 'false' && element.contentEditable !== 'inherit';
}

/** @type {Map<string, (element: Element, secret: boolean) => number>} */
const STATES = new Map([
  ['input', inputFlags],
  ['textarea', inputFlags],
  ['select', (element, secret) => controlFlags(element) | (/** @type {HTMLSelectElement} */ (element).required ? flag.REQUIRED : 0) | (secret ? flag.SECRET : 0)],
  ['button', controlFlags],
  ['option', (element, secret) => (element.matches(':disabled') ? flag.DISABLED : 0) | (!secret && /** @type {HTMLOptionElement} */ (element).selected ? flag.SELECTED : 0)],
  ['optgroup', (element) => (element.matches(':disabled') ? flag.DISABLED : 0)],
  ['fieldset', (element) => (element.matches(':disabled') ? flag.DISABLED : 0)],
  ['dialog', (element) => (/** @type {HTMLDialogElement} */ (element).open ? flag.OPEN : 0) | (element.matches(':modal') ? flag.MODAL : 0)],
  ['details', (element) => (/** @type {HTMLDetailsElement} */ (element).open ? flag.OPEN : 0)],
  ['a', (element) => (/** @type {HTMLElement} */ (element).tabIndex >= 0 ? flag.FOCUSABLE : 0)],
  ['area', (element) => (/** @type {HTMLElement} */ (element).tabIndex >= 0 ? flag.FOCUSABLE : 0)],
  ['summary', (element) => (/** @type {HTMLElement} */ (element).tabIndex >= 0 ? flag.FOCUSABLE : 0)],
  ['iframe', (element) => (/** @type {HTMLElement} */ (element).tabIndex >= 0 ? flag.FOCUSABLE : 0)],
  ['object', (element) => (/** @type {HTMLObjectElement} */ (element).willValidate && !(/** @type {HTMLObjectElement} */ (element).validity.valid) ? flag.INVALID : 0)],
]);

/**
 * @param {Element} element
 * @returns {number}
 */
function controlFlags(element) {
  const control = /** @type {HTMLSelectElement} */ (element);
  let flags = 0;
  if (control.matches(':disabled')) flags |= flag.DISABLED;
  else if (control.tabIndex >= 0) flags |= flag.FOCUSABLE;
  if (control.willValidate && !control.validity.valid) flags |= flag.INVALID;
  return flags;
}

/**
 * @param {Element} element
 * @param {boolean} secret
 * @returns {number}
 */
function inputFlags(element, secret) {
  const input = /** @type {HTMLInputElement} */ (element);
  let flags = controlFlags(element);
  if (input.readOnly) flags |= flag.READONLY;
  if (input.required) flags |= flag.REQUIRED;
  if (input.checked) flags |= flag.CHECKED;
  if (input.indeterminate) flags |= flag.INDETERMINATE;
  if (secret) flags |= flag.SECRET;
  return flags;
}
