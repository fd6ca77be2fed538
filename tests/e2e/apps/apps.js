/**
 * The apps that the tests beside this file drive, and what builds each.
 */
import { readFile } from 'node:fs/promises';
import { compile } from 'svelte/compiler';

/** @import { Plugin } from 'esbuild' */
/** @import { App } from './lib.js' */

/** @type {Plugin} */
const svelte = {
  name: 'svelte',
  setup(build) {
    build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => ({
      contents: compile(await readFile(path, 'utf8'), { generate: 'client', filename: path }).js.code,
    }));
  },
};

const DATES = ['start', 'end', 'meeting', 'free'].map((id) => `<p><label for="${id}">${id[0]?.toUpperCase()}${id.slice(1)}</label> <input id="${id}"></p>`).join('');

/** @type {Record<string, App>} */
export const APPS = {
  'todo-react18': { title: 'Todos', entry: 'todo-react.js', alias: { react: 'react18', 'react-dom': 'react-dom18' } },
  'todo-react19': { title: 'Todos', entry: 'todo-react.js' },
  'todo-vue': { title: 'Todos', entry: 'todo-vue.js' },
  'todo-elements': { title: 'Todos', entry: 'todo-elements.js' },
  'todo-svelte': { title: 'Todos', entry: 'todo-svelte.js', plugins: [svelte] },
  'todo-lit': { title: 'Todos', entry: 'todo-lit.js' },
  'todo-angular': { title: 'Todos', entry: 'todo-angular.js' },
  wizard: { title: 'Checkout', entry: 'wizard.js' },
  grid: { title: 'People', entry: 'grid.js' },
  'react-select': { title: 'Trip', entry: 'react-select.js' },
  popups: { title: 'Order', entry: 'popups.js' },
  flatpickr: { title: 'Dates', entry: 'flatpickr.js', css: 'flatpickr/dist/flatpickr.css', html: DATES },
  shoelace: { title: 'Profile', entry: 'shoelace.mjs', css: '@shoelace-style/shoelace/dist/themes/light.css' },
  draft: { title: 'Draft.js', entry: 'draft.js', css: 'draft-js/dist/Draft.css' },
  tiptap: { title: 'TipTap', entry: 'tiptap.js' },
  ...Object.fromEntries(['prosemirror', 'codemirror', 'quill', 'slate', 'lexical'].map((name) => [name, { title: name, entry: `tests/kit/apps/${name}.js` }])),
};
