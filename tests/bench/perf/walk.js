/**
 * What everything is compared with: a plain walk in JavaScript that gives each element's role and a simple name. It is
 * the least that any reader of pages has to do, and does much less than accname asks.
 */

const ROLES = new Map(
  Object.entries({
    A: 'link', ARTICLE: 'article', ASIDE: 'complementary', BUTTON: 'button', CAPTION: 'caption', DIALOG: 'dialog', DT: 'term', DD: 'definition',
    FIELDSET: 'group', FIGURE: 'figure', FOOTER: 'contentinfo', FORM: 'form', H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading',
    H6: 'heading', HEADER: 'banner', HR: 'separator', IMG: 'img', INPUT: 'textbox', LI: 'listitem', MAIN: 'main', NAV: 'navigation', OL: 'list',
    OPTION: 'option', P: 'paragraph', PROGRESS: 'progressbar', SECTION: 'region', SELECT: 'combobox', SUMMARY: 'button', TABLE: 'table',
    TBODY: 'rowgroup', TD: 'cell', TEXTAREA: 'textbox', TH: 'columnheader', THEAD: 'rowgroup', TR: 'row', UL: 'list',
  }),
);

const INPUTS = new Map(Object.entries({ button: 'button', checkbox: 'checkbox', image: 'button', number: 'spinbutton', radio: 'radio', range: 'slider', reset: 'button', search: 'searchbox', submit: 'button' }));

const NAMED_BY_CONTENT = new Set(['button', 'caption', 'cell', 'columnheader', 'heading', 'link', 'option', 'row', 'term']);

/**
 * @param {Document} document
 * @returns {Array<{ role: string, name: string }>}
 */
export function walk(document) {
  /** @type {Array<{ role: string, name: string }>} */
  const found = [];
  const visit = (/** @type {Element} */ element) => {
    const role = roleOf(element);
    found.push({ role, name: nameOf(element, role) });
    for (let child = element.firstElementChild; child; child = child.nextElementSibling) visit(child);
  };
  visit(document.documentElement);
  return found;
}

/**
 * @param {Element} element
 * @returns {string}
 */
function roleOf(element) {
  const explicit = element.getAttribute('role');
  if (explicit) return explicit;
  if (element.tagName === 'INPUT') return INPUTS.get(element.getAttribute('type') ?? '') ?? 'textbox';
  if (element.tagName === 'A' && !element.hasAttribute('href')) return 'generic';
  return ROLES.get(element.tagName) ?? 'generic';
}

/**
 * @param {Element} element
 * @param {string} role
 * @returns {string}
 */
function nameOf(element, role) {
  const by = element.getAttribute('aria-labelledby');
  if (by) return by.split(/\s+/).map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '').join(' ').trim();
  const label = element.getAttribute('aria-label');
  if (label) return label;
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) {
    const text = element.labels?.[0]?.textContent;
    if (text) return text.trim();
  }
  if (element instanceof HTMLImageElement) return element.alt;
  if (NAMED_BY_CONTENT.has(role)) return (element.textContent ?? '').trim();
  return element.getAttribute('title') ?? '';
}
