// Writes records of elements: what of the document is sent, in the order of the flat tree, and what the core
// then knows of each element. It is told what to write; capture.js and delta.js decide.

import { writeAttributes } from './attributes.js';
import { extra, isControl, writeExtras } from './extras.js';
import { around, boxed, flag, seen, stateFlags } from './flags.js';
import { Handles } from './handles.js';
import { Secrets } from './secret.js';
import { cutText, DEPTH, frameDocument, isFrame, isOmitted, mayHost, tagOf } from './tree.js';
import { Watch } from './watch.js';
import { op, Writer } from './writer.js';

/** @typedef {Document | ShadowRoot} Root */

/** Tags whose content makes their name: inside them display decides on spaces. */
const NAMED = new Set([
  'a', 'button', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'label', 'legend', 'caption', 'figcaption', 'summary', 'th', 'td',
  'option', 'dt',
]);

export class Scribe {
  /**
   * @param {(element: Element) => ShadowRoot | null} shadowOf
   * @param {(root: Root) => void} onRoot
   */
  constructor(shadowOf, onRoot) {
    this.shadowOf = shadowOf;
    this.onRoot = onRoot;
    this.handles = new Handles();
    this.secrets = new Secrets();
    this.watch = new Watch();
    this.out = new Writer();
    /** @type {WeakMap<Node, number>} Root → tree scope: handle of its host or frame element, 0 for the document. */
    this.scopes = new WeakMap();
    /** @type {WeakSet<Node>} Roots that were announced. */
    this.announced = new WeakSet();
    /** @type {WeakRef<Root>[]} */
    this.rootRefs = [];
    /** @type {Set<string>} Ids that aria-labelledby or aria-describedby name. */
    this.named = new Set();
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
    this.named = new Set();
    this.watch = new Watch();
    this.stamp += 1;
    this.size = 0;
  }

  /** @returns {Root[]} */
  roots() {
    const alive = [];
    for (const ref of this.rootRefs) {
      const root = ref.deref();
      if (root && isAttached(root)) alive.push(root);
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
    for (const element of root.querySelectorAll('[aria-labelledby],[aria-describedby]')) {
      for (const name of ['aria-labelledby', 'aria-describedby']) {
        for (const id of (element.getAttribute(name) ?? '').split(/\s+/)) if (id) this.named.add(id);
      }
    }
  }

  /**
   * @param {Element} element
   * @param {string} tag
   * @param {number} above
   * @param {number} bits
   * @param {boolean} secret
   * @returns {number}
   */
  flagsOf(element, tag, above, bits, secret) {
    let flags = seen(element, tag, above, bits) | boxed(element, tag, bits) | stateFlags(element, tag, above, bits, secret);
    if (mayHost(tag)) {
      const shadow = this.shadowOf(element);
      if (shadow) flags |= flag.SHADOW_HOST | (shadow.mode === 'closed' ? flag.CLOSED : 0);
      else if (tag.indexOf('-') > 0) {
        if (looksClosed(element, flags)) flags |= flag.CLOSED;
        this.watch.await(element);
      }
    } else if ((tag === 'iframe' || tag === 'frame') && !frameDocument(element)) flags |= flag.FOREIGN;
    return flags;
  }

  /**
   * Writes the own facts of an element: all of its record but children and end.
   * @param {number} kind
   * @param {Element} element
   * @param {string} tag
   * @param {number} handle
   * @param {number} flags
   * @param {boolean} secret
   * @param {number} scope
   * @param {number} parentScope
   */
  writeOwn(kind, element, tag, handle, flags, secret, scope, parentScope) {
    const { out, handles } = this;
    out.word(kind | (flags << 4));
    out.word(handle);
    out.word(out.string(tag));
    const counts = out.at;
    out.word(0);
    const control = isControl(tag);
    let attributes = 0;
    let extras = 0;
    if (control || element.hasAttributes()) {
      attributes = writeAttributes(out, element, tag, secret);
      extras = writeExtras(out, handles, element, tag, secret);
    }
    if (scope !== parentScope) {
      out.word(extra.SCOPE);
      out.word(scope);
      extras += 1;
    }
    out.words[counts] = attributes | (extras << 16);
    handles.flags.set(handle, flags);
    handles.written.set(handle, this.stamp);
    if (control) this.watch.remember(element, tag, secret);
  }

  /**
   * Writes an element with all below it.
   * @param {Element} element
   * @param {string} tag
   * @param {number} parent handle of its parent in the flat tree
   * @param {number} above flags of that parent
   * @param {number} parentScope
   * @param {number} scope
   * @param {number} bits
   * @param {number} depth
   */
  writeElement(element, tag, parent, above, parentScope, scope, bits, depth) {
    const { handles } = this;
    const handle = handles.of(element);
    const secret = this.secrets.has(element, tag);
    const flags = this.flagsOf(element, tag, above, bits, secret);
    handles.parent.set(handle, parent);
    handles.placed.set(handle, this.stamp);
    handles.scope.set(handle, scope);
    handles.bits.set(handle, bits);
    this.size += 1;
    this.writeOwn(op.ELEMENT, element, tag, handle, flags, secret, scope, parentScope);
    this.writeBelow(element, tag, handle, flags, scope, bits, depth, false);
    this.out.word(op.END);
    this.out.room();
  }

  /**
   * Writes an element's children.
   * @param {Element} element
   * @param {string} tag
   * @param {number} handle
   * @param {number} flags
   * @param {number} scope
   * @param {number} bits
   * @param {number} depth
   * @param {boolean} keep children that the core knows in this place are only named
   */
  writeBelow(element, tag, handle, flags, scope, bits, depth, keep) {
    const listed = keep ? this.handles.listed.get(handle) : 0;
    this.handles.listed.set(handle, this.stamp);
    if (depth > DEPTH) return;
    const inner = this.bitsBelow(element, tag, flags, bits);
    if (tag === 'slot' && bits & around.SHADOW) {
      const assigned = /** @type {HTMLSlotElement} */ (element).assignedNodes();
      for (const node of assigned) this.writeChild(node, handle, flags, scope, this.scopes.get(node.getRootNode()) ?? 0, inner, depth, listed);
      if (assigned.length > 0) return;
    } else if (isFrame(tag)) {
      const document = frameDocument(element);
      if (document) {
        this.meet(document, handle);
        this.writeChild(document.documentElement, handle, flags, scope, handle, inner, depth, listed);
      }
      if (document || tag !== 'object') return;
    } else if (tag === 'textarea') {
      return;
    }
    const shadow = flags & flag.SHADOW_HOST ? this.shadowOf(element) : null;
    if (shadow) this.meet(shadow, handle);
    const own = shadow ? handle : scope;
    for (let node = (shadow ?? element).firstChild; node; node = node.nextSibling) {
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
    const { out, handles } = this;
    const type = node.nodeType;
    if (type === 3 || type === 4) {
      out.room();
      out.word(op.TEXT);
      out.word(out.string(cutText(/** @type {Text} */ (node).data)));
    } else if (type === 1) {
      const element = /** @type {Element} */ (node);
      const tag = tagOf(element);
      if (isOmitted(element, tag)) return;
      if (listed !== 0) {
        const known = handles.peek(element);
        if (known !== 0 && handles.parent.get(known) === parent && handles.placed.get(known) === listed) {
          out.room();
          out.word(op.KEEP);
          out.word(known);
          handles.placed.set(known, this.stamp);
          return;
        }
      }
      this.writeElement(element, tag, parent, above, parentScope, scope, bits, depth + 1);
    }
  }

  /**
   * What children need to know of their surroundings.
   * @param {Element} element
   * @param {string} tag
   * @param {number} flags
   * @param {number} bits
   * @returns {number}
   */
  bitsBelow(element, tag, flags, bits) {
    let inner = bits;
    if (tag === 'select') inner |= around.SELECT | (flags & flag.SECRET ? around.SECRET : 0);
    else if (tag === 'canvas') inner |= around.CANVAS;
    else if (isFrame(tag)) {
      inner &= ~(around.SHADOW | around.SELECT | around.CANVAS | around.NAMED);
      if (!(flags & flag.VISIBLE)) inner |= around.VEILED;
      if (!(flags & flag.OPAQUE)) inner |= around.GLASS;
    }
    if (flags & flag.SHADOW_HOST) inner |= around.SHADOW;
    if (inner & around.NAMED) return inner;
    const first = element.firstChild;
    if (first && first !== element.lastChild && (NAMED.has(tag) || element.hasAttribute('role') || this.isReferenced(element))) {
      inner |= around.NAMED;
    }
    return inner;
  }

  /** @param {Element} element */
  isReferenced(element) {
    return this.named.size > 0 && element.id !== '' && this.named.has(element.id);
  }
}

/**
 * A defined custom element that shows something although nothing readable is in it.
 * @param {Element} element
 * @param {number} flags
 */
function looksClosed(element, flags) {
  if (!(flags & flag.RENDERED) || !element.matches(':defined')) return false;
  if (element.firstElementChild === null) return (element.textContent ?? '').trim() === '' && /** @type {HTMLElement} */ (element).offsetHeight > 0;
  // Light children are only rendered where a slot takes them.
  for (let child = /** @type {Element | null} */ (element.firstElementChild); child; child = child.nextElementSibling) {
    if (child.checkVisibility()) return false;
  }
  return /** @type {HTMLElement} */ (element).offsetHeight > 0;
}

/** @param {Root} root */
function isAttached(root) {
  return root.nodeType === 9 ? /** @type {Document} */ (root).defaultView !== null : root.isConnected && root.ownerDocument?.defaultView !== null;
}
