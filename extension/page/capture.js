// Capture: raw facts about a document, as crate/protocol/src/facts.rs describes them. It knows no roles and no
// names, decides nothing, and lets no secret out.
//
// `createCapture(document, options?)` → {
//   full()          everything, as parts `{head, nodes: Uint32Array, text}`; `head.base` is 0 and `rev` rises by one.
//   delta(dirty)    what changed since the last capture, as parts. `dirty.subtrees`: elements (or shadow hosts, frames)
//                   whose child list or text changed; `dirty.own`: elements whose attributes changed. What raises no mutation
//                   (values, checks, validity, what style sheets hide) is found without being told. Where nothing changed
//                   there is one part without records and `head.rev === head.base`. Before the first full() it is full().
//   handleOf(el)    its number, given now where it has none; never 0, never given twice.
//   elementOf(n)    the element while it is in the document, else null.
//   rawText(el, most = 200)   equals the core's `Dom::flat_text` of the captured element.
//   isSecret(el)    true where its value must not be read back, logged or sent.
//   markSecret(el)  call it where a type attribute changes from "password".
//   frames()        the frame elements met, as long as they live.
//   roots()         the document, and each shadow root and frame document met, as long as they live: what a
//                   MutationObserver must watch. `options.onRoot(root)` is called when one is met first.
//   rev             the last revision given; 0 before the first.
//   closed          whether closed shadow roots may be read; set it before a full(). Until then they are only told of.
// }
// options: `doc` (the id that heads carry), `openOrClosedShadowRoot(element)` (chrome.dom's, where there is one), `onRoot`.

import { Delta } from './capture/delta.js';
import { activeElement, body, documentElement, firstChild, getAttribute, isAttached, localName, nodeType, readyState, shadowRoot, titleOf } from './capture/dom.js';
import { SEEN } from './capture/flags.js';
import { kindOf } from './capture/kinds.js';
import { Scribe } from './capture/scribe.js';
import { below, flatText, frameDocument } from './capture/tree.js';

/**
 * @typedef {{doc: string, rev: number, base: number, part: number, parts: number, url: string, title: string, lang: string, ready: string, active: number}} Head
 * @typedef {{head: Head, nodes: Uint32Array, text: string}} Part
 * @typedef {{subtrees: Set<Element>, own: Set<Element>}} Dirty
 * @typedef {Document | ShadowRoot} Root
 * @typedef {{doc?: string, openOrClosedShadowRoot?: (element: Element) => ShadowRoot | null, onRoot?: (root: Root) => void}} Options
 * @typedef {ReturnType<typeof createCapture>} Capture
 */

/**
 * @param {Document} document
 * @param {Options} [options]
 */
export function createCapture(document, options = {}) {
  const readClosed = options.openOrClosedShadowRoot;
  let closed = false;
  /** @type {WeakMap<Element, ShadowRoot | null>} What was asked of ordinary elements with children, since the last full(). */
  let asked = new WeakMap();
  let left = MOST_ASKED;
  /** @type {(element: Element) => ShadowRoot | null} */
  const closedOf = (element) => {
    if (!readClosed) return null;
    if (mayBeClosed(element)) return readClosed(element);
    const known = asked.get(element);
    if (known !== undefined || left === 0 || !kindOf(element).host) return known ?? null;
    left -= 1;
    const root = readClosed(element);
    asked.set(element, root);
    return root;
  };
  /** @type {(element: Element) => ShadowRoot | null} */
  const shadowOf = (element) => shadowRoot(element) ?? (closed ? closedOf(element) : null);
  const isShut = readClosed ? (/** @type {Element} */ element) => closedOf(element) !== null : null;
  const scribe = new Scribe(shadowOf, options.onRoot ?? (() => {}), isShut);
  const { secrets } = scribe;
  /** @type {Map<number, WeakRef<Element>>} Elements that were asked for by number. */
  const found = new Map();
  let rev = 0;
  /** @type {Element | null} */
  let top = null;

  /**
   * @param {number} base
   * @returns {Part[]}
   */
  function finish(base) {
    const pieces = scribe.out.done();
    const active = focused(document, shadowOf);
    const head = {
      doc: options.doc ?? '',
      rev,
      base,
      parts: pieces.length,
      url: document.location?.href ?? '',
      title: titleOf(document),
      lang: top ? (getAttribute(top, 'lang') ?? '') : '',
      ready: readyState(document),
      active: active ? scribe.handles.peek(active) : 0,
    };
    return pieces.map((piece, part) => ({ head: { ...head, part }, nodes: piece.nodes, text: piece.text }));
  }

  /** @returns {Part[]} */
  function full() {
    rev += 1;
    asked = new WeakMap();
    left = MOST_ASKED;
    scribe.restart();
    scribe.meet(document, 0);
    top = documentElement(document);
    if (top) scribe.writeElement(top, kindOf(top), 0, SEEN, 0, 0, 0, 0);
    const patcher = new Delta(scribe, top ? scribe.handles.of(top) : 0);
    scribe.names.read(scribe.handles, (element, kind, number, flags) => patcher.patch(element, kind, number, flags));
    scribe.watch.restyled(scribe.roots());
    return finish(0);
  }

  /**
   * @param {Dirty} dirty
   * @returns {Part[]}
   */
  function delta(dirty) {
    if (rev === 0 || !top || top !== documentElement(document)) return full();
    const base = rev;
    const delta = new Delta(scribe, scribe.handles.of(top));
    delta.hear(dirty);
    delta.look();
    if (delta.write()) rev += 1;
    return finish(base);
  }

  /**
   * @param {number} number
   * @returns {Element | null}
   */
  function elementOf(number) {
    const known = found.get(number)?.deref();
    if (known) return isAttached(known) ? known : null;
    if (!top || number <= 0) return null;
    const element = follow(number) ?? search(top, number, 0);
    if (element) {
      if (found.size > 2_000) found.clear();
      found.set(number, new WeakRef(element));
    }
    return element;
  }

  /**
   * Goes down from the top along the places where the core has it.
   * @param {number} number
   * @returns {Element | null}
   */
  function follow(number) {
    const { handles } = scribe;
    let at = top;
    for (const next of at ? handles.trail(number, handles.of(at)) : []) {
      if (!at) return null;
      /** @type {Element | null} */
      let into = null;
      for (const node of below(at, kindOf(at), shadowOf)) {
        if (nodeType(node) === 1 && handles.peek(/** @type {Element} */ (node)) === next) {
          into = /** @type {Element} */ (node);
          break;
        }
      }
      at = into;
    }
    return at && handles.peek(at) === number ? at : null;
  }

  /**
   * Looks everywhere: it moved since the last capture, or was numbered without being captured.
   * @param {Element} element
   * @param {number} number
   * @param {number} depth
   * @returns {Element | null}
   */
  function search(element, number, depth) {
    if (scribe.handles.peek(element) === number) return element;
    if (depth > 2_000) return null;
    for (const node of below(element, kindOf(element), shadowOf)) {
      const hit = nodeType(node) === 1 ? search(/** @type {Element} */ (node), number, depth + 1) : null;
      if (hit) return hit;
    }
    return null;
  }

  return {
    full,
    delta,
    get rev() {
      return rev;
    },
    get closed() {
      return closed;
    },
    set closed(may) {
      closed = may;
    },
    /** @param {Element} element */
    handleOf: (element) => scribe.handles.of(element),
    elementOf,
    /** @param {Element} element */
    rawText: (element, most = 200) => flatText(element, most, shadowOf),
    /** @param {Element} element */
    isSecret: (element) => secrets.has(element, kindOf(element).tag),
    /** @param {Element} element */
    markSecret: (element) => secrets.mark(element),
    roots: () => scribe.roots(),
    frames: () => scribe.watch.standing().filter((element) => kindOf(element).frame),
  };
}

/** Ordinary elements with children that are asked for a closed root in one capture; each costs about two microseconds. */
const MOST_ASKED = 3_000;

/**
 * Closed roots are looked for wherever they are likely; asking costs more than all else about an element. What has
 * children of its own is asked once.
 * @param {Element} element
 */
function mayBeClosed(element) {
  return localName(element).indexOf('-') > 0 || firstChild(element) === null;
}

/**
 * The element that has the focus, inside shadow roots and frames too.
 * @param {Document} document
 * @param {(element: Element) => ShadowRoot | null} shadowOf
 * @returns {Element | null}
 */
function focused(document, shadowOf) {
  let at = activeElement(document);
  for (let depth = 0; at && depth < 100; depth += 1) {
    let inner = shadowOf(at)?.activeElement ?? null;
    if (!inner && (localName(at) === 'iframe' || localName(at) === 'frame')) {
      const document = frameDocument(at);
      inner = document && activeElement(document);
    }
    if (!inner) return at === body(document) ? null : at;
    at = inner;
  }
  return at;
}
