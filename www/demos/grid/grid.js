/**
 * A grid of which a screenful is drawn, after the ARIA pattern: arrows move, Enter or a double click edits, Escape leaves it.
 */
import { COLUMNS, valueOf } from './stock.js';

/** @import { Column, Line } from './stock.js' */

const HEIGHT = 34;
/** Lines drawn above and below of what is seen. */
const SPARE = 4;

export class Grid {
  /** @type {HTMLElement} */
  #place;
  /** @type {HTMLElement} */
  #body;
  /** @type {Line[]} */
  #lines = [];
  /** Where the keyboard is. */
  #at = { row: 0, column: 0 };
  /** @type {{ finish: (keep: boolean) => void } | null} */
  #editing = null;
  /** @type {(line: Line, column: Column, value: string | number) => void} */
  #store;
  /** @type {(text: string) => void} */
  #say;
  #sorted = { field: 'id', down: false };
  /** @type {(field: string, down: boolean) => void} */
  onSort = () => {};

  /**
   * @param {HTMLElement} place
   * @param {{ store: (line: Line, column: Column, value: string | number) => void, say: (text: string) => void }} host
   */
  constructor(place, { store, say }) {
    this.#place = place;
    this.#store = store;
    this.#say = say;
    place.setAttribute('role', 'grid');
    place.setAttribute('aria-colcount', String(COLUMNS.length));
    const head = cell('div', { role: 'rowgroup', class: 'head' }, cell('div', { role: 'row', 'aria-rowindex': '1' }, ...COLUMNS.map((column) => this.#headOf(column))));
    this.#body = cell('div', { role: 'rowgroup', class: 'body' });
    place.replaceChildren(head, this.#body);
    place.addEventListener('scroll', () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(place);
    place.addEventListener('keydown', (event) => this.#key(event));
    place.addEventListener('dblclick', (event) => this.#edit(event.target));
    place.addEventListener('mousedown', (event) => this.#point(event.target));
  }

  /** @param {Column} column */
  #headOf({ field, title, numeric }) {
    const button = cell('button', { type: 'button', tabindex: '-1' }, title);
    const head = cell('div', { role: 'columnheader', class: numeric ? 'number' : '', 'aria-sort': 'none' }, button);
    button.addEventListener('click', () => {
      this.#sorted = { field, down: this.#sorted.field === field && !this.#sorted.down };
      for (const other of this.#place.querySelectorAll('[role=columnheader]')) other.setAttribute('aria-sort', 'none');
      head.setAttribute('aria-sort', this.#sorted.down ? 'descending' : 'ascending');
      this.onSort(field, this.#sorted.down);
    });
    return head;
  }

  /** @param {Line[]} lines */
  show(lines) {
    this.#lines = lines;
    this.#editing?.finish(false);
    this.#at = { row: Math.min(this.#at.row, Math.max(lines.length - 1, 0)), column: this.#at.column };
    this.#place.setAttribute('aria-rowcount', String(lines.length + 1));
    this.#body.style.height = `${lines.length * HEIGHT}px`;
    this.#draw();
  }

  /** Draws what is seen, with what is being edited left where it is. */
  #draw() {
    if (this.#editing) return;
    const first = Math.max(0, Math.floor(this.#place.scrollTop / HEIGHT) - SPARE);
    const last = Math.min(this.#lines.length, Math.ceil((this.#place.scrollTop + this.#place.clientHeight) / HEIGHT) + SPARE);
    const focused = this.#body.contains(document.activeElement);
    this.#body.replaceChildren(...this.#lines.slice(first, last).map((line, at) => this.#rowOf(line, first + at)));
    if (focused) this.#here()?.focus({ preventScroll: true });
    else if (!this.#here()) this.#body.querySelector('[role=gridcell]')?.setAttribute('tabindex', '0');
  }

  /** @param {Line} line @param {number} row */
  #rowOf(line, row) {
    const cells = COLUMNS.map(({ field, numeric, editable }, column) => cell('div', {
      role: 'gridcell', class: numeric ? 'number' : '', 'aria-colindex': String(column + 1), tabindex: row === this.#at.row && column === this.#at.column ? '0' : '-1',
      ...(editable ? {} : { 'aria-readonly': 'true' }),
    }, shown(line, field)));
    const made = cell('div', { role: 'row', 'aria-rowindex': String(row + 2), class: row % 2 ? 'odd' : '' }, ...cells);
    made.style.top = `${row * HEIGHT}px`;
    return made;
  }

  /** The cell of the keyboard, where it is drawn. @returns {HTMLElement | null} */
  #here() {
    return this.#body.querySelector(`[aria-rowindex="${this.#at.row + 2}"] [aria-colindex="${this.#at.column + 1}"]`);
  }

  /** @param {number} row @param {number} column */
  #move(row, column) {
    this.#here()?.setAttribute('tabindex', '-1');
    this.#at = { row: Math.max(0, Math.min(row, this.#lines.length - 1)), column: Math.max(0, Math.min(column, COLUMNS.length - 1)) };
    const top = this.#at.row * HEIGHT;
    const seen = this.#place.clientHeight - HEIGHT * 2;
    if (top < this.#place.scrollTop) this.#place.scrollTop = top;
    else if (top > this.#place.scrollTop + seen) this.#place.scrollTop = top - seen;
    this.#draw();
    this.#here()?.setAttribute('tabindex', '0');
    this.#here()?.focus({ preventScroll: true });
  }

  /** @param {EventTarget | null} target */
  #point(target) {
    const found = this.#cellOf(target);
    if (!found || this.#editing) return;
    this.#here()?.setAttribute('tabindex', '-1');
    this.#at = { row: found.row, column: found.column };
    found.element.setAttribute('tabindex', '0');
  }

  /** @param {EventTarget | null} target */
  #cellOf(target) {
    const element = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('[role=gridcell]')) : null;
    const row = Number(element?.parentElement?.getAttribute('aria-rowindex')) - 2;
    return element && row >= 0 ? { element, row, column: Number(element.getAttribute('aria-colindex')) - 1 } : null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.#editing || !this.#cellOf(event.target)) return;
    const { row, column } = this.#at;
    const page = Math.floor(this.#place.clientHeight / HEIGHT) - 2;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => this.#move(row + 1, column), ArrowUp: () => this.#move(row - 1, column),
      ArrowRight: () => this.#move(row, column + 1), ArrowLeft: () => this.#move(row, column - 1),
      PageDown: () => this.#move(row + page, column), PageUp: () => this.#move(row - page, column),
      Home: () => this.#move(event.ctrlKey ? 0 : row, 0), End: () => this.#move(event.ctrlKey ? this.#lines.length : row, COLUMNS.length),
      Enter: () => this.#edit(event.target), F2: () => this.#edit(event.target),
    };
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]?.();
  }

  /** @param {EventTarget | null} target */
  #edit(target) {
    const found = this.#cellOf(target);
    const column = found && COLUMNS[found.column];
    const line = found && this.#lines[found.row];
    if (!column?.editable || !line || this.#editing) return;
    const { element } = found;
    const before = String(line[column.field]);
    const editor = /** @type {HTMLInputElement | HTMLSelectElement} */ (column.options
      ? cell('select', { 'aria-label': column.title }, ...column.options.map((option) => cell('option', option === before ? { selected: '' } : {}, option)))
      : cell('input', { 'aria-label': column.title, value: before, ...(column.numeric ? { type: 'number', min: '0', step: column.field === 'price' ? '0.01' : '1' } : {}) }));
    element.replaceChildren(editor);
    const finish = (/** @type {boolean} */ keep) => {
      if (!this.#editing) return;
      const given = valueOf(column, editor.value);
      this.#editing = null;
      if (keep && 'wrong' in given) this.#say(given.wrong);
      if (keep && 'value' in given && String(given.value) !== before) this.#store(line, column, given.value);
      // The cell stays the element that it was, for whoever looks at what became of it.
      element.replaceChildren(shown(line, column.field));
    };
    this.#editing = { finish };
    editor.addEventListener('keydown', (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (key !== 'Enter' && key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      finish(key === 'Enter');
      this.#move(this.#at.row, this.#at.column);
    });
    // What is chosen from a list is meant.
    if (column.options) {
      editor.addEventListener('change', () => {
        finish(true);
        this.#move(this.#at.row, this.#at.column);
      });
    }
    editor.addEventListener('blur', () => finish(true));
    editor.focus();
    if (editor instanceof HTMLInputElement) editor.select();
  }
}

/** @param {Line} line @param {keyof Line} field */
const shown = (line, field) => (field === 'price' ? line.price.toFixed(2) : String(line[field]));

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} inside
 * @returns {HTMLElement}
 */
function cell(tag, attributes, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}
