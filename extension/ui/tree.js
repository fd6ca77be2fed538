/** The live tree of a tab, as an agent reads it: walk it by its paths, copy one, try a call. */
import { ask, h, t, useEffect, useState } from './lib.js';

/** Paths in an answer: from a root, through members, keys and positions. */
const PATHS = /\b(?:page|app|tools|events|policy|approvals|tabs)(?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[(?:"(?:[^"\\]|\\.)*"|-?\d+(?::-?\d+)?)\])+/gu;

/**
 * @param {{ tab: number, url: string }} props
 */
export function Tree({ tab, url }) {
  const [path, setPath] = useState('');
  const [args, setArgs] = useState('');
  const [answer, setAnswer] = useState(readAnswer(''));
  const [said, setSaid] = useState('');
  /** @param {string} at @param {string} [given] */
  const call = async (at, given = '') => {
    setPath(at);
    setSaid(t('asking'));
    /** @type {Record<string, unknown>} */
    const input = at === '' ? {} : { path: at };
    if (given.trim() !== '') input.args = parsed(given);
    const text = await ask(tab, 'call', { input });
    setAnswer(readAnswer(typeof text === 'string' ? text : ''));
    setSaid(typeof text === 'string' ? '' : t('notOnPage'));
  };
  useEffect(() => void call(''), [tab, url]);
  const field = (/** @type {(value: string) => void} */ set) => (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.currentTarget).value);
  return h('section', { 'aria-label': t('tabTree') },
    h('form', { onSubmit: (/** @type {Event} */ event) => { event.preventDefault(); void call(path, args); } },
      h('label', { class: 'wide' }, t('path'), h('input', { class: 'wide', value: path, onInput: field(setPath), spellcheck: false, placeholder: t('pathEmpty') })),
      h('label', { class: 'wide' }, t('argumentsLabel'), h('textarea', { value: args, onInput: field(setArgs), spellcheck: false, placeholder: '{"Email": "a@b.c"}' })),
      h('div', { class: 'row' },
        h('button', { class: 'main' }, args.trim() === '' ? t('read') : t('tryCall')),
        h('button', { type: 'button', onClick: () => void call('') }, t('overview')),
        h('button', { type: 'button', disabled: path === '', onClick: async () => { await navigator.clipboard.writeText(path); setSaid(t('copied')); } }, t('copyPath')),
        h('span', { role: 'status', class: 'soft' }, said))),
    answer.text !== '' && h('pre', { tabIndex: 0, 'aria-label': t('answer') }, linked(answer.text, (at) => void call(at))),
    answer.images.map((src) => h('img', { src, alt: t('pictureOf', path) })));
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
 * An answer as text, with the images that may stand beside it.
 * @param {string} answer
 */
function readAnswer(answer) {
  if (!answer.startsWith('{"content":[')) return { text: answer, images: /** @type {string[]} */ ([]) };
  const { content } = /** @type {{ content: Array<{ type: string, text?: string, data?: string, mimeType?: string }> }} */ (JSON.parse(answer));
  return {
    text: content.flatMap(({ text }) => text ?? []).join('\n'),
    images: content.filter(({ type }) => type === 'image').map(({ data, mimeType }) => `data:${mimeType};base64,${data}`),
  };
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
