/**
 * The studio's books: fourteen kinds of records, each with the same nine things that can be done with it. Kept in memory, the
 * same at each load, so that a session can be told beforehand.
 */

/** @typedef {{ id: string, name: string, note: string, archived: boolean } & Record<string, string | number | boolean>} Item */
/** @typedef {{ name: string, kind: 'string' | 'number' | 'date', about: string }} Column */
/** @typedef {{ one: string, many: string, columns: Column[], names: string[] }} Kind */

/** @param {string} name @param {Column['kind']} kind @param {string} about @returns {Column} */
const column = (name, kind, about) => ({ name, kind, about });
const due = column('due', 'date', 'The day it is due, as 2026-12-24');
const amount = column('amount', 'number', 'In euros');
const owner = column('owner', 'string', 'Who looks after it');

/** @type {readonly Kind[]} */
export const KINDS = [
  { one: 'project', many: 'projects', columns: [owner, due], names: ['Harbour museum', 'Tram stops', 'School garden', 'River bridge'] },
  { one: 'task', many: 'tasks', columns: [owner, due], names: ['Draw the floor plan', 'Order the samples', 'Call the council', 'Photograph the model', 'Check the stairs'] },
  { one: 'milestone', many: 'milestones', columns: [due], names: ['Competition', 'Permit', 'Topping out'] },
  { one: 'meeting', many: 'meetings', columns: [due, column('place', 'string', 'Where it is')], names: ['Site visit', 'Client review', 'Monday round'] },
  { one: 'member', many: 'members', columns: [column('role', 'string', 'What they do')], names: ['Ann Lee', 'Bo Chen', 'Iris Brandt', 'Sami Virtanen'] },
  { one: 'client', many: 'clients', columns: [column('town', 'string', 'Where they are')], names: ['Port of Bergen', 'City of Graz', 'Lindqvist & Co'] },
  { one: 'contract', many: 'contracts', columns: [amount, due], names: ['Museum, phase 2', 'Trams, all stops'] },
  { one: 'invoice', many: 'invoices', columns: [amount, due], names: ['2026-101', '2026-102', '2026-103', '2026-104'] },
  { one: 'expense', many: 'expenses', columns: [amount, owner], names: ['Plotter paper', 'Train to Graz', 'Model timber'] },
  { one: 'drawing', many: 'drawings', columns: [owner], names: ['Section A', 'Elevation north', 'Roof detail'] },
  { one: 'material', many: 'materials', columns: [column('supplier', 'string', 'Who delivers it'), amount], names: ['Larch boards', 'Lime plaster', 'Zinc sheet'] },
  { one: 'risk', many: 'risks', columns: [owner], names: ['Ground water', 'Late steel'] },
  { one: 'note', many: 'notes', columns: [owner], names: ['Colours of the hall', 'Questions for the engineer'] },
  { one: 'reminder', many: 'reminders', columns: [due], names: ['Renew the licence', 'Send the models back'] },
];

const PEOPLE = ['Ann Lee', 'Bo Chen', 'Iris Brandt', 'Sami Virtanen'];
const WORDS = ['Bergen', 'Graz', 'Turku', 'Lyon'];

/** @param {Column} column @param {number} at @returns {string | number} */
function sample({ name, kind }, at) {
  if (kind === 'number') return 120 + at * 370;
  if (kind === 'date') return `2026-12-${String(3 + at * 5).padStart(2, '0')}`;
  return (name === 'owner' ? PEOPLE : WORDS)[at % 4] ?? '';
}

export class Studio {
  /** @type {Map<string, Item[]>} */
  #items = new Map();
  /** @type {Array<() => void>} */
  #listeners = [];
  #last = 100;

  constructor() {
    for (const { one, columns, names } of KINDS) {
      this.#items.set(one, names.map((name, at) => ({ id: this.#id(one), name, note: '', archived: false, ...Object.fromEntries(columns.map((column) => [column.name, sample(column, at)])) })));
    }
  }

  /** @param {string} one */
  #id(one) {
    this.#last += 1;
    return `${one}-${this.#last}`;
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  #changed() {
    for (const listener of this.#listeners) listener();
  }

  /** @param {string} one @returns {Item[]} */
  all(one) {
    return this.#items.get(one) ?? [];
  }

  /** @param {string} one @param {string} id @returns {Item} */
  get(one, id) {
    const item = this.all(one).find((found) => found.id === id);
    if (!item) throw new Error(`There is no ${one} ${id}.`);
    return item;
  }

  /** @param {string} one @param {Partial<Item>} values @returns {Item} */
  create(one, values) {
    if (!values.name) throw new Error(`A ${one} needs a name.`);
    /** @type {Item} */
    const item = { ...values, id: this.#id(one), name: values.name, note: values.note ?? '', archived: false };
    this.all(one).push(item);
    this.#changed();
    return item;
  }

  /** @param {string} one @param {string} id @param {Partial<Item>} values @returns {Item} */
  update(one, id, values) {
    const item = Object.assign(this.get(one, id), values, { id });
    this.#changed();
    return item;
  }

  /** @param {string} one @param {string} id */
  remove(one, id) {
    const item = this.get(one, id);
    this.#items.set(one, this.all(one).filter((other) => other !== item));
    this.#changed();
    return { deleted: id };
  }
}
