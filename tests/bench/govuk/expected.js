/**
 * What a fixture of govuk-frontend shows, told from the options that it was rendered from.
 */

/**
 * @typedef {{ text?: string, html?: string }} Said
 * @typedef {{ label: string, selected: boolean, disabled: boolean, hint: string }} Option
 * @typedef {{ label: string, kind?: string, value?: string, disabled?: boolean, error: string, hint: string, options?: Option[] }} Field
 * @typedef {{ caption: string, columns: string[], rows: string[][] }} Table
 * @typedef {{ key: string, text: string }} Entry
 * @typedef {{ fields: Field[], tables: Table[], entries: Entry[] }} Expected
 * @typedef {Said & { value?: unknown, checked?: boolean, selected?: boolean, disabled?: boolean, divider?: string, hint?: Said, label?: string | Said, name?: string }} Item
 * @typedef {object} Options The part of the components' options that is looked at.
 * @property {Said} [label]
 * @property {{ legend?: Said }} [fieldset]
 * @property {Said} [hint]
 * @property {Said} [errorMessage]
 * @property {unknown} [value]
 * @property {unknown[] | Record<string, unknown>} [values]
 * @property {false | Item} [day]
 * @property {false | Item} [month]
 * @property {false | Item} [year]
 * @property {string} [type]
 * @property {boolean} [disabled]
 * @property {Item[]} [items]
 * @property {string} [caption]
 * @property {Said[]} [head]
 * @property {unknown[][] | Record<string, Said>[]} [rows]
 */

const ENTITIES = new Map([['&amp;', '&'], ['&lt;', '<'], ['&gt;', '>'], ['&quot;', '"'], ['&#39;', "'"], ['&nbsp;', ' '], ['&rsquo;', '’']]);

/** @param {string} text */
export const fold = (text) => text.replace(/\s+/g, ' ').trim();

/**
 * The words of a text or piece of HTML.
 * @param {unknown} said
 * @returns {string}
 */
export function words(said) {
  if (said === null || said === undefined || said === false) return '';
  if (typeof said !== 'object') return fold(String(said));
  const { html, text } = /** @type {Said} */ (said);
  if (!html) return fold(String(text ?? ''));
  const blocks = html.replace(/<(?:br|\/?(?:p|div|li|ul|ol|h\d))\b[^>]*>/g, ' ');
  return fold(blocks.replace(/<[^>]*>/g, '').replace(/&[#\w]+;/g, (entity) => ENTITIES.get(entity) ?? ' '));
}

const KINDS = new Map([['number', 'number'], ['email', 'email'], ['tel', 'tel'], ['password', 'password'], ['url', 'url'], ['search', 'search'], ['date', 'date']]);

/**
 * @param {string} component
 * @param {Options} options
 * @returns {Expected}
 */
export function expected(component, options) {
  /** @type {Expected} */
  const out = { fields: [], tables: [], entries: [] };
  const said = { error: words(options.errorMessage), hint: words(options.hint) };
  const label = words(options.label);
  const items = (options.items ?? []).filter((item) => item && !item.divider);
  switch (component) {
    case 'input':
      return field(out, { label, kind: KINDS.get(options.type ?? '') ?? 'text', value: String(options.value ?? ''), disabled: options.disabled === true, ...said });
    case 'textarea':
    case 'character-count':
      return field(out, { label, kind: 'textarea', value: String(options.value ?? ''), disabled: options.disabled === true, ...said });
    case 'password-input':
      return field(out, { label, kind: 'password', value: '', disabled: options.disabled === true, ...said });
    case 'file-upload':
      return field(out, { label, kind: 'file', disabled: options.disabled === true, ...said });
    case 'select':
      return field(out, { label, kind: 'select', disabled: options.disabled === true, ...said, options: choices(items, options) });
    case 'radios':
      return field(out, { label: words(options.fieldset?.legend), kind: 'radio group', ...said, options: choices(items, options) });
    case 'checkboxes':
      for (const one of choices(items, options)) {
        field(out, { label: one.label, kind: 'checkbox', value: one.selected ? 'checked' : 'not checked', disabled: one.disabled, error: said.error, hint: one.hint || said.hint });
      }
      return out;
    case 'date-input':
      for (const item of items.length > 0 ? items : parts(options)) {
        const name = item.name ?? '';
        field(out, { label: words(item.label) || name.slice(0, 1).toUpperCase() + name.slice(1), ...said });
      }
      return out;
    case 'table':
      return table(out, options);
    case 'summary-list':
      for (const row of /** @type {({ key: Said, value?: Said } | null)[]} */ (options.rows ?? [])) {
        if (row) out.entries.push({ key: words(row.key), text: words(row.value) });
      }
      return out;
    default:
      return out;
  }
}

/**
 * The parts of a date, where they are not listed.
 * @param {Options} options
 * @returns {Item[]}
 */
function parts(options) {
  /** @type {['day', 'month', 'year']} */
  const names = ['day', 'month', 'year'];
  return names.filter((name) => options[name] !== false).map((name) => ({ name, ...(options[name] || {}) }));
}

/**
 * @param {Expected} out
 * @param {Field} wanted
 * @returns {Expected}
 */
function field(out, wanted) {
  if (wanted.label) out.fields.push(wanted);
  return out;
}

/**
 * @param {Item[]} items
 * @param {Options} options
 * @returns {Option[]}
 */
function choices(items, options) {
  const values = Array.isArray(options.values) ? options.values : [];
  return items.map((item) => {
    const value = item.value ?? words(item);
    const chosen = item.checked ?? item.selected;
    const selected = chosen ?? (values.includes(value) || (options.value !== undefined && options.value === value));
    return { label: words(item), selected, disabled: item.disabled === true, hint: words(item.hint) };
  });
}

/**
 * @param {Expected} out
 * @param {Options} options
 * @returns {Expected}
 */
function table(out, options) {
  const rows = /** @type {(Said & { colspan?: number, rowspan?: number })[][]} */ (options.rows ?? []).filter(Boolean);
  // Cells by column, with those that reach down from above.
  /** @type {{ text: string, left: number }[]} */
  let above = [];
  const grid = rows.map((row) => {
    /** @type {string[]} */
    const texts = [];
    /** @type {{ text: string, left: number }[]} */
    const next = [];
    const cells = row.filter(Boolean).values();
    for (let at = 0; at < 50; ) {
      const reaching = above[at];
      if (reaching && reaching.left > 0) {
        texts[at] = reaching.text;
        next[at] = { text: reaching.text, left: reaching.left - 1 };
        at += 1;
        continue;
      }
      const { value: cell, done } = cells.next();
      if (done || !cell) break;
      for (let span = 0; span < Number(cell.colspan ?? 1); span += 1, at += 1) {
        texts[at] = words(cell);
        next[at] = { text: words(cell), left: Number(cell.rowspan ?? 1) - 1 };
      }
    }
    above = next;
    return texts;
  });
  out.tables.push({ caption: words(options.caption), columns: (options.head ?? []).map(words), rows: grid });
  return out;
}
