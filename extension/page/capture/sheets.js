// What a document's style sheets may do to an element, found by reading each sheet once. An element that no rule of a
// kind can match needs no look at its computed style for that kind; one that a rule may match is looked at. So the
// answer is always on the safe side, and where a sheet cannot be read everything may be.
//
// What is not noticed: a rule of a sheet that a script edits in place, without adding or removing one.

import { has } from './attributes.js';
import { documentElement, getAttribute, styleOf } from './dom.js';
import { subjectsOf } from './selector.js';
import { alike, note } from './tints.js';

/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {Document | ShadowRoot} Root */

/** What rules may do, as bits. */
export const may = Object.freeze({
  /** Hide it: display, visibility, opacity, animations. */
  HIDE: 1,
  /** Hide what is inside it: content-visibility. */
  SKIP: 2,
  /** Put text before or after it. */
  GENERATE: 4,
  /** Change the case of its text. */
  TRANSFORM: 8,
  /** Show a pointer over it. */
  POINT: 16,
  /** Keep it from being painted although it has a box. */
  VEIL: 32,
  /** Count. */
  COUNT: 64,
  /** Do anything: the sheets could not be read. */
  UNREAD: 128,
  /** Give text the colour of what is behind it. */
  TINT: 256,
  /** Give it another box, or what is in it: display, float, position. */
  BOX: 512,
});
const ALL = 127 | 256 | 512;

/** Sheets with more rules than this are not read: it would take longer than looking at each element. */
const RULES = 30_000;
/** Rules are only worth reading where there are not many more of them than elements. */
const RULES_PER_ELEMENT = 4;

/**
 * @typedef {import('./selector.js').Subject} Subject
 * @typedef {{classes: Map<string, number>, ids: Map<string, number>, tags: Map<string, number>, attributes: Map<string, number>, any: number, far: boolean, tints: import('./tints.js').Tints}} Keys
 * @typedef {{rules: number, last: string, keys: Keys | null}} Read
 */

/** @returns {Keys} */
const noKeys = () => ({ classes: new Map(), ids: new Map(), tags: new Map(), attributes: new Map(), any: 0, far: false, tints: { texts: new Map(), grounds: new Map() } });

/** @type {WeakMap<CSSStyleSheet, Read>} What was read of a sheet; null where it could not be. */
const reads = new WeakMap();

/** The sheets of one tree scope. */
export class Sheets {
  /**
   * @param {Root | undefined} root
   * @param {number} elements how many there are, roughly
   */
  constructor(root, elements) {
    const document = root?.nodeType === 9 ? /** @type {Document} */ (root) : null;
    this.quirks = document?.compatMode === 'BackCompat';
    this.keys = noKeys();
    /** @type {Map<string, number>} Bits by the whole class attribute. */
    this.byClass = new Map();
    this.unsure = false;
    /** May what it does to an element hinge on its siblings, or on what stands inside? */
    this.far = false;
    const sheets = root ? [...root.styleSheets, ...root.adoptedStyleSheets] : [];
    if (countRules(sheets) > Math.max(elements * RULES_PER_ELEMENT, 200)) this.unsure = true;
    else for (const sheet of sheets) this.take(readSheet(sheet));
    this.document = document;
    this.tint(root);
    this.far = this.unsure || this.keys.far;
    /** @type {Set<Element>} What moves may be hidden by it at any time. */
    this.moving = new Set();
    this.refresh();
  }

  /** Looks again at what moves. */
  refresh() {
    this.moving = new Set(this.document ? targetsOf(this.document) : []);
  }

  /** @param {Keys | null} keys */
  take(keys) {
    if (!keys) {
      this.unsure = true;
      return;
    }
    this.keys.any |= keys.any;
    this.keys.far ||= keys.far;
    for (const kind of /** @type {const} */ (['texts', 'grounds'])) {
      for (const [colour, subjects] of keys.tints[kind]) note(this.keys.tints[kind], colour, subjects);
    }
    for (const kind of /** @type {const} */ (['classes', 'ids', 'tags', 'attributes'])) {
      for (const [key, bits] of keys[kind]) {
        const at = this.quirks && kind !== 'attributes' ? key.toLowerCase() : key;
        this.keys[kind].set(at, (this.keys[kind].get(at) ?? 0) | bits);
      }
    }
  }

  /**
   * Marks what is given a colour as text that something else is given as background, or the other way round.
   * @param {Root | undefined} root
   */
  tint(root) {
    const document = this.document ?? root?.ownerDocument;
    const top = document && documentElement(document);
    for (const subject of alike(this.keys.tints, top ? styleOf(top) : null)) mark(this.keys, subject, may.TINT, this.quirks);
  }

  /**
   * What rules may do to an element.
   * @param {Element} element
   * @param {Kind} kind
   * @param {string[]} names of its attributes
   * @param {number} there those of them that matter (bits of `has`)
   * @returns {number}
   */
  of(element, kind, names, there) {
    if (this.unsure) return ALL | may.UNREAD;
    const { keys } = this;
    let bits = keys.any | (keys.tags.size > 0 ? (keys.tags.get(kind.tag) ?? 0) : 0);
    if (there & has.CLASS && keys.classes.size > 0) bits |= this.ofClass(getAttribute(element, 'class') ?? '');
    if (there & has.ID && keys.ids.size > 0) bits |= keys.ids.get(this.folded(getAttribute(element, 'id') ?? '')) ?? 0;
    if (there & (has.STYLE | has.PART | has.TINT)) {
      if (there & has.STYLE) bits |= ofStyle(getAttribute(element, 'style') ?? '');
      bits |= (there & has.PART ? ALL : 0) | (there & has.TINT ? may.TINT : 0);
    }
    if (keys.attributes.size > 0) for (const name of names) bits |= keys.attributes.get(name) ?? 0;
    return this.moving.size > 0 && this.moving.has(element) ? bits | may.HIDE : bits;
  }

  /** @param {string} text */
  folded(text) {
    return this.quirks ? text.toLowerCase() : text;
  }

  /**
   * @param {string} value
   * @returns {number}
   */
  ofClass(value) {
    let bits = this.byClass.get(value);
    if (bits === undefined) {
      bits = 0;
      for (const name of this.folded(value).split(/[ \t\n\f\r]+/)) bits |= this.keys.classes.get(name) ?? 0;
      if (this.byClass.size < 20_000) this.byClass.set(value, bits);
    }
    return bits;
  }
}

/** @param {Document} document */
function targetsOf(document) {
  const targets = [];
  for (const animation of document.getAnimations()) {
    const target = /** @type {KeyframeEffect | null} */ (animation.effect)?.target;
    if (target) targets.push(target);
  }
  return targets;
}

/** @param {CSSStyleSheet[]} sheets */
function countRules(sheets) {
  let count = 0;
  for (const sheet of sheets) {
    try {
      count += sheet.cssRules.length;
    } catch {
      // From another origin: it cannot be read, which is found out again where it is.
    }
  }
  return count;
}

/**
 * @param {CSSStyleSheet} sheet
 * @returns {Keys | null} null where it cannot be read.
 */
function readSheet(sheet) {
  try {
    const rules = sheet.cssRules;
    const last = rules[rules.length - 1]?.cssText.slice(0, 200) ?? '';
    const known = reads.get(sheet);
    if (known && known.rules === rules.length && known.last === last) return known.keys;
    const reader = { keys: noKeys(), left: RULES };
    readRules(rules, reader, []);
    const read = { rules: rules.length, last, keys: reader.left > 0 ? reader.keys : null };
    reads.set(sheet, read);
    return read.keys;
  } catch {
    return null;
  }
}

/**
 * @param {CSSRuleList} rules
 * @param {{keys: Keys, left: number}} reader
 * @param {import('./selector.js').Subject[]} around subjects of the rule that these are nested in
 */
function readRules(rules, reader, around) {
  for (let at = 0; at < rules.length && reader.left > 0; at += 1) {
    reader.left -= 1;
    const rule = /** @type {CSSRule} */ (rules[at]);
    const { selectorText, style } = /** @type {CSSStyleRule} */ (rule);
    // What a container's size decides hinges on all that stands in it.
    if ('containerQuery' in rule) reader.keys.far = true;
    const inner = /** @type {CSSGroupingRule} */ (rule).cssRules;
    let subjects = around;
    if (typeof selectorText === 'string') {
      if (style.length > 0 || inner?.length) {
        subjects = subjectsOf(selectorText, around);
        readStyle(style, subjects, reader.keys);
      }
    } else if (style && around.length > 0) {
      readStyle(style, around, reader.keys); // Declarations after nested rules.
    }
    const imported = /** @type {CSSImportRule} */ (rule).styleSheet;
    if (imported) readRules(imported.cssRules, reader, []);
    else if (inner && inner.length > 0 && !isKeyframes(rule)) readRules(inner, reader, subjects);
  }
}

/** @param {CSSRule} rule */
function isKeyframes(rule) {
  return rule.type === 7;
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {import('./selector.js').Subject[]} subjects
 * @param {Keys} keys
 */
function readStyle(style, subjects, keys) {
  let bits = 0;
  for (let at = 0; at < style.length; at += 1) {
    const judge = JUDGES.get(/** @type {string} */ (style[at]));
    if (judge) bits |= judge(style.getPropertyValue(/** @type {string} */ (style[at])));
  }
  if (style.content.includes('counter')) keys.far = true;
  note(keys.tints.texts, style.color, subjects);
  note(keys.tints.texts, style.getPropertyValue('-webkit-text-fill-color'), subjects);
  note(keys.tints.grounds, style.backgroundColor, subjects);
  if (bits === 0) return;
  for (const subject of subjects) {
    // What is before or after an element only matters by its text and by counting.
    const own = subject.generated ? bits & (may.GENERATE | may.COUNT) : subject.other ? 0 : bits & ~may.GENERATE;
    if (own !== 0) mark(keys, subject, own, false);
  }
}

/**
 * @param {Keys} keys
 * @param {Subject} subject
 * @param {number} bits
 * @param {boolean} quirks
 */
function mark(keys, { kind, key, far }, bits, quirks) {
  // What counts goes on in all that follows. Boxes are looked at where names hinge on them.
  keys.far ||= (far && (bits & ~may.BOX) !== 0) || (bits & may.COUNT) !== 0;
  const at = quirks && kind !== 'attributes' ? key.toLowerCase() : key;
  if (kind === 'any') keys.any |= bits;
  else keys[kind].set(at, (keys[kind].get(at) ?? 0) | bits);
}

/** @param {string} value */
const isOpen = (value) => value.includes('var(') || value.includes('calc(') || value === 'inherit';
/** @param {string} value */
const isNothing = (value) => Number.parseFloat(value) === 0 || isOpen(value);
/**
 * Far away, in any unit.
 * @param {string} value
 */
const isFar = (value) => {
  const length = Number.parseFloat(value);
  return isOpen(value) || length <= -90 || length >= 5_000;
};
/** @param {(value: string) => boolean} test */
const veils = (test) => (/** @type {string} */ value) => (test(value) ? may.VEIL : 0);
/** @param {string} value */
const counts = (value) => (value === 'none' ? 0 : may.COUNT);
const far = veils(isFar);
const shrinks = veils((value) => Number.parseFloat(value) <= 1);

/** @typedef {(value: string) => number} Judge */

/** @type {Map<string, Judge>} What each property may do. */
const JUDGES = new Map(/** @type {[string, Judge][]} */ ([
  ['display', (value) => may.BOX | (value === 'none' || value === 'contents' || isOpen(value) ? may.HIDE : 0)],
  ['float', (value) => (value === 'none' ? 0 : may.BOX)],
  ['position', (value) => (value === 'static' || value === 'relative' || value === 'sticky' ? 0 : may.BOX)],
  ['all', () => may.BOX],
  ['visibility', (value) => (value === 'visible' ? 0 : may.HIDE)],
  ['opacity', (value) => (isNothing(value) ? may.HIDE : 0)],
  ['content-visibility', (value) => (value === 'visible' ? 0 : may.HIDE | may.SKIP)],
  ['animation-name', (value) => (value === 'none' ? 0 : may.HIDE)],
  ['content', (value) => (/^(?:none|normal|""|''|)$/.test(value) ? 0 : may.GENERATE)],
  ['text-transform', () => may.TRANSFORM],
  ['cursor', (value) => (value === 'pointer' || isOpen(value) ? may.POINT : 0)],
  ['counter-reset', counts],
  ['counter-set', counts],
  ['counter-increment', counts],
  ['font-size', veils(isNothing)],
  ['clip', veils((value) => value !== 'auto')],
  ['clip-path', veils((value) => value !== 'none')],
  ['transform', veils((value) => /scale|matrix|translate|var\(/.test(value))],
  ['scale', veils(isNothing)],
  ['translate', veils((value) => value !== 'none')],
  ['text-indent', far],
  ['left', far],
  ['right', far],
  ['top', far],
  ['bottom', far],
  ['margin-left', far],
  ['margin-top', far],
  ['inset-inline-start', far],
  ['width', shrinks],
  ['height', shrinks],
  ['max-width', shrinks],
  ['max-height', shrinks],
  ['color', veils((value) => /transparent|rgba?\([^)]*[,/]\s*0(?:\.0+)?%?\s*\)|^#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)$/i.test(value))],
]));

/** @type {Map<string, number>} */
const styles = new Map();

/**
 * What a style attribute may do.
 * @param {string} value
 * @returns {number}
 */
function ofStyle(value) {
  const known = styles.get(value);
  if (known !== undefined) return known;
  let bits = 0;
  for (const declaration of value.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const text = declaration.slice(colon + 1).replace('!important', '').trim().toLowerCase();
    const judge = JUDGES.get(name);
    if (/^(?:color|background)/.test(name)) bits |= may.TINT;
    if (judge) bits |= judge(text) & ~may.GENERATE;
    else if (/^(?:all|animation|font|inset|margin)/.test(name)) bits |= may.HIDE | may.VEIL;
  }
  if (styles.size < 5_000) styles.set(value, bits);
  return bits;
}
