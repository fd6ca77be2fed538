/**
 * The warehouse's ten thousand lines, made the same at each load, and what may be changed in them.
 */

/** @typedef {{ id: string, article: string, place: string, quantity: number, price: number }} Line */
/** @typedef {keyof Line} Field */
/** @typedef {{ field: Field, title: string, numeric?: boolean, editable?: boolean, options?: string[] }} Column */

const GOODS = ['Hinge', 'Bracket', 'Oak board', 'Zinc sheet', 'Bolt M8', 'Rope', 'Lamp', 'Door handle', 'Tile', 'Rail'];
const MAKES = ['plain', 'black', 'brass', 'long', 'short', 'heavy', 'round'];
const PLACES = ['North', 'South', 'Yard', 'Loft'];

/** @type {readonly Column[]} */
export const COLUMNS = [
  { field: 'id', title: 'Number' },
  { field: 'article', title: 'Article', editable: true },
  { field: 'place', title: 'Place', editable: true, options: PLACES },
  { field: 'quantity', title: 'Quantity', numeric: true, editable: true },
  { field: 'price', title: 'Price', numeric: true, editable: true },
];

/** @param {number} count @returns {Line[]} */
export function makeLines(count) {
  return Array.from({ length: count }, (_, at) => ({
    id: `W-${10_001 + at}`,
    article: `${GOODS[(at * 7) % GOODS.length]}, ${MAKES[(at * 3 + Math.floor(at / 10)) % MAKES.length]}`,
    place: PLACES[(at * 5 + Math.floor(at / 7)) % PLACES.length] ?? '',
    quantity: (at * 37) % 240,
    price: ((at * 83) % 9_000) / 100 + 0.5,
  }));
}

/**
 * A value as it may stand in a column.
 * @param {Column} column
 * @param {string} text
 * @returns {{ value: string | number } | { wrong: string }}
 */
export function valueOf({ title, numeric, options, field }, text) {
  const given = text.trim();
  if (numeric) {
    const value = Number(given);
    if (given === '' || !Number.isFinite(value) || value < 0) return { wrong: `${title} must be a number that is not negative.` };
    if (field === 'quantity' && !Number.isInteger(value)) return { wrong: `${title} must be a whole number.` };
    return { value };
  }
  if (options && !options.includes(given)) return { wrong: `${title} must be one of ${options.join(', ')}.` };
  return given === '' ? { wrong: `${title} cannot be empty.` } : { value: given };
}
