// Walking the flat tree: out of shadow roots into their hosts, out of frames into their frame elements, and the
// element a point of the screen belongs to. Elements of frames come from other realms: go by names, not by classes.

import { defaultView, localName, matches, nodeType, ownerDocument, parentNode, parentOf as parentOfElement } from './capture/dom.js';

export { isAttached, matches } from './capture/dom.js';

/** @param {Node} node @returns {node is Element} */
export const isElement = (node) => nodeType(node) === 1;

/** @param {Element} el @returns {el is HTMLInputElement} */
export const isInput = (el) => el.localName === 'input' && 'selectionStart' in el;
/** @param {Element} el @returns {el is HTMLTextAreaElement} */
export const isTextArea = (el) => el.localName === 'textarea' && 'selectionStart' in el;
/** @param {Element} el @returns {el is HTMLSelectElement} */
export const isSelect = (el) => el.localName === 'select' && 'selectedIndex' in el;
/** @param {Element} el @returns {el is HTMLFormElement} */
export const isForm = (el) => localName(el) === 'form' && 'elements' in el;
/** @param {Element} el @returns {el is HTMLElement} */
export const isHtml = (el) => el.namespaceURI === 'http://www.w3.org/1999/xhtml';
/** @param {Element} el @returns {el is HTMLInputElement} */
export const isToggle = (el) => isInput(el) && (el.type === 'checkbox' || el.type === 'radio');

/**
 * Parent in the flat tree, across shadow roots and same-origin frames.
 * @param {Node} node
 * @returns {Element | null}
 */
export function parentOf(node) {
  if (isElement(node)) return parentOfElement(node);
  if (nodeType(node) === 11) return /** @type {ShadowRoot} */ (node).host ?? null;
  const parent = parentNode(node);
  if (!parent || isElement(parent)) return parent;
  return nodeType(parent) === 11 ? (/** @type {ShadowRoot} */ (parent).host ?? null) : null;
}

/** @param {Node} node @returns {Window & typeof globalThis} */
export function viewOf(node) {
  const view = defaultView(nodeType(node) === 9 ? /** @type {Document} */ (node) : ownerDocument(/** @type {Element} */ (node)));
  if (!view) throw new Error('the element is in no window');
  return view;
}

/** @param {Document} document @returns {Element | null} */
export function frameOf(document) {
  try {
    return defaultView(document)?.frameElement ?? null;
  } catch {
    return null;
  }
}

/**
 * The element itself and what is above it in the flat tree.
 * @param {Element | null} el
 * @returns {Generator<Element>}
 */
export function* upwards(el) {
  for (let at = el; at; at = parentOf(at)) yield at;
}

/** @param {Element} el @param {Element} outer */
export function within(el, outer) {
  for (const at of upwards(el)) if (at === outer) return true;
  return false;
}

/**
 * The first match of a selector, upwards in the flat tree.
 * @param {Element} el
 * @param {string} selector
 */
export function closest(el, selector) {
  for (const at of upwards(el)) if (matches(at, selector)) return at;
  return null;
}

/**
 * The innermost element at a point of this document's viewport, into open shadow roots but not into frames.
 * @param {Document} document
 * @param {number} x
 * @param {number} y
 * @returns {Element | null}
 */
export function hitAt(document, x, y) {
  let hit = document.elementFromPoint(x, y);
  for (;;) {
    const inner = hit?.shadowRoot?.elementFromPoint(x, y);
    if (!inner || inner === hit) return hit;
    hit = inner;
  }
}

/** The focused element, into shadow roots and same-origin frames. @param {Document} document */
export function focused(document) {
  let at = document.activeElement;
  for (;;) {
    /** @type {Element | null | undefined} */
    let inner = at?.shadowRoot?.activeElement;
    if (!inner && at && (at.localName === 'iframe' || at.localName === 'frame')) {
      try {
        inner = /** @type {HTMLIFrameElement} */ (at).contentDocument?.activeElement;
      } catch {
        inner = null;
      }
    }
    if (!inner) return at;
    at = inner;
  }
}

/**
 * Open modal dialogs, outside of shadow roots; those inside show in a hit test.
 * @param {Document} document
 * @returns {Element[]}
 */
export function modalsOf(document) {
  // `:modal` also matches what is in full screen, which makes nothing inert.
  return [...document.querySelectorAll('dialog:modal')];
}
