/**
 * The studio's page: a list of kinds, the records of one of them, a form that adds one, and buttons in each row. With `?plain` the
 * page registers no tools.
 */
import { KINDS, Studio } from './model.js';
import { register } from './tools.js';

/** @import { Item, Kind } from './model.js' */

const studio = new Studio();
/** @type {Kind} */
let kind = KINDS[0] ?? { one: '', many: '', columns: [], names: [] };

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} inside
 */
function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} text */
function say(text) {
  byId('said').textContent = text;
}

/** @param {Kind} next */
function show(next) {
  kind = next;
  document.title = `${capital(kind.many)} · Studio North`;
  byId('kinds').replaceChildren(...KINDS.map((one) => {
    const link = make('a', { href: `#${one.many}`, ...(one === kind ? { 'aria-current': 'page' } : {}) }, capital(one.many));
    return make('li', {}, link, make('span', { class: 'quiet' }, ` ${studio.all(one.one).filter(({ archived }) => !archived).length}`));
  }));
  byId('title').textContent = capital(kind.many);
  byId('caption').textContent = capital(kind.many);
  const names = ['Name', ...kind.columns.map(({ name }) => capital(name))];
  byId('head').replaceChildren(...names.map((name) => make('th', { scope: 'col' }, name)), make('th', { scope: 'col' }, make('span', { class: 'hidden' }, 'What to do')));
  byId('rows').replaceChildren(...studio.all(kind.one).filter(({ archived }) => !archived).map(rowOf));
}

/** @param {Item} item */
function rowOf(item) {
  const archive = make('button', { type: 'button' }, 'Archive');
  archive.addEventListener('click', () => {
    studio.update(kind.one, item.id, { archived: true });
    say(`${item.name} is in the archive.`);
  });
  const remove = make('button', { type: 'button' }, 'Delete');
  remove.addEventListener('click', () => {
    studio.remove(kind.one, item.id);
    say(`${item.name} was deleted.`);
  });
  return make('tr', {}, make('th', { scope: 'row' }, item.name), ...kind.columns.map(({ name }) => make('td', {}, String(item[name] ?? ''))), make('td', {}, make('div', { class: 'row end' }, archive, remove)));
}

/** The form has the fields of the kind. */
function showForm() {
  const types = { string: 'text', number: 'number', date: 'date' };
  const fields = [{ name: 'name', kind: /** @type {const} */ ('string') }, ...kind.columns];
  byId('fields').replaceChildren(...fields.map((column) => make('div', { class: 'field' }, make('label', { for: `field-${column.name}` }, capital(column.name)), make('input', { id: `field-${column.name}`, name: column.name, type: types[column.kind], ...(column.name === 'name' ? { required: '' } : {}) }))));
  byId('add-title').textContent = `Add a ${kind.one}`;
}

function go() {
  show(KINDS.find(({ many }) => `#${many}` === location.hash) ?? kind);
  showForm();
}

byId('add').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, kind.columns.find((column) => column.name === name)?.kind === 'number' ? Number(value) : String(value)]));
  say(`${studio.create(kind.one, values).name} was added.`);
  form.reset();
});
window.addEventListener('hashchange', go);
studio.onChange(() => show(kind));
go();

if (new URLSearchParams(location.search).has('plain')) byId('about').textContent = 'without tools';
else {
  const count = await register(studio);
  byId('about').textContent = `${count} tools, one of them listed`;
}
