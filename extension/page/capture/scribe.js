// Writes records of elements: what of the document is sent, in the order of the flat tree, and what the core
// then knows of each element. It is told what to write; capture.js and delta.js decide.

import { attributeNames, checkVisibility, data, defaultView, documentElement, firstChild, firstElementChild, getAttribute, getRootNode, isAttached, lastChild, matches, nextElementSibling, nextSibling, nodeType, textContent } from './dom.js';
import { has, present, writeAttributes } from './attributes.js';
import { extra, writeExtras } from './extras.js';
import { around, boxed, flag, seen, stateFlags, TRANSFORM_AT } from './flags.js';
import { Handles } from './handles.js';
import { kindOf } from './kinds.js';
import { Names } from './names.js';
import { Looks } from './looks.js';
import { Secrets } from './secret.js';
import { may, Sheets } from './sheets.js';
import { cutText, DEPTH, frameDocument, isOmitted, isSvg, useTitle } from './tree.js';
import { Watch } from './watch.js';
import { op, Writer } from './writer.js';

/** @typedef {Document | ShadowRoot} Root */
/** @typedef {import('./kinds.js').Kind} Kind */

export class Scribe {
  /**
   * @param {(element: Element) => ShadowRoot | null} shadowOf
   * @param {(root: Root) => void} onRoot
   * @param {((element: Element) => boolean) | null} isShut has it a closed shadow root? Where nobody can tell, it is guessed
   */
  constructor(shadowOf, onRoot, isShut) {
    this.shadowOf = shadowOf;
    this.isShut = isShut;
    this.onRoot = onRoot;
    this.handles = new Handles();
    this.secrets = new Secrets();
    this.watch = new Watch();
    this.out = new Writer();
    this.looks = new Looks();
    /** @type {Map<number, Sheets>} By tree scope. */
    this.sheets = new Map();
    /** @type {WeakMap<Node, number>} Root → tree scope: handle of its host or frame element, 0 for the document. */
    this.scopes = new WeakMap();
    /** @type {WeakSet<Node>} Roots that were announced. */
    this.announced = new WeakSet();
    /** @type {WeakRef<Root>[]} */
    this.rootRefs = [];
    this.names = new Names();
    /** Rises with every capture; says when a list of children or an element was written last. */
    this.stamp = 0;
    /** Elements written since the last full capture: how large the page is, roughly. */
    this.size = 0;
  }

  /** Begins a full capture. */
  restart() {
    if (this.handles.full) this.handles = new Handles();
    this.scopes = new WeakMap();
    this.rootRefs = [];
    this.names = new Names();
    this.watch = new Watch();
    this.stamp += 1;
    this.size = 0;
    this.restyle();
  }

  /** Forgets what style sheets say. */
  restyle() {
    this.sheets = new Map();
    this.looks.reset();
  }

  /** Looks again at what changes without style sheets changing: what moves, what counts. */
  refresh() {
    for (const sheets of this.sheets.values()) sheets.refresh();
    this.looks.reset();
  }

  /**
   * The style sheets of a tree scope.
   * @param {number} scope
   * @returns {Sheets}
   */
  sheetsOf(scope) {
    let sheets = this.sheets.get(scope);
    if (sheets === undefined) {
      const root = this.roots().find((root) => this.scopes.get(root) === scope);
      sheets = new Sheets(root, root ? countOf(root) : 0);
      this.sheets.set(scope, sheets);
    }
    return sheets;
  }

  /** May style change beside and around what changed, and not only in it? */
  get far() {
    return [...this.sheets.values()].some((sheets) => sheets.far);
  }

  /** @returns {Root[]} */
  roots() {
    const alive = [];
    for (const ref of this.rootRefs) {
      const root = ref.deref();
      if (root && isAlive(root)) alive.push(root);
    }
    if (alive.length < this.rootRefs.length) this.rootRefs = alive.map((root) => new WeakRef(root));
    return alive;
  }

  /**
   * @param {Root} root
   * @param {number} scope
   */
  meet(root, scope) {
    if (this.scopes.has(root)) {
      this.scopes.set(root, scope);
      return;
    }
    this.scopes.set(root, scope);
    this.rootRefs.push(new WeakRef(root));
    if (!this.announced.has(root)) {
      this.announced.add(root);
      this.onRoot(root);
    }
  }

  /**
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} above
   * @param {number} bits
   * @param {number} names attributes that are there (bits of `has`)
   * @param {number} rules what style sheets may do to it (bits of `may`)
   * @returns {number}
   */
  flagsOf(element, kind, above, bits, names, rules) {
    const secret = kind.control && this.secrets.has(element, kind.tag);
    const shown = seen(element, kind, above, bits, names, rules);
    let flags = shown | boxed(element, kind, bits, names, rules, shown) | stateFlags(element, kind, above, bits, names, secret);
    // Nobody meets what is not rendered, and scans do not go there.
    if ((flags & flag.RENDERED) === 0) flags &= ~flag.INERT;
    if (this.looks.points(element, kind, flags, bits, rules, this.size)) flags |= flag.POINTER;
    if (kind.host) {
      const shadow = this.shadowOf(element);
      if (shadow) flags |= flag.SHADOW_HOST | (shadow.mode === 'closed' ? flag.CLOSED : 0);
      else {
        if (this.isShut ? this.isShut(element) : kind.custom && looksClosed(element, flags)) flags |= flag.CLOSED;
        if (kind.custom) this.watch.await(element);
      }
    } else if (kind.frame && kind.tag !== 'object' && !frameDocument(element)) flags |= flag.FOREIGN;
    return flags;
  }

  /**
   * Writes the own facts of an element: all of its record but children and end.
   * @param {number} op
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} handle
   * @param {number} flags
   * @param {string[]} names
   * @param {number} there attributes that are there (bits of `has`)
   * @param {number} scope
   * @param {number} parentScope
   * @param {number} bits
   * @param {number} rules what style sheets may do to it (bits of `may`)
   * @returns {number} what children take over of its surroundings
   */
  writeOwn(op, element, kind, handle, flags, names, there, scope, parentScope, bits, rules) {
    const { out, handles } = this;
    out.word(op | (flags << 4));
    out.word(handle);
    out.word(out.string(kind.tag));
    const counts = out.at;
    out.word(0);
    let attributes = 0;
    let extras = 0;
    if (kind.valued || names.length > 0) {
      const secret = (flags & flag.SECRET) !== 0;
      attributes = writeAttributes(out, element, kind.tag, names, secret);
      if (kind.tag === 'use' && flags & flag.SVG) {
        out.word(out.string('use:title'));
        out.word(out.text(useTitle(element)));
        attributes += 1;
      }
      extras = writeExtras(out, handles, element, kind, there, flags, secret);
      if (there & (has.LABELLED_BY | has.DESCRIBED_BY)) this.names.refers(element);
      if (kind.control) this.watch.remember(element, kind.tag, secret);
      if (there & (has.POPOVER | has.MODAL)) this.watch.open(element);
    }
    if (kind.frame) this.watch.open(element);
    if (scope !== parentScope) {
      out.word(extra.SCOPE);
      out.word(scope);
      extras += 1;
    }
    let inner = bits;
    let looks = 0;
    if (this.looks.isAsked(kind, bits, rules, element, flags, this.size)) {
      looks = this.looks.look(this, element, kind, flags, bits, rules, scope);
      inner = this.looks.inner;
      if (looks !== 0) extras += this.looks.write(out);
    }
    handles.looks.set(handle, looks);
    handles.inner.set(handle, inner);
    out.words[counts] = attributes | (extras << 16);
    handles.flags.set(handle, flags);
    handles.written.set(handle, this.stamp);
    return inner;
  }

  /**
   * Writes an element with all below it.
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} parent handle of its parent in the flat tree
   * @param {number} above flags of that parent
   * @param {number} parentScope
   * @param {number} scope
   * @param {number} outer what its parent knows of its surroundings
   * @param {number} depth
   */
  writeElement(element, kind, parent, above, parentScope, scope, outer, depth) {
    const { handles } = this;
    const handle = handles.of(element);
    const bits = bitsOf(element, kind, outer);
    const names = attributeNames(element);
    const there = names.length > 0 ? present(names) : 0;
    const rules = this.sheetsOf(scope).of(element, kind, names, there);
    const flags = this.flagsOf(element, kind, above, bits, there, rules);
    handles.parent.set(handle, parent);
    handles.placed.set(handle, this.stamp);
    handles.scope.set(handle, scope);
    handles.bits.set(handle, bits);
    this.size += 1;
    const inner = this.writeOwn(op.ELEMENT, element, kind, handle, flags, names, there, scope, parentScope, bits, rules);
    this.writeBelow(element, kind, handle, flags, there, scope, inner, rules, depth, false);
    this.out.word(op.END);
    this.out.room();
  }

  /**
   * Writes an element's children.
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} handle
   * @param {number} flags
   * @param {number} there attributes that are there (bits of `has`)
   * @param {number} scope
   * @param {number} bits
   * @param {number} rules what style sheets may do to it (bits of `may`)
   * @param {number} depth
   * @param {boolean} keep children that the core knows in this place are only named
   */
  writeBelow(element, kind, handle, flags, there, scope, bits, rules, depth, keep) {
    const listed = keep ? this.handles.listed.get(handle) : 0;
    this.handles.listed.set(handle, this.stamp);
    if (depth > DEPTH || kind.tag === 'textarea') return;
    if (!kind.vessel && (flags & flag.SHADOW_HOST) === 0 && firstElementChild(element) === null) {
      // The common case: text only, read in one go.
      const text = textContent(element) ?? '';
      if (text !== '') this.writeText(text);
      return;
    }
    const inner = this.bitsBelow(element, kind, flags, there, bits, rules);
    if (kind.tag === 'slot' && bits & around.SHADOW) {
      const assigned = /** @type {HTMLSlotElement} */ (element).assignedNodes();
      for (const node of assigned) this.writeChild(node, handle, flags, scope, this.scopes.get(getRootNode(node)) ?? 0, inner, depth, listed);
      if (assigned.length > 0) return;
    } else if (kind.frame) {
      const document = frameDocument(element);
      const top = document && documentElement(document);
      if (top) {
        this.meet(document, handle);
        this.writeChild(top, handle, flags, scope, handle, inner, depth, listed);
      }
      if (top || kind.tag !== 'object') return;
    }
    const shadow = flags & flag.SHADOW_HOST ? this.shadowOf(element) : null;
    if (shadow) this.meet(shadow, handle);
    const own = shadow ? handle : scope;
    for (let node = firstChild(shadow ?? element); node; node = nextSibling(node)) {
      this.writeChild(node, handle, flags, scope, own, inner, depth, listed);
    }
  }

  /**
   * @param {Node} node
   * @param {number} parent
   * @param {number} above
   * @param {number} parentScope
   * @param {number} scope
   * @param {number} bits
   * @param {number} depth
   * @param {number} listed when the core was last told of its siblings, where known ones may be kept; else 0
   */
  writeChild(node, parent, above, parentScope, scope, bits, depth, listed) {
    const type = nodeType(node);
    if (type === 3 || type === 4) {
      this.writeText(data(/** @type {Text} */ (node)));
    } else if (type === 1) {
      const element = /** @type {Element} */ (node);
      const kind = kindOf(element);
      if (isOmitted(element, kind) || (listed !== 0 && this.keep(element, parent, listed))) return;
      this.writeElement(element, kind, parent, above, parentScope, scope, bits, depth + 1);
    }
  }

  /** @param {string} text */
  writeText(text) {
    const { out } = this;
    out.room();
    out.word(op.TEXT);
    out.word(out.text(cutText(text)));
  }

  /**
   * Writes that a child stands here unchanged, where the core knows it in this place.
   * @param {Element} element
   * @param {number} parent
   * @param {number} listed
   * @returns {boolean}
   */
  keep(element, parent, listed) {
    const { out, handles } = this;
    const known = handles.peek(element);
    if (known === 0 || handles.parent.get(known) !== parent || handles.placed.get(known) !== listed) return false;
    out.room();
    out.word(op.KEEP);
    out.word(known);
    handles.placed.set(known, this.stamp);
    return true;
  }

  /**
   * What children need to know of their surroundings.
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} flags
   * @param {number} there attributes that are there (bits of `has`)
   * @param {number} bits
   * @param {number} rules
   * @returns {number}
   */
  bitsBelow(element, kind, flags, there, bits, rules) {
    const tag = kind.tag;
    let inner = bits & ~(around.UNSURE | around.LAID);
    if (rules & may.BOX || flags & flag.SHADOW_HOST) inner |= around.LAID;
    if (kind.veils || rules & may.SKIP || there & has.HIDES) inner |= around.UNSURE;
    if (kind.frame) {
      inner &= around.VEILED | around.GLASS | around.UNSURE | around.LAID;
      if (!(flags & flag.VISIBLE)) inner |= around.VEILED;
      if (!(flags & flag.OPAQUE)) inner |= around.GLASS;
    } else if (tag === 'select') inner |= around.SELECT | (flags & flag.SECRET ? around.SECRET : 0);
    else if (tag === 'canvas') inner |= around.CANVAS;
    else if (tag === 'foreignobject' || tag === 'annotation-xml') inner &= ~(around.SVG | around.MATHML);
    if (flags & flag.SHADOW_HOST) inner |= around.SHADOW;
    if (inner & around.NAMED) return inner;
    if (kind.named || (there !== 0 && this.names.isNamed(element, there))) {
      const first = firstChild(element);
      if (first && first !== lastChild(element)) inner |= around.NAMED;
    }
    return inner;
  }
}

/**
 * What is known of an element's surroundings, by what its parent knows.
 * @param {Element} element
 * @param {Kind} kind
 * @param {number} outer
 * @returns {number}
 */
export function bitsOf(element, kind, outer) {
  if (kind.tag === 'svg') return isSvg(element) ? outer | around.SVG : outer;
  return kind.tag === 'math' ? outer | around.MATHML : outer;
}

/**
 * A defined custom element that shows something although nothing readable is in it.
 * @param {Element} element
 * @param {number} flags
 */
function looksClosed(element, flags) {
  if (!(flags & flag.RENDERED) || !matches(element, ':defined')) return false;
  if (firstElementChild(element) === null) return (textContent(element) ?? '').trim() === '' && /** @type {HTMLElement} */ (element).offsetHeight > 0;
  // Light children are only rendered where a slot takes them.
  for (let child = firstElementChild(element); child; child = nextElementSibling(child)) {
    if (checkVisibility(child)) return false;
  }
  return /** @type {HTMLElement} */ (element).offsetHeight > 0;
}

/** @param {Root} root */
function countOf(root) {
  return nodeType(root) === 9 ? /** @type {Document} */ (root).getElementsByTagName('*').length : root.querySelectorAll('*').length;
}

/** @param {Root} root */
function isAlive(root) {
  if (nodeType(root) === 9) return defaultView(/** @type {Document} */ (root)) !== null;
  return isAttached(/** @type {ShadowRoot} */ (root).host);
}
