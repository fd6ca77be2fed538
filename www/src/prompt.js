/**
 * The question to the person, where the site has no answer of its own. It stands in a closed shadow root above all of
 * the page, is no part of what agents read, and takes only what a person does: events that a script made are ignored.
 */

import { wordsFor } from './words.js';

/** @import { Request } from '../../extension/shared/protocol' */
/** @import { Words } from './words.js' */

/** So long nothing can be allowed. */
const SETTLE_MS = 400;

/** Characters of an argument that are shown. */
const SHOWN = 300;

const STYLE = `
  dialog { font: 15px/1.45 system-ui, sans-serif; color: #1c1c1e; background: #fff; border: 1px solid #0003; border-radius: 12px;
    padding: 20px; margin: auto; max-width: min(440px, calc(100vw - 32px)); box-sizing: border-box; box-shadow: 0 12px 48px #0006; }
  dialog::backdrop { background: #0007; }
  h1 { font-size: 17px; margin: 0 0 8px; }
  p { margin: 0 0 8px; overflow-wrap: anywhere; }
  code { font: 13px ui-monospace, monospace; }
  dl { margin: 8px 0; padding: 10px 12px; border-radius: 8px; background: #f2f2f5; max-height: 30vh; overflow: auto;
    display: grid; grid-template-columns: max-content 1fr; gap: 4px 12px; }
  dt { color: #5b5b63; } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
  .why { color: #5b5b63; font-size: 13px; }
  div { display: flex; gap: 8px; justify-content: flex-end; margin-top: 16px; }
  button { font: inherit; padding: 7px 16px; border-radius: 8px; border: 1px solid #0003; background: #fff; color: inherit; cursor: pointer; }
  button.allow { background: #1a5fd0; border-color: #1a5fd0; color: #fff; }
  button:focus-visible { outline: 3px solid #4c8df6; outline-offset: 2px; }
  @media (prefers-color-scheme: dark) {
    dialog { color: #f2f2f5; background: #232326; border-color: #fff3; }
    dl { background: #313136; } dt, .why { color: #b4b4bd; }
    button { background: #313136; border-color: #fff3; }
    button.allow { background: #3b7dea; border-color: #3b7dea; }
  }
  button:disabled { opacity: 0.5; cursor: default; }`;

/** Questions are put one at a time. */
export class Prompt {
  /** @type {Document} */
  #document;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** Ends the question of a request that is over. @type {Map<string, () => void>} */
  #open = new Map();

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
  }

  /**
   * @param {Request} request
   * @returns {Promise<'allow' | 'deny' | 'ask'>} `ask` where it was withdrawn.
   */
  ask(request) {
    /** @type {Promise<'allow' | 'deny' | 'ask'>} */
    const over = new Promise((resolve) => this.#open.set(request.id, () => resolve('ask')));
    const asked = this.#last.then(() => Promise.race([over, this.#open.has(request.id) ? this.#show(request, over) : over]));
    // A question that cannot be shown, as on a page that has broken its own document, keeps no other from being shown.
    this.#last = asked.catch(() => {}).then(() => this.#open.delete(request.id));
    return asked;
  }

  /** The request is decided or gone. @param {string} id */
  withdraw(id) {
    this.#open.get(id)?.();
    this.#open.delete(id);
  }

  /**
   * @param {Request} request
   * @param {Promise<unknown>} over
   * @returns {Promise<'allow' | 'deny'>}
   */
  #show(request, over) {
    const document = this.#document;
    const host = document.createElement('onecall-prompt');
    // The page's own rules must not hide or restyle it.
    host.style.cssText = 'all: initial !important; display: block !important';
    const root = host.attachShadow({ mode: 'closed' });
    const style = document.createElement('style');
    style.textContent = STYLE;
    const dialog = document.createElement('dialog');
    const words = wordsFor(document.defaultView?.navigator.language ?? '');
    const deny = button(document, words.deny, '');
    const allow = button(document, words.allow, 'allow');
    const buttons = document.createElement('div');
    buttons.append(deny, allow);
    dialog.setAttribute('aria-label', words.asks);
    dialog.lang = words.lang;
    dialog.append(...content(document, request, words), buttons);
    root.append(style, dialog);
    document.documentElement.append(host);
    dialog.showModal();
    // Enter must not say yes by itself, nor a click that was meant for what was there a moment ago.
    deny.focus();
    allow.disabled = true;
    setTimeout(() => {
      allow.disabled = false;
    }, SETTLE_MS);
    return new Promise((resolve) => {
      const close = () => host.remove();
      const decide = (/** @type {Event} */ event, /** @type {'allow' | 'deny'} */ decision) => {
        event.preventDefault();
        if (!event.isTrusted) return;
        close();
        resolve(decision);
      };
      deny.addEventListener('click', (event) => decide(event, 'deny'));
      allow.addEventListener('click', (event) => decide(event, 'allow'));
      // Escape is no; a page cannot close it.
      dialog.addEventListener('cancel', (event) => decide(event, 'deny'));
      dialog.addEventListener('close', () => {
        if (host.isConnected && !dialog.open) dialog.showModal();
      });
      void over.then(close);
    });
  }
}

/**
 * @param {Document} document
 * @param {string} text
 * @param {string} name
 */
function button(document, text, name) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.className = name;
  return made;
}

/**
 * @param {Document} document
 * @param {Request} request
 * @param {Words} words
 * @returns {Element[]}
 */
function content(document, { origin, path, effect, args, says }, words) {
  const make = (/** @type {string} */ tag, /** @type {string} */ text, name = '') => {
    const made = document.createElement(tag);
    made.textContent = text;
    made.className = name;
    return made;
  };
  const what = make('p', '');
  what.append(make('code', path));
  const parts = [make('h1', `${words.wants} ${words.does[effect]}`), what];
  const list = document.createElement('dl');
  const given = typeof args === 'object' && args !== null ? Object.entries(args) : [];
  for (const [name, value] of given) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    list.append(make('dt', Array.isArray(args) ? `${Number(name) + 1}` : name), make('dd', text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text));
  }
  if (given.length > 0) parts.push(list);
  // What the site itself wants asked stands in quotes at the end of the sentence.
  const own = says.split('. The page says: ')[1];
  if (own) parts.push(make('p', `${words.says} ${own}`));
  parts.push(make('p', words.once(origin.replace(/^https?:\/\//, '')), 'why'));
  return parts;
}
