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

/**
 * @template {object} T
 * @template {unknown[]} A
 * @template R
 * @param {object} prototype
 * @param {string} name
 * @returns {(self: T, ...rest: A) => R}
 */
function method(prototype, name) {
  const own = Object.getOwnPropertyDescriptor(prototype, name)?.value ?? (() => undefined);
  return Function.prototype.call.bind(own);
}

/**
 * Where there is no DOM (tests of what needs none) there is nothing to take.
 * @param {string} name
 * @returns {object}
 */
function prototypeOf(name) {
  return /** @type {{prototype: object} | undefined} */ (Reflect.get(globalThis, name))?.prototype ?? {};
}

const node = prototypeOf('Node');
const element = prototypeOf('Element');

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
export const data = getter(prototypeOf('CharacterData'), 'data');
/** @type {(self: Element) => number} */
const htmlTabIndex = getter(prototypeOf('HTMLElement'), 'tabIndex');

const document = prototypeOf('Document');
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
export const hasAttributes = method(element, 'hasAttributes');
/** @type {(self: Element) => string[]} */
const getAttributeNames = method(element, 'getAttributeNames');
/** @type {(self: Element, name: string) => string | null} */
export const getAttribute = method(element, 'getAttribute');
/** @type {(self: Element, selector: string) => boolean} */
export const matches = method(element, 'matches');
/** @type {(self: Element, options?: CheckVisibilityOptions) => boolean} */
export const checkVisibility = method(element, 'checkVisibility');
/** @type {(self: Node) => Node} */
export const getRootNode = method(node, 'getRootNode');

/** @type {(self: Node, other: Node) => boolean} */
export const contains = method(node, 'contains');
/** @type {Record<string, (self: Element) => HTMLFormElement | null>} */
const forms = {
  input: getter(prototypeOf('HTMLInputElement'), 'form'),
  select: getter(prototypeOf('HTMLSelectElement'), 'form'),
  textarea: getter(prototypeOf('HTMLTextAreaElement'), 'form'),
  button: getter(prototypeOf('HTMLButtonElement'), 'form'),
};

/**
 * The form of a native control.
 * @param {Element} self
 * @returns {HTMLFormElement | null}
 */
export function formOf(self) {
  const read = forms[localName(self)];
  return read && self instanceof HTMLElement ? read(self) : null;
}

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
