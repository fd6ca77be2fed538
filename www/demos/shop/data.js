/**
 * The shop's articles. Prices are in cents; of some there are few.
 */

/** @typedef {{ sku: string, name: string, about: string, price: number, stock: number, hue: number }} Article */

/** @type {readonly Article[]} */
export const ARTICLES = [
  { sku: 'FP-01', name: 'Fountain pen, walnut', about: 'Steel nib, medium, with a converter.', price: 4900, stock: 12, hue: 25 },
  { sku: 'FP-02', name: 'Fountain pen, brass', about: 'Turned from one piece. It darkens with the years.', price: 6400, stock: 2, hue: 42 },
  { sku: 'IN-11', name: 'Ink, moss green', about: '50 ml, from pigments.', price: 1450, stock: 40, hue: 130 },
  { sku: 'IN-12', name: 'Ink, midnight', about: '50 ml, nearly black.', price: 1450, stock: 31, hue: 230 },
  { sku: 'NB-21', name: 'Notebook, dotted', about: '160 pages that lie flat.', price: 1890, stock: 25, hue: 350 },
  { sku: 'PC-31', name: 'Postcards, ferns', about: 'Twelve cards, printed by hand.', price: 890, stock: 18, hue: 95 },
];

/** What delivery costs. */
export const DELIVERY = new Map([['standard', { name: 'Standard, 2 to 4 days', price: 390 }], ['express', { name: 'Express, tomorrow', price: 990 }], ['pickup', { name: 'Pick it up in the shop', price: 0 }]]);

/** @param {number} cents */
export const money = (cents) => `${(cents / 100).toFixed(2)} EUR`;
