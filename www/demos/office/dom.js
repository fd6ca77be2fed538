/**
 * Small helpers of the demo page for making and finding elements.
 */

/**
 * The element with this id, of the type that is expected.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return element;
}

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Says something in the corner, and to screen readers.
 * @param {string} text
 */
export function toast(text) {
  const message = make('p', { class: 'toast' }, text);
  byId('toasts', HTMLDivElement).append(message);
  setTimeout(() => message.remove(), 5000);
}
