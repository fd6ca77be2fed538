// Flags of one element, as the browser computed them. The common element costs one `checkVisibility`; style is only
// read where it can matter.

import { checkVisibility, getAttribute, localName, matches, parentOf, styleOf, tabIndex } from './dom.js';
import { has } from './attributes.js';
import { keepsOff } from './modal.js';
import { may } from './sheets.js';

/** @typedef {import('./kinds.js').Kind} Kind */

/** Bits of an element's flags; the same as `facts::flag` in crate/protocol/src/facts.rs. */
export const flag = Object.freeze({
  RENDERED: 1, VISIBLE: 1 << 1, OPAQUE: 1 << 2, BLOCK: 1 << 3, CHECKED: 1 << 4, INDETERMINATE: 1 << 5,
  DISABLED: 1 << 6, SELECTED: 1 << 7, INVALID: 1 << 8, MODAL: 1 << 9, OPEN: 1 << 10, EDITOR: 1 << 11,
  READONLY: 1 << 12, REQUIRED: 1 << 13, SECRET: 1 << 14, SVG: 1 << 15, SHADOW_HOST: 1 << 16, CLOSED: 1 << 17,
  FOREIGN: 1 << 18, FOCUSABLE: 1 << 19, INERT: 1 << 20, INLINE_BLOCK: 1 << 21, POINTER: 1 << 22, MATHML: 1 << 23,
});

/** A common element's: nothing hides it. */
export const SEEN = flag.RENDERED | flag.VISIBLE | flag.OPAQUE;

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
  /** In the SVG namespace. */
  SVG: 128,
  /** In the MathML namespace. */
  MATHML: 256,
  /** May be hidden although no style sheet says so. */
  UNSURE: 512,
  /** In something whose text is too small or too clear to be seen, until something inside is not. */
  FAINT: 1_024,
  /** In something that shows a pointer. */
  POINTED: 2_048,
  /** Directly in something whose box a rule may make another, such as a flex container. */
  LAID: 32_768,
});

/** Where the bits of `text-transform` begin in what is known of surroundings; three bits. */
export const TRANSFORM_AT = 12;
/** Elements that are only looked at closely by what they are in. */
const PECULIAR = around.UNSURE | around.SVG | around.MATHML | around.SELECT | around.CANVAS;

/** Shown, and nothing of opacity or visibility against it. */
const ALL = { opacityProperty: true, visibilityProperty: true };
const OPACITY = { opacityProperty: true };
const VISIBILITY = { visibilityProperty: true };
const LINE_OF_ITS_OWN = /^(?:block|flex|grid|table(?:-.*)?|list-item|flow-root|ruby-text)$/;

/**
 * Whether it is rendered, visible and opaque.
 * @param {Element} element
 * @param {Kind} kind
 * @param {number} above flags of its parent in the flat tree
 * @param {number} bits surroundings
 * @param {number} names attributes that are there (bits of `has`)
 * @param {number} rules what style sheets may do to it (bits of `may`)
 * @returns {number}
 */
export function seen(element, kind, above, bits, names, rules) {
  if ((above & flag.RENDERED) === 0) return 0;
  if ((above & SEEN) === SEEN && !kind.shy && (bits & PECULIAR) === 0 && (rules & may.HIDE) === 0 && (names & has.HIDES) === 0) return SEEN;
  const flags = checkVisibility(element, ALL) ? SEEN : rarelySeen(element, kind.tag, above, bits);
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
  if (checkVisibility(element)) {
    const visible = checkVisibility(element, VISIBILITY) ? flag.VISIBLE : 0;
    return flag.RENDERED | visible | (checkVisibility(element, OPACITY) ? flag.OPAQUE : 0);
  }
  // No box, or inside content that is skipped. Some elements are there without a box of their own.
  if (tag === 'head') return 0;
  const style = styleOf(element);
  if (!style) return 0;
  if (style.display === 'contents') {
    // Inside skipped content (closed details) it has no box because nothing there has.
    if (isSkipped(element)) return 0;
  } else if (tag !== 'area' && !(isBoxless(tag, bits) && style.display !== 'none')) {
    return 0;
  }
  const visible = style.visibility === 'visible' ? flag.VISIBLE : 0;
  const opaque = style.opacity === '0' && style.display !== 'contents' ? 0 : above & flag.OPAQUE;
  return flag.RENDERED | visible | opaque;
}

/**
 * @param {string} tag
 * @param {number} bits
 */
function isBoxless(tag, bits) {
  return (bits & around.CANVAS) !== 0 || ((bits & around.SELECT) !== 0 && (tag === 'option' || tag === 'optgroup' || tag === 'hr' || tag === 'legend'));
}

/**
 * True for a box-less element whose nearest box is not rendered: `content-visibility: hidden` above it.
 * @param {Element} element
 */
function isSkipped(element) {
  /** @type {Element} */
  let below = element;
  for (let at = parentOf(element); at; at = parentOf(at)) {
    if (checkVisibility(at)) {
      if (styleOf(at)?.contentVisibility === 'hidden') return true;
      return localName(at) === 'details' && getAttribute(at, 'open') === null && localName(below) !== 'summary';
    }
    if (styleOf(at)?.display !== 'contents') return true;
    below = at;
  }
  return false;
}

/**
 * How its box stands in the line: BLOCK, INLINE_BLOCK or neither.
 * @param {Element} element
 * @param {Kind} kind
 * @param {number} bits
 * @param {number} names attributes that are there (bits of `has`)
 * @param {number} rules what style sheets may do to it (bits of `may`); all where that is not known
 * @param {number} shown what was found of it so far (flag bits)
 * @returns {number}
 */
export function boxed(element, kind, bits, names = 0, rules = -1, shown = 0) {
  if ((bits & around.NAMED) === 0) return kind.box;
  const free = (bits & (PECULIAR | around.LAID)) === 0 && (rules & (may.BOX | may.HIDE)) === 0 && (names & has.POPOVER) === 0;
  if (kind.still && free && shown & flag.RENDERED) return kind.box;
  const display = styleOf(element)?.display ?? '';
  if (LINE_OF_ITS_OWN.test(display)) return flag.BLOCK;
  return display.startsWith('inline-') || kind.box === flag.INLINE_BLOCK ? flag.INLINE_BLOCK : 0;
}

/**
 * Flags that come from state: of controls, dialogs, editors and the like.
 * @param {Element} element
 * @param {Kind} kind
 * @param {number} above
 * @param {number} bits
 * @param {number} names attributes that are there (bits of `has`)
 * @param {boolean} secret
 * @returns {number}
 */
export function stateFlags(element, kind, above, bits, names, secret) {
  let flags = above & flag.INERT;
  const html = /** @type {HTMLElement} */ (element);
  if (names & has.TABINDEX && tabIndex(html) >= 0) flags |= flag.FOCUSABLE;
  if (bits & (around.SVG | around.MATHML)) {
    if (kind.tag === 'a' && tabIndex(html) >= 0) flags |= flag.FOCUSABLE;
    return flags | (bits & around.SVG ? flag.SVG : flag.MATHML);
  }
  if (names & (has.INERT | has.EDITABLE | has.POPOVER | has.MODAL)) {
    if (names & has.MODAL && keepsOff(element)) flags |= flag.MODAL;
    if (names & has.INERT) flags |= flag.INERT;
    if (names & has.EDITABLE && isEditor(html)) flags |= flag.EDITOR | flag.FOCUSABLE;
    if (names & has.POPOVER && matches(html, ':popover-open')) flags |= flag.OPEN;
  }
  return kind.stated ? flags | ownFlags(html, kind.tag, secret || (bits & around.SECRET) !== 0) : flags;
}

/** @param {HTMLElement} element */
function isEditor(element) {
  return element.isContentEditable && element.contentEditable !== 'false' && element.contentEditable !== 'inherit';
}

/**
 * @param {HTMLElement} element
 * @param {string} tag
 * @param {boolean} secret
 * @returns {number}
 */
function ownFlags(element, tag, secret) {
  switch (tag) {
    case 'input':
    case 'textarea':
      return inputFlags(/** @type {HTMLInputElement} */ (element), secret);
    case 'select': {
      const select = /** @type {HTMLSelectElement} */ (element);
      return controlFlags(select) | (select.required ? flag.REQUIRED : 0) | (secret ? flag.SECRET : 0);
    }
    case 'button':
      return controlFlags(/** @type {HTMLButtonElement} */ (element));
    case 'option':
      return disabledFlag(element) | (!secret && /** @type {HTMLOptionElement} */ (element).selected ? flag.SELECTED : 0);
    case 'dialog':
      return (/** @type {HTMLDialogElement} */ (element).open ? flag.OPEN : 0) | (matches(element, ':modal') ? flag.MODAL : 0);
    case 'details':
      return /** @type {HTMLDetailsElement} */ (element).open ? flag.OPEN : 0;
    case 'optgroup':
    case 'fieldset':
      return disabledFlag(element);
    case 'a':
    case 'area':
    case 'summary':
    case 'iframe':
    case 'frame':
      return tabIndex(element) >= 0 ? flag.FOCUSABLE : 0;
    default:
      return disabledFlag(element);
  }
}

/** @param {Element} element */
function disabledFlag(element) {
  return matches(element, ':disabled') ? flag.DISABLED : 0;
}

/**
 * @param {HTMLInputElement | HTMLSelectElement | HTMLButtonElement} control
 * @returns {number}
 */
function controlFlags(control) {
  let flags = matches(control, ':disabled') ? flag.DISABLED : tabIndex(control) >= 0 ? flag.FOCUSABLE : 0;
  if (matches(control, ':invalid')) flags |= flag.INVALID;
  return flags;
}

/**
 * @param {HTMLInputElement} input
 * @param {boolean} secret
 * @returns {number}
 */
function inputFlags(input, secret) {
  let flags = controlFlags(input);
  if (input.readOnly) flags |= flag.READONLY;
  if (input.required) flags |= flag.REQUIRED;
  if (input.checked) flags |= flag.CHECKED;
  if (input.indeterminate) flags |= flag.INDETERMINATE;
  return secret ? flags | flag.SECRET : flags;
}
