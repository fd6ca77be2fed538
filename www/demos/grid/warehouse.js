/**
 * The warehouse's page: the grid, a filter above it, and (without `?plain`) the stock as a published object, so that an agent need
 * not scroll through it.
 */
import { Grid } from './grid.js';
import { COLUMNS, makeLines, valueOf } from './stock.js';

/** @import { Column, Line } from './stock.js' */

const lines = makeLines(10_000);
const filter = /** @type {HTMLInputElement} */ (document.getElementById('filter'));
const said = /** @type {HTMLElement} */ (document.getElementById('said'));
const shown = /** @type {HTMLElement} */ (document.getElementById('shown'));
/** @type {{ field: keyof Line, down: boolean }} */
let order = { field: 'id', down: false };
/** @type {{ changed(): void } | undefined} */
let published;

const grid = new Grid(/** @type {HTMLElement} */ (document.getElementById('stock')), { store, say });
grid.onSort = (field, down) => {
  order = { field: /** @type {keyof Line} */ (field), down };
  show();
};
filter.addEventListener('input', show);
show();

/** @param {string} text */
function say(text) {
  said.textContent = text;
}

/** @param {Line} line @param {Column} column @param {string | number} value */
function store(line, column, value) {
  Object.assign(line, { [column.field]: value });
  say(`${line.id}: ${column.title} is ${value} now.`);
  published?.changed();
}

function show() {
  const words = filter.value.trim().toLowerCase();
  const found = lines.filter(({ id, article, place }) => `${id} ${article} ${place}`.toLowerCase().includes(words));
  found.sort((one, other) => (one[order.field] < other[order.field] ? -1 : 1) * (order.down ? -1 : 1));
  grid.show(found);
  shown.textContent = `${found.length.toLocaleString('en')} of ${lines.length.toLocaleString('en')} lines`;
}

/** @param {{ id: string, field: string, value: string | number }} change */
function set({ id, field, value }) {
  const line = lines.find((one) => one.id === id);
  const column = COLUMNS.find((one) => one.field === field && one.editable);
  if (!line) throw new Error(`There is no line ${id}.`);
  if (!column) throw new Error(`${field} cannot be changed.`);
  const given = valueOf(column, String(value));
  if ('wrong' in given) throw new Error(given.wrong);
  store(line, column, given.value);
  show();
  return { ...line };
}

if (new URLSearchParams(location.search).has('plain')) document.getElementById('about')?.replaceChildren('without published objects');
else {
  const { onecall } = window;
  published = onecall?.publish('stock', {
    summary: 'All 10,000 lines of the warehouse',
    properties: {
      lines: {
        get: () => lines, key: 'id',
        item: { type: 'object', properties: { id: { type: 'string' }, article: { type: 'string' }, place: { type: 'string' }, quantity: { type: 'integer' }, price: { type: 'number' } } },
      },
    },
    methods: {
      set: {
        summary: 'Changes one value of one line.', effect: 'write', idempotent: true,
        args: {
          type: 'object', required: ['id', 'field', 'value'],
          properties: { id: { type: 'string' }, field: { enum: ['article', 'place', 'quantity', 'price'] }, value: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
        },
        run: set,
      },
      worth: { summary: 'What the goods in a place are worth; without a place, all of them.', effect: 'read', args: { type: 'object', properties: { place: { enum: ['North', 'South', 'Yard', 'Loft'] } } }, run: worth },
    },
  });
}

/** @param {{ place?: string }} args */
function worth({ place }) {
  const counted = lines.filter((line) => place === undefined || line.place === place);
  return { lines: counted.length, euros: Math.round(counted.reduce((sum, { quantity, price }) => sum + quantity * price, 0) * 100) / 100 };
}
