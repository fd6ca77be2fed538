// Finds out what must be sent again: from what mutations said, and from what raises none.

import { documentElement, getRootNode, isConnected, localName, matches, nodeType, parentOf } from './dom.js';
import { attributesOf } from './attributes.js';
import { around, flag } from './flags.js';
import { kindOf } from './kinds.js';
import { bitsOf } from './scribe.js';
import { below, frameDocument, isOmitted } from './tree.js';
import { isOtherwise } from './watch.js';
import { op } from './writer.js';

/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {import('./scribe.js').Scribe} Scribe */
/** @typedef {{subtrees: Set<Element>, own: Set<Element>}} Dirty */

/**
 * On pages up to this size every delta looks at the style of all elements (about 2 ms). On larger ones it looks where
 * something changed, and everywhere when style sheets or the viewport did.
 */
const SMALL = 4_000;
/** Running animations that are followed. */
const RESTLESS = 200;
/** Options of one select that are looked at again where its choice changed. */
const OPTIONS = 2_000;
/** Elements that style sheets are made of. */
const STYLERS = 'style,link';

/** One delta in the making. */
export class Delta {
  /**
   * @param {Scribe} scribe
   * @param {number} root handle of the document element
   */
  constructor(scribe, root) {
    this.scribe = scribe;
    this.root = root;
    /** @type {Set<Element>} Whose children are read again. */
    this.lists = new Set();
    /** @type {Set<Element>} Whose own facts are read again. */
    this.own = new Set();
    /** @type {Set<Element>} Below which style may be different … */
    this.scans = new Set();
    /** @type {Set<Element>} … and where it may only if style sheets look at siblings or into elements. */
    this.beside = new Set();
    this.whole = false;
    /** What style sheets may do to the element looked at last. */
    this.rules = 0;
    /** @type {Set<Element>} Whose flags were looked at since the last mutation, above what is written. */
    this.fresh = new Set();
  }

  /** @param {Dirty} dirty */
  hear(dirty) {
    for (const element of dirty.subtrees) if (isConnected(element)) this.addList(element);
    for (const element of dirty.own) {
      if (!isConnected(element)) continue;
      this.addOwn(element);
      const parent = parentOf(element);
      this.scans.add(element);
      this.beside.add(parent ?? element);
      // A slot attribute may have changed, or a slot's name.
      if (parent) this.addSlots(parent);
      if (localName(element) === 'slot') {
        const root = getRootNode(element);
        if ('host' in root) this.addSlots(/** @type {ShadowRoot} */ (root).host);
      }
    }
  }

  /** Looks for what raised no mutation. */
  look() {
    const { scribe } = this;
    const { watch } = scribe;
    const roots = scribe.roots();
    const restyled = watch.restyled(roots);
    if (restyled) scribe.restyle();
    this.whole = restyled || scribe.size <= SMALL;
    scribe.refresh();
    for (const element of watch.lateHosts(scribe.shadowOf)) this.addList(element);
    for (const element of watch.changedControls((at, tag) => scribe.secrets.has(at, tag))) {
      this.addOwn(element);
      this.scans.add(element);
      // What is chosen stands at the options, which may be hidden behind a widget of the page's own.
      if (localName(element) === 'select') for (const option of Array.from(/** @type {HTMLSelectElement} */ (element).options).slice(0, OPTIONS)) this.addOwn(option);
      // Style sheets show and hide what follows a checked box.
      const parent = parentOf(element);
      if (parent) this.beside.add(parent);
    }
    for (const element of watch.standing()) {
      if (kindOf(element).frame) this.lookInside(element);
      else if (isOtherwise(element, scribe.handles.flags.get(scribe.handles.peek(element)))) {
        this.addOwn(element);
        this.scans.add(element);
      }
    }
    for (const root of roots) if (nodeType(root) === 9) this.lookAtAnimations(/** @type {Document} */ (root));
  }

  /** @param {Element} frame */
  lookInside(frame) {
    const { handles } = this.scribe;
    const number = handles.peek(frame);
    const document = frameDocument(frame);
    const inner = document && documentElement(document);
    const known = inner ? handles.peek(inner) : 0;
    const foreign = (handles.flags.get(number) & flag.FOREIGN) !== 0;
    if (number !== 0 && (inner ? known === 0 || !handles.isChild(known, number) : !foreign && localName(frame) !== 'object')) this.addList(frame);
  }

  /** @param {Document} document */
  lookAtAnimations(document) {
    for (const animation of document.getAnimations().slice(0, RESTLESS)) {
      const target = /** @type {KeyframeEffect | null} */ (animation.effect)?.target;
      if (target) this.scribe.watch.restless.push(new WeakRef(target));
    }
    const still = this.scribe.watch.restless.slice(-RESTLESS);
    this.scribe.watch.restless = [];
    for (const ref of still) {
      const target = ref.deref();
      if (target && isConnected(target)) this.scans.add(target);
    }
  }

  /**
   * The nearest element at or above that the core has in its tree.
   * @param {Element} element
   * @returns {Element | null}
   */
  nearest(element) {
    const { handles } = this.scribe;
    /** @type {Element | null} */
    let at = element;
    while (at) {
      const number = handles.peek(at);
      if (number !== 0 && handles.isKnown(number, this.root)) return at;
      at = parentOf(at);
    }
    return null;
  }

  /** @param {Element} element */
  addList(element) {
    if (matches(element, STYLERS)) return; // restyled() notices.
    const { names, handles } = this.scribe;
    const nearest = this.nearest(element);
    if (!nearest) return;
    this.lists.add(nearest);
    (names.joins(nearest, handles.bits.get(handles.peek(nearest))) ? this.scans : this.beside).add(nearest);
    this.addSlots(nearest);
    // A slot that came or went takes from, or leaves to, the others of its tree.
    const root = getRootNode(element);
    if ('host' in root) this.addSlots(/** @type {ShadowRoot} */ (root).host);
  }

  /** @param {Element} element */
  addOwn(element) {
    const nearest = this.nearest(element);
    if (nearest === element) this.own.add(element);
    // Its parent left it out before, and may not any more.
    else if (nearest) this.lists.add(nearest);
  }

  /**
   * Where a host's own children changed, its slots may have been given others.
   * @param {Element} host
   */
  addSlots(host) {
    const shadow = this.scribe.shadowOf(host);
    if (!shadow) return;
    for (const slot of shadow.querySelectorAll('slot')) {
      const nearest = this.nearest(slot);
      if (nearest) this.lists.add(nearest);
    }
  }

  /** Writes all of it; true where there was something to write. */
  write() {
    const { scribe } = this;
    const { handles, out } = scribe;
    scribe.stamp += 1;
    for (const { element, depth } of this.sorted(this.lists)) this.writeList(element, depth);
    for (const { element, number } of this.sorted(this.own)) {
      if (handles.written.get(number) === scribe.stamp) continue;
      this.freshen(element);
      this.patch(element, kindOf(element), number);
    }
    this.scan();
    scribe.names.read(scribe.handles, (element, kind, number, flags) => this.patch(element, kind, number, flags));
    return out.at > 0 || out.pieces.length > 0;
  }

  /**
   * What stands higher first, so that flags above are fresh.
   * @param {Set<Element>} elements
   */
  sorted(elements) {
    const { handles } = this.scribe;
    const all = [...elements].map((element) => {
      const number = handles.of(element);
      return { element, number, depth: handles.trail(number, this.root).length };
    });
    return all.sort((a, b) => a.depth - b.depth);
  }

  /**
   * @param {Element} element
   * @param {number} depth
   */
  writeList(element, depth) {
    const { scribe } = this;
    const { handles, out } = scribe;
    const number = handles.of(element);
    if (handles.listed.get(number) === scribe.stamp || !handles.isKnown(number, this.root)) return;
    this.freshen(element);
    const kind = kindOf(element);
    const parent = handles.parent.get(number);
    const bits = handles.bits.get(number);
    const scope = handles.scope.get(number);
    const { names, there } = attributesOf(element);
    out.room();
    for (const word of [op.REPLACE, number]) out.word(word);
    const rules = scribe.sheetsOf(scope).of(element, kind, names, there);
    const flags = scribe.flagsOf(element, kind, this.above(parent), bits, there, rules);
    const inner = scribe.writeOwn(op.ELEMENT, element, kind, number, flags, names, there, scope, parent === 0 ? 0 : handles.scope.get(parent), bits, rules);
    scribe.writeBelow(element, kind, number, flags, there, scope, inner, rules, depth, true);
    out.word(op.END);
    out.room();
  }

  /**
   * Looks again at what stands above an element, from the top down: what is written below takes over from it, and an
   * attribute may have shown or hidden it in the same turn.
   * @param {Element} element
   */
  freshen(element) {
    const { handles } = this.scribe;
    /** @type {Element[]} */
    const way = [element];
    for (let at = parentOf(element); at; at = parentOf(at)) way.push(at);
    for (let n = way.length - 1; n > 0; n -= 1) {
      const at = /** @type {Element} */ (way[n]);
      const number = handles.peek(at);
      if (number === 0 || !handles.isKnown(number, this.root)) continue;
      const kind = kindOf(at);
      if (!this.fresh.has(at)) {
        this.fresh.add(at);
        this.renew(at, kind, number);
      }
      const below = /** @type {Element} */ (way[n - 1]);
      const child = handles.peek(below);
      if (child !== 0 && handles.parent.get(child) === number) this.handDown(at, kind, number, below, kindOf(below), child);
    }
  }

  /**
   * Sends an element's own facts again where they are different.
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} number
   */
  renew(element, kind, number) {
    const { handles, stamp } = this.scribe;
    if (handles.written.get(number) === stamp) return;
    const now = this.flagsNow(element, kind, number);
    if (now !== handles.flags.get(number) || this.looksNow(element, kind, number, now) !== handles.looks.get(number)) this.patch(element, kind, number, now);
  }

  /**
   * Tells a child what its surroundings are.
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} number
   * @param {Element} child
   * @param {Kind} childKind
   * @param {number} childNumber
   */
  handDown(element, kind, number, child, childKind, childNumber) {
    const { scribe } = this;
    const { handles } = scribe;
    if (handles.written.get(childNumber) === scribe.stamp) return;
    const { names, there } = attributesOf(element);
    const rules = scribe.sheetsOf(handles.scope.get(number)).of(element, kind, names, there);
    const inner = scribe.bitsBelow(element, kind, handles.flags.get(number), there, handles.inner.get(number), rules);
    // That it is part of a name may be known by a reference only.
    handles.bits.set(childNumber, bitsOf(child, childKind, inner) | (handles.bits.get(childNumber) & around.NAMED));
  }

  /**
   * Its flags as they are now.
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} number
   * @returns {number}
   */
  flagsNow(element, kind, number) {
    const { scribe } = this;
    const { handles } = scribe;
    const { names, there } = attributesOf(element);
    this.rules = scribe.sheetsOf(handles.scope.get(number)).of(element, kind, names, there);
    return scribe.flagsOf(element, kind, this.above(handles.parent.get(number)), handles.bits.get(number), there, this.rules);
  }

  /**
   * What style adds to it now; asked after its flags.
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} number
   * @param {number} flags
   * @returns {number}
   */
  looksNow(element, kind, number, flags) {
    const { handles, looks } = this.scribe;
    const bits = handles.bits.get(number);
    if (!looks.isAsked(kind, bits, this.rules, element, flags, this.scribe.size)) {
      handles.inner.set(number, bits);
      return 0;
    }
    const found = looks.look(this.scribe, element, kind, flags, bits, this.rules, handles.scope.get(number));
    handles.inner.set(number, looks.inner);
    return found;
  }

  /** @param {number} parent */
  above(parent) {
    return parent === 0 ? flag.RENDERED | flag.VISIBLE | flag.OPAQUE : this.scribe.handles.flags.get(parent);
  }

  /**
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} number
   * @param {number} [known] flags, where they were computed
   */
  patch(element, kind, number, known) {
    const { scribe } = this;
    const { handles, out } = scribe;
    const { names, there } = attributesOf(element);
    const parent = handles.parent.get(number);
    const bits = handles.bits.get(number);
    const scope = handles.scope.get(number);
    const rules = scribe.sheetsOf(scope).of(element, kind, names, there);
    const flags = known ?? scribe.flagsOf(element, kind, this.above(parent), bits, there, rules);
    out.room();
    scribe.writeOwn(op.PATCH, element, kind, number, flags, names, there, scope, parent === 0 ? 0 : handles.scope.get(parent), bits, rules);
  }

  /** Compares flags below the places where style may be different. */
  scan() {
    const { scribe } = this;
    const { handles } = scribe;
    if (this.whole) {
      const top = scribe.roots().find((root) => nodeType(root) === 9 && scribe.scopes.get(root) === 0);
      const element = top && documentElement(/** @type {Document} */ (top));
      this.scans = new Set(element ? [element] : []);
    }
    else if (scribe.far) for (const element of this.beside) this.scans.add(element);
    for (const element of this.scans) {
      const number = handles.peek(element);
      if (number === 0 || !handles.isKnown(number, this.root) || this.isCovered(element)) continue;
      this.scanElement(element, kindOf(element), number, 0);
    }
  }

  /**
   * True where a scan of something above covers it.
   * @param {Element} element
   */
  isCovered(element) {
    for (let at = parentOf(element); at; at = parentOf(at)) if (this.scans.has(at)) return true;
    return false;
  }

  /**
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} number
   * @param {number} depth
   */
  scanElement(element, kind, number, depth) {
    const { scribe } = this;
    const { handles } = scribe;
    if (handles.written.get(number) !== scribe.stamp) {
      this.renew(element, kind, number);
      // What stays unrendered has nothing rendered below. (What was written just now may have been rendered before.)
      if (handles.written.get(number) !== scribe.stamp && (handles.flags.get(number) & flag.RENDERED) === 0) return;
    }
    // What is too deep was not sent.
    if (depth > 2_000) return;
    for (const node of below(element, kind, scribe.shadowOf)) {
      if (nodeType(node) !== 1) continue;
      const child = /** @type {Element} */ (node);
      const known = handles.peek(child);
      if (known === 0 || handles.parent.get(known) !== number) continue;
      const childKind = kindOf(child);
      if (isOmitted(child, childKind)) continue;
      this.handDown(element, kind, number, child, childKind, known);
      this.scanElement(child, childKind, known, depth + 1);
    }
  }
}
