/**
 * In the page: a capture, observed as the page kit observes, and random changes. Each delta must leave the mirror as a
 * fresh capture would make it.
 */
import { createCapture } from '../../extension/page/capture.js';
import { flag } from '../../extension/page/capture/flags.js';
import { veil } from '../../extension/page/capture/veil.js';
import { Mirror } from './mirror.js';

/** A capture whose deltas are fed by a MutationObserver, and its mirror. */
export class Watched {
  /** @param {import('../../extension/page/capture.js').Options} [options] */
  constructor(options = {}) {
    this.options = options;
    this.observer = new MutationObserver(() => {});
    this.mirror = new Mirror();
    this.capture = createCapture(document, {
      ...options,
      onRoot: (root) => this.observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true }),
    });
    this.mirror.apply(this.capture.full());
  }

  /** Sends what changed; gives how many words that took. */
  delta() {
    const dirty = { subtrees: /** @type {Set<Element>} */ (new Set()), own: /** @type {Set<Element>} */ (new Set()) };
    for (const { type, target } of this.observer.takeRecords()) {
      const element = target instanceof Element ? target : target instanceof ShadowRoot ? target.host : (target.parentElement ?? document.documentElement);
      if (type === 'attributes') dirty.own.add(element);
      else if (target instanceof CharacterData && target.parentNode instanceof ShadowRoot) dirty.subtrees.add(target.parentNode.host);
      else dirty.subtrees.add(element);
    }
    const parts = this.capture.delta(dirty);
    this.mirror.apply(parts);
    return parts.reduce((sum, part) => sum + part.nodes.length, 0);
  }

  /** The mirror now, and what a fresh capture makes. */
  both() {
    const fresh = new Mirror();
    fresh.apply(createCapture(document, this.options).full());
    return { kept: this.mirror.print(), fresh: fresh.print() };
  }
}

/** @param {number} seed */
function randomOf(seed) {
  let state = seed * 2_654_435_761 + 1;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return (state >>> 8) % below;
  };
}

/**
 * @param {(below: number) => number} random
 * @returns {Element}
 */
function some(random) {
  /** @type {Element[]} */
  const all = [...document.body.querySelectorAll('*')];
  for (const host of [...all]) if (host.shadowRoot) all.push(...host.shadowRoot.querySelectorAll('*'));
  return all[random(all.length)] ?? document.body;
}

/** @type {((element: Element, random: (below: number) => number) => void)[]} */
const CHANGES = [
  (element, random) => element.append(`text ${random(9)}`),
  (element, random) => element.append(Object.assign(document.createElement(['p', 'b', 'button', 'input', 'li', 'slot'][random(6)] ?? 'p'), { id: `n${random(50)}` })),
  (element) => element.remove(),
  (element, random) => {
    const other = some(random);
    /** @type {Node | null} */
    let above = other;
    while (above && above !== element) above = above instanceof ShadowRoot ? above.host : above.parentNode;
    if (!above) other.append(element);
  },
  (element) => element.parentNode?.append(element),
  (element, random) => element.setAttribute('class', ['', 'gone', 'ghost', 'shy', 'loud', 'pale', 'night'][random(7)] ?? ''),
  (element, random) => element.setAttribute('slot', ['', 'a'][random(2)] ?? ''),
  (element) => element.toggleAttribute('hidden'),
  (element) => element.toggleAttribute('inert'),
  (element, random) => element.setAttribute('aria-label', `label ${random(9)}`),
  (element) => element.removeAttribute('class'),
  (element, random) => {
    if (element.firstChild instanceof Text) element.firstChild.data = `data ${random(9)}`;
  },
  (element, random) => {
    for (const input of document.querySelectorAll('input')) if (random(2)) input.value = `v${random(9)}`;
    for (const input of document.querySelectorAll('input')) if (random(3) === 0) input.checked = !input.checked;
    void element;
  },
  (element, random) => {
    if (/^(?:div|p|span|section)$/.test(element.localName) && !element.shadowRoot && random(3) === 0) {
      element.attachShadow({ mode: 'open' }).innerHTML = '<p>in shadow</p><slot name=a>none</slot><slot></slot>';
      element.setAttribute('data-host', '');
      element.append('now hosted');
    }
  },
  (element) => element.replaceChildren('only this'),
  (element) => {
    const details = document.querySelector('details');
    if (details) details.open = !details.open;
    void element;
  },
  (element) => {
    const rules = document.styleSheets[0];
    rules?.insertRule('.loud { text-transform: uppercase }', 0);
    void element;
  },
];

/** More elements than a page has whose style is looked at as a whole. */
const MANY = 4_100;
/** Rules that look at siblings, and into elements. */
const FAR = '.loud+*{display:none}section:has(.pale) p{visibility:hidden}li:first-child{opacity:0}:checked~select{display:none}p:empty{display:none}';

/**
 * @param {number} seed
 * @param {number} steps
 * @param {{ large?: boolean, far?: boolean }} [page]
 * @returns {{ step: number, kept: string, fresh: string } | null} Where they first differ.
 */
export function randomChanges(seed, steps, { large = false, far = false } = {}) {
  document.body.innerHTML = `<style>.gone{display:none}.ghost{opacity:0}.shy{visibility:hidden}.pale{color:#fff}.night{background:#000;color:#eee}${far ? FAR : ''}</style><main><section id=s><h2>Title <b>bold</b></h2><p>One</p><p class=gone>Two</p></section>
    <ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><div id=h>light</div><details><summary>s</summary>inside <i>it</i></details>
    <label>L <input value=x></label><input type=checkbox><select><option>1<option>2</select><table><tr><td>1<td>2</table></main>`;
  // What nobody changes: it only makes the page large.
  if (large) document.body.insertAdjacentHTML('beforebegin', `<section>${'<i></i>'.repeat(MANY)}</section>`);
  const host = document.querySelector('#h');
  if (host) host.attachShadow({ mode: 'open' }).innerHTML = '<b>before</b><slot></slot><slot name=a></slot>';
  const watched = new Watched();
  const random = randomOf(seed);
  for (let step = 0; step < steps; step += 1) {
    for (let n = random(3); n >= 0; n -= 1) {
      const element = some(random);
      if (element !== document.body) CHANGES[random(CHANGES.length)]?.(element, random);
    }
    if (random(2) === 0) continue;
    watched.delta();
    const { kept, fresh } = watched.both();
    if (kept !== fresh) return { step, kept, fresh };
  }
  return null;
}

/**
 * Flags and reasons of elements with an id, by name.
 * @returns {Record<string, { flags: string[], unpainted: string[] }>}
 */
export function shown() {
  const { mirror } = new Watched();
  /** @type {Record<string, { flags: string[], unpainted: string[] }>} */
  const found = {};
  for (const element of document.querySelectorAll('[id]')) {
    const node = mirror.byId(element.id);
    const bits = Number(node?.extras.find(([kind]) => kind === 9)?.[1] ?? 0);
    found[element.id] = {
      flags: Object.entries(flag).filter(([, bit]) => ((node?.flags ?? 0) & bit) !== 0).map(([name]) => name),
      unpainted: Object.entries(veil).filter(([, bit]) => (bits & bit) !== 0).map(([name]) => name),
    };
  }
  return found;
}

/** All facts of the page, as one text to search in. */
export function everything() {
  return createCapture(document).full().map((part) => part.text).join('\n');
}

/** The mirror as text. */
export function printed() {
  return new Watched().mirror.print();
}
