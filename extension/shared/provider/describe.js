/**
 * Published specs as the metadata that the core reads (crate/core, publish/node.rs). Only what a spec declares is
 * looked at: no getter of the app's values and no method runs. A spec that throws is published without that part.
 */
import { isObject, jsonSchemaOf } from './schema.js';
import { own } from './clean.js';

/** @import { Entry } from '../registry.js' */
/** @import { Json } from './clean.js' */
/** @import { MethodSpec, PropertySpec, Spec } from '../publish' */

/** Nodes of one subtree; the core keeps no more either. */
const NODES = 2_000;
/** Levels of nodes. */
const DEPTH = 20;
/** Members of a node, per kind. */
const MEMBERS = 200;

/**
 * @typedef {object} Place What a number stands for.
 * @property {Spec} spec
 * @property {string} tree The name of the published object it belongs to.
 */

/** Gives nodes their numbers: a spec keeps its number as long as it is the same object. */
export class Numbers {
  #last = 0;
  /** @type {WeakMap<object, number>} */
  #known = new WeakMap();
  /** @type {Map<number, Place>} */
  places = new Map();

  /**
   * @param {Spec} spec
   * @param {string} tree
   * @returns {number}
   */
  of(spec, tree) {
    const id = this.#known.get(spec) ?? ++this.#last;
    this.#known.set(spec, id);
    this.places.set(id, { spec, tree });
    return id;
  }

  /** Forgets what was published under a name. @param {string} tree */
  forget(tree) {
    for (const [id, place] of this.places) if (place.tree === tree) this.places.delete(id);
  }
}

/**
 * @param {Entry} entry
 * @param {Numbers} numbers
 * @returns {Json}
 */
export function describe(entry, numbers) {
  numbers.forget(entry.name);
  return node(entry.spec, entry, { numbers, tree: entry.name, left: NODES }, 0);
}

/**
 * @typedef {{ numbers: Numbers, tree: string, left: number }} Work
 */

/**
 * @param {Spec} spec
 * @param {Entry | null} entry
 * @param {Work} work
 * @param {number} depth
 * @returns {Json}
 */
function node(spec, entry, work, depth) {
  work.left -= 1;
  /** @type {Record<string, Json>} */
  const made = { id: work.numbers.of(spec, work.tree), summary: text(part(spec, 'summary')) };
  const mark = markOf(spec);
  if (mark) made.mark = mark;
  const properties = readable(part(spec, 'properties'), property);
  if (properties.length) made.properties = properties;
  const methods = methodsOf(part(spec, 'methods'));
  if (methods.length) made.methods = methods;
  const children = depth < DEPTH ? childrenOf(spec, entry, work, depth) : [];
  if (children.length) made.children = children;
  const items = depth < DEPTH ? itemsOf(spec, work, depth) : null;
  if (items) made.items = items;
  return made;
}

/**
 * A part of a spec; a getter that throws gives nothing.
 * @param {object} spec
 * @param {string} name
 * @returns {unknown}
 */
function part(spec, name) {
  try {
    return Object.hasOwn(spec, name) || !(name in Object.prototype) ? /** @type {Record<string, unknown>} */ (spec)[name] : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} value
 * @returns {Array<[string, unknown]>}
 */
function named(value) {
  if (!isObject(value)) return [];
  return Object.keys(value).slice(0, MEMBERS).filter((name) => name !== '__proto__').map((name) => [name, part(value, name)]);
}

/**
 * What members of a spec say; one whose getter throws is left out.
 * @param {unknown} members
 * @param {(name: string, of: unknown) => Json | undefined} read
 * @returns {Json[]}
 */
function readable(members, read) {
  return named(members).flatMap(([name, of]) => {
    try {
      const made = read(name, of);
      return made === undefined ? [] : [made];
    } catch (error) {
      console.error(`onecall: ${name} of a published object cannot be read and is left out`, error);
      return [];
    }
  });
}

/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value.slice(0, 1_000).toWellFormed() : '');

/**
 * What stands between properties of a spec and JSON Schema's keywords.
 */
const OURS = ['summary', 'schema', 'value', 'get', 'set', 'effect', 'key', 'item', 'methods', 'count', 'slice'];

/**
 * @param {string} name
 * @param {unknown} of
 * @returns {Json}
 */
function property(name, of) {
  if (!isObject(of)) return { name };
  const spec = /** @type {PropertySpec & Record<string, unknown>} */ (of);
  const beside = Object.fromEntries(Object.entries(Object.getOwnPropertyDescriptors(spec))
    .filter(([keyword, one]) => !OURS.includes(keyword) && 'value' in one).map(([keyword, one]) => [keyword, one.value]));
  const list = isList(spec);
  const schema = jsonSchemaOf(spec.schema ?? beside);
  if (list && spec.item !== undefined) Object.assign(schema, { type: 'array', items: jsonSchemaOf(spec.item) });
  return {
    name, summary: text(spec.summary), schema: /** @type {Json} */ (schema), writable: typeof spec.set === 'function',
    ...(spec.effect === undefined ? {} : { effect: text(spec.effect) }),
    ...(list ? { list: { methods: methodsOf(spec.methods) } } : {}),
  };
}

/**
 * @param {PropertySpec} spec
 * @returns {boolean}
 */
export function isList(spec) {
  return spec.key !== undefined || spec.item !== undefined || spec.methods !== undefined || spec.slice !== undefined || spec.type === 'array';
}

/**
 * @param {unknown} methods
 * @returns {Json[]}
 */
function methodsOf(methods) {
  return readable(methods, (name, of) => {
    if (!isObject(of) || typeof of.run !== 'function') return undefined;
    const spec = /** @type {MethodSpec} */ (/** @type {unknown} */ (of));
    return {
      name, summary: text(spec.summary), args: /** @type {Json} */ (jsonSchemaOf(spec.args)),
      returns: /** @type {Json} */ (jsonSchemaOf(spec.returns)), idempotent: spec.idempotent === true, confirm: text(spec.confirm),
      throws: Array.isArray(spec.throws) ? spec.throws.map(text) : [],
      ...(spec.effect === undefined ? {} : { effect: text(spec.effect) }),
    };
  });
}

/**
 * @param {Spec} spec
 * @param {Entry | null} entry
 * @param {Work} work
 * @param {number} depth
 * @returns {Json[]}
 */
function childrenOf(spec, entry, work, depth) {
  /** @type {Json[]} */
  const made = [];
  for (const [name, given] of named(part(spec, 'children'))) {
    const child = live(given);
    if (isObject(child) && work.left > 0) made.push({ name, node: node(/** @type {Spec} */ (child), null, work, depth + 1) });
  }
  for (const [name, child] of entry?.children ?? []) {
    if (work.left > 0) made.push({ name, node: node(child.spec, child, work, depth + 1) });
  }
  return made;
}

/**
 * @param {Spec} spec
 * @param {Work} work
 * @param {number} depth
 * @returns {Json[] | null}
 */
function itemsOf(spec, work, depth) {
  const items = live(part(spec, 'items'));
  if (!Array.isArray(items)) return null;
  /** @type {Json[]} */
  const made = [];
  for (let at = 0; at < items.length && work.left > 0; at++) {
    const item = own(items, String(at));
    if (!isObject(item)) continue;
    const key = part(item, 'key');
    made.push({ key: String(typeof key === 'string' || typeof key === 'number' ? key : at), node: node(/** @type {Spec} */ (item), null, work, depth + 1) });
  }
  return made;
}

/**
 * What a function gives, where a part of a spec comes and goes.
 * @param {unknown} given
 * @returns {unknown}
 */
function live(given) {
  if (typeof given !== 'function') return given;
  try {
    return given();
  } catch (error) {
    console.error('onecall: a part of a published object threw and is left out', error);
    return undefined;
  }
}

/** The attribute that ties an element to the object that owns it. */
export const MARK = 'data-onecall';

/**
 * The mark of the element that shows it; set where it has none.
 * @param {Spec} spec
 * @returns {string}
 */
function markOf(spec) {
  const element = live(part(spec, 'element'));
  if (typeof Element !== 'function' || !(element instanceof Element)) return '';
  let mark = element.getAttribute(MARK);
  if (!mark) {
    mark = `o${(marks += 1)}`;
    element.setAttribute(MARK, mark);
  }
  return mark.slice(0, 80);
}

let marks = 0;
