// The DOM's own accessors, taken once from the prototypes. A form's fields shadow its properties (`<input
// name="firstChild">`), and a page may put its own in the way; what is read here is what the browser says.

/**
 * @template {object} T
 * @template R
 * @param {object} prototype
 * @param {string} name
 * @returns {(self: T) => R}
 */
function getter(prototype, name) {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get ?? (() => undefined);
  return Function.prototype.call.bind(get);
}

const node = globalThis.Node.prototype;
const element = globalThis.Element.prototype;

/** @type {(self: Node) => number} */
export const nodeType = getter(node, 'nodeType');
/** @type {(self: Node) => ChildNode | null} */
export const firstChild = getter(node, 'firstChild');
/** @type {(self: Node) => ChildNode | null} */
export const lastChild = getter(node, 'lastChild');
/** @type {(self: Node) => ChildNode | null} */
export const nextSibling = getter(node, 'nextSibling');
/** @type {(self: Node) => ParentNode | null} */
export const parentNode = getter(node, 'parentNode');
/** @type {(self: Node) => string | null} */
export const textContent = getter(node, 'textContent');
/** @type {(self: Node) => boolean} */
export const isConnected = getter(node, 'isConnected');
/** @type {(self: Element) => Document} */
export const ownerDocument = getter(node, 'ownerDocument');
/** @type {(self: Element) => string} */
export const localName = getter(element, 'localName');
/** @type {(self: Element) => string | null} */
export const namespaceURI = getter(element, 'namespaceURI');
/** @type {(self: Element) => Element | null} */
export const firstElementChild = getter(element, 'firstElementChild');
/** @type {(self: Element) => Element | null} */
export const nextElementSibling = getter(element, 'nextElementSibling');
/** @type {(self: Element) => ShadowRoot | null} */
export const shadowRoot = getter(element, 'shadowRoot');
/** @type {(self: Element) => HTMLSlotElement | null} */
export const assignedSlot = getter(element, 'assignedSlot');
/** @type {(self: CharacterData) => string} */
export const data = getter(globalThis.CharacterData.prototype, 'data');
/** @type {(self: Element) => number} */
const htmlTabIndex = getter(globalThis.HTMLElement.prototype, 'tabIndex');

const document = globalThis.Document.prototype;
/** @type {(self: Document) => Element | null} */
export const documentElement = getter(document, 'documentElement');
/** @type {(self: Document) => Element | null} */
export const body = getter(document, 'body');
/** @type {(self: Document) => string} */
export const titleOf = getter(document, 'title');
/** @type {(self: Document) => string} */
export const readyState = getter(document, 'readyState');
/** @type {(self: Document) => (Window & typeof globalThis) | null} */
export const defaultView = getter(document, 'defaultView');
/** @type {(self: Document) => Element | null} */
export const activeElement = getter(document, 'activeElement');

/** @type {(self: Element) => boolean} */
export const hasAttributes = Function.prototype.call.bind(element.hasAttributes);
/** @type {(self: Element) => string[]} */
const getAttributeNames = Function.prototype.call.bind(element.getAttributeNames);
/** @type {(self: Element, name: string) => string | null} */
export const getAttribute = Function.prototype.call.bind(element.getAttribute);
/** @type {(self: Element, selector: string) => boolean} */
export const matches = Function.prototype.call.bind(element.matches);
/** @type {(self: Element, options?: CheckVisibilityOptions) => boolean} */
export const checkVisibility = Function.prototype.call.bind(element.checkVisibility);
/** @type {(self: Node) => Node} */
export const getRootNode = Function.prototype.call.bind(node.getRootNode);

/** @type {string[]} */
const NONE = [];

/**
 * Names of an element's attributes.
 * @param {Element} self
 * @returns {string[]}
 */
export function attributeNames(self) {
  return hasAttributes(self) ? getAttributeNames(self) : NONE;
}

/**
 * @param {Element} self
 * @returns {number}
 */
export function tabIndex(self) {
  return self instanceof HTMLElement ? htmlTabIndex(self) : (/** @type {SVGElement} */ (self).tabIndex ?? -1);
}

/**
 * The computed style.
 * @param {Element} self
 * @returns {CSSStyleDeclaration | null}
 */
export function styleOf(self) {
  return defaultView(ownerDocument(self))?.getComputedStyle(self) ?? null;
}

/**
 * Its parent element in the flat tree, as far as a script can see.
 * @param {Element} self
 * @returns {Element | null}
 */
export function parentOf(self) {
  const slot = assignedSlot(self);
  if (slot) return slot;
  const parent = parentNode(self);
  if (!parent) return null;
  const type = nodeType(parent);
  if (type === 1) return /** @type {Element} */ (parent);
  if (type === 11) return /** @type {ShadowRoot} */ (parent).host ?? null;
  try {
    return defaultView(/** @type {Document} */ (parent))?.frameElement ?? null;
  } catch {
    return null;
  }
}

/**
 * True while it is in a document that is shown.
 * @param {Element} self
 */
export function isAttached(self) {
  return isConnected(self) && defaultView(ownerDocument(self)) !== null;
}
