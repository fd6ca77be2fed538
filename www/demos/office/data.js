/**
 * The shop's articles and its 500 orders: the same in every run, so that a session can be told beforehand.
 */

/**
 * @typedef {{ sku: string, name: string, price: number }} Article Price in cents.
 * @typedef {{ article: Article, quantity: number }} Line
 * @typedef {'open' | 'paid' | 'shipped' | 'refunded'} Status
 * @typedef {{ id: string, customer: string, town: string, date: string, status: Status, lines: Line[], total: number }} Order
 */

/** @type {Article[]} */
export const articles = [
  { sku: 'FP-01', name: 'Fountain pen, walnut', price: 4900 },
  { sku: 'FP-02', name: 'Fountain pen, brass', price: 6400 },
  { sku: 'IN-11', name: 'Ink, moss green', price: 1450 },
  { sku: 'IN-12', name: 'Ink, midnight', price: 1450 },
  { sku: 'NB-21', name: 'Notebook, dotted', price: 1890 },
  { sku: 'NB-22', name: 'Notebook, ruled', price: 1690 },
  { sku: 'PC-31', name: 'Postcards, ferns', price: 890 },
  { sku: 'WX-41', name: 'Sealing wax, red', price: 1190 },
];

const given = ['Ann', 'Bo', 'Chidi', 'Dana', 'Emre', 'Farah', 'Goran', 'Hana', 'Iris', 'Jonas', 'Keiko', 'Luis', 'Mira', 'Nils', 'Olga', 'Priya', 'Quentin', 'Rosa', 'Sami', 'Tove'];
const family = ['Lee', 'Chen', 'Okafor', 'Novak', 'Yilmaz', 'Haddad', 'Petrov', 'Suzuki', 'Brandt', 'Weber', 'Tanaka', 'García', 'Kaya', 'Berg', 'Ivanova', 'Rao', 'Martin', 'Silva', 'Virtanen', 'Dahl'];
const towns = ['Bergen', 'Graz', 'Lyon', 'Porto', 'Turku', 'Ghent', 'Brno', 'Malmö', 'Köln', 'Zürich'];

/** @type {Status[]} */
const statuses = ['open', 'paid', 'paid', 'shipped', 'shipped', 'shipped', 'refunded'];

/**
 * Numbers from 0 up to a bound that look random and are the same each time (a linear congruential generator).
 * @param {number} seed
 * @returns {(below: number) => number}
 */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * @template T
 * @param {T[]} list
 * @param {number} index
 * @returns {T}
 */
function at(list, index) {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('an empty list has no element');
  return found;
}

/**
 * @param {number} count
 * @returns {Order[]}
 */
export function makeOrders(count) {
  const pick = numbers(20261130);
  const first = Date.UTC(2026, 10, 30);
  return Array.from({ length: count }, (_, index) => {
    const lines = Array.from({ length: 1 + pick(3) }, () => ({ article: at(articles, pick(articles.length)), quantity: 1 + pick(4) }));
    return {
      id: `A-${1001 + index}`,
      customer: `${at(given, pick(given.length))} ${at(family, pick(family.length))}`,
      town: at(towns, pick(towns.length)),
      date: new Date(first - Math.floor(index / 4) * 86_400_000).toISOString().slice(0, 10),
      status: at(statuses, pick(statuses.length)),
      lines,
      total: lines.reduce((sum, line) => sum + line.article.price * line.quantity, 0),
    };
  });
}

/**
 * An amount as the shop writes it.
 * @param {number} cents
 * @returns {string}
 */
export function money(cents) {
  return (cents / 100).toFixed(2);
}
