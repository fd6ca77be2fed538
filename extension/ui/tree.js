/** The live tree of a tab, as an agent reads it: walk it by its paths, copy one, try a call. */
import { ask, h, useEffect, useState } from './lib.js';

/** Paths in an answer: from a root, through members, keys and positions. */
const PATHS = /\b(?:page|app|tools|events|policy|approvals|tabs)(?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[(?:"(?:[^"\\]|\\.)*"|-?\d+(?::-?\d+)?)\])+/gu;

/**
 * @param {{ tab: number, url: string }} props
 */
export function Tree({ tab, url }) {
  const [path, setPath] = useState('');
  const [args, setArgs] = useState('');
  const [answer, setAnswer] = useState('');
  const [said, setSaid] = useState('');
  /** @param {string} at @param {string} [given] */
  const call = async (at, given = '') => {
    setPath(at);
    setSaid('Asking the page …');
    /** @type {Record<string, unknown>} */
    const input = at === '' ? {} : { path: at };
    if (given.trim() !== '') input.args = parsed(given);
    const text = await ask(tab, 'call', { input });
    setAnswer(typeof text === 'string' ? text : '');
    setSaid(typeof text === 'string' ? '' : 'Onecall is not on this page: it is one of the browser\'s own, or was open before Onecall. Reload it.');
  };
  useEffect(() => void call(''), [tab, url]);
  const field = (/** @type {(value: string) => void} */ set) => (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.currentTarget).value);
  return h('section', { 'aria-label': 'Tree' },
    h('form', { onSubmit: (/** @type {Event} */ event) => { event.preventDefault(); void call(path, args); } },
      h('label', { class: 'wide' }, 'Path', h('input', { class: 'wide', value: path, onInput: field(setPath), spellcheck: false, placeholder: 'empty: the overview' })),
      h('label', { class: 'wide' }, 'Arguments as JSON, to run a method', h('textarea', { value: args, onInput: field(setArgs), spellcheck: false, placeholder: '{"Email": "a@b.c"}' })),
      h('div', { class: 'row' },
        h('button', { class: 'main' }, args.trim() === '' ? 'Read' : 'Try the call'),
        h('button', { type: 'button', onClick: () => void call('') }, 'Overview'),
        h('button', { type: 'button', disabled: path === '', onClick: async () => { await navigator.clipboard.writeText(path); setSaid('Copied.'); } }, 'Copy the path'),
        h('span', { role: 'status', class: 'soft' }, said))),
    answer !== '' && h('pre', { tabIndex: 0, 'aria-label': 'Answer' }, linked(answer, (at) => void call(at))));
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // The core says what is wrong with it.
    return text;
  }
}

/**
 * An answer whose paths can be followed.
 * @param {string} answer
 * @param {(path: string) => void} follow
 */
function linked(answer, follow) {
  const parts = [];
  let from = 0;
  for (const { 0: path, index } of answer.matchAll(PATHS)) {
    parts.push(answer.slice(from, index), h('button', { type: 'button', class: 'link', onClick: () => follow(path) }, path));
    from = index + path.length;
  }
  return [...parts, answer.slice(from)];
}
