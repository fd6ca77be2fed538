/**
 * Reads, assigns and calls what the app published, for the core. Whatever the app's code does (throw, hang, return a
 * cycle, a node of the page or ten megabytes), what comes of it is plain, bounded and in time.
 */
import { clean, kindOf, own } from './clean.js';
import { isList } from './describe.js';
import { isObject, standardOf } from './schema.js';

/** @import { Json } from './clean.js' */
/** @import { Numbers, Place } from './describe.js' */
/** @import { AnySchema, MethodSpec, PropertySpec, Spec } from '../publish' */
/** @import { Act } from '../protocol' */

/** A getter that takes longer is given up; the call itself has its own, later end. */
const GET_MS = 5_000;
/** Items of a list, and characters of a text, where nobody said how many. */
const ITEMS = 50;
const CHARS = 4_000;
/** Characters of one list's or object's texts together. */
const TEXT = 200_000;
/** In a reading of a whole node, of each value. */
const GLANCE = 400;

/** @typedef {Record<string, Json>} Came What the core reads (core, publish/came.rs). */
/** @typedef {Extract<Act, { verb: 'appGet' | 'appSet' | 'appCall' }>} AppAct */

/** The app's code did not come to an end. */
class Late extends Error {}

/**
 * @param {AppAct} act
 * @param {Numbers} numbers
 * @param {AbortSignal} signal
 * @returns {Promise<Came>}
 */
export async function performApp(act, numbers, signal) {
  const place = numbers.places.get(act.node);
  if (!place) return { gone: true };
  try {
    if (act.verb === 'appGet') return act.name === '' ? await glance(place.spec) : await get(place.spec, act);
    if (act.verb === 'appSet') return await set(place.spec, act);
    return await call(place.spec, act, signal);
  } catch (error) {
    return error instanceof Late ? { late: true } : thrown(error);
  }
}

/**
 * What was thrown, in words.
 * @param {unknown} error
 * @returns {Came}
 */
export function thrown(error) {
  try {
    if (error === undefined || error === null || error === '') return { threw: 'no reason was given' };
    if (typeof error !== 'object') return { threw: clean(String(error), 1_000).value };
    const { message, code } = /** @type {{ message?: unknown, code?: unknown }} */ (error);
    const says = clean(typeof message === 'string' && message !== '' ? message : kindOf(error), 1_000).value;
    return { threw: says, ...(typeof code === 'string' || typeof code === 'number' ? { code: clean(String(code), 60).value } : {}) };
  } catch {
    return { threw: 'something that cannot be read' };
  }
}

/**
 * @template T
 * @param {T | Promise<T>} promise
 * @returns {Promise<T>}
 */
async function inTime(promise) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((/** @type {(value: never) => void} */ _, reject) => {
    timer = setTimeout(() => reject(new Late()), GET_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {Spec} spec
 * @param {string} name
 * @returns {PropertySpec | null}
 */
function propertyOf(spec, name) {
  const given = spec.properties && Object.hasOwn(spec.properties, name) ? spec.properties[name] : undefined;
  if (typeof given === 'function') return { get: given };
  return isObject(given) ? /** @type {PropertySpec} */ (given) : null;
}

/**
 * @param {PropertySpec} property
 * @returns {unknown}
 */
function valueOf(property) {
  return typeof property.get === 'function' ? property.get() : property.value;
}

/**
 * All values of a node, each at a glance.
 * @param {Spec} spec
 * @returns {Promise<Came>}
 */
async function glance(spec) {
  /** @type {Record<string, Json>} */
  const value = Object.create(null);
  const names = Object.keys(spec.properties ?? {}).slice(0, 200);
  await Promise.all(names.map(async (name) => {
    const property = propertyOf(spec, name);
    if (!property) return;
    try {
      value[name] = isList(property) ? await lengthOf(property) : await scalar(property);
    } catch (error) {
      value[name] = error instanceof Late ? { late: true } : thrown(error);
    }
  }));
  return { value };
}

/** @param {PropertySpec} property @returns {Promise<Came>} */
async function scalar(property) {
  const value = await inTime(valueOf(property));
  const { value: cleaned, cut } = clean(value, GLANCE);
  return { value: cleaned, cut };
}

/** @param {PropertySpec} property @returns {Promise<Came>} */
async function lengthOf(property) {
  const total = property.count ? await inTime(property.count()) : listIn(await inTime(valueOf(property))).length;
  return { value: [], total: Number(total) || 0 };
}

/**
 * @param {unknown} value
 * @returns {unknown[]}
 */
function listIn(value) {
  if (Array.isArray(value)) return value;
  if (value instanceof Set) return [...value];
  if (value instanceof Map) return [...value.values()];
  return value === null || value === undefined ? [] : [value];
}

/**
 * @param {Spec} spec
 * @param {Extract<Act, { verb: 'appGet' }>} act
 * @returns {Promise<Came>}
 */
async function get(spec, { name, within, from, most }) {
  const property = propertyOf(spec, name);
  if (!property) return { gone: true };
  const [first, ...rest] = within;
  if (isList(property)) {
    if (first === undefined) return list(property, from, most || ITEMS);
    const found = await itemOf(property, first);
    return found === null ? missing(first, await keysOf(property)) : inside(found.item, rest, from, most);
  }
  return inside(await inTime(valueOf(property)), within, from, most);
}

/**
 * @param {PropertySpec} property
 * @param {number} from
 * @param {number} most
 * @returns {Promise<Came>}
 */
async function list(property, from, most) {
  const sliced = typeof property.slice === 'function' && typeof property.count === 'function';
  const all = sliced ? [] : listIn(await inTime(valueOf(property)));
  const total = sliced ? Number(await inTime(/** @type {() => number} */ (property.count)())) || 0 : all.length;
  const some = sliced
    ? listIn(await inTime(/** @type {NonNullable<PropertySpec['slice']>} */ (property.slice)(from, Math.min(from + most, total)))).slice(0, most)
    : all.slice(from, from + most);
  const { value, cut } = clean(some, TEXT);
  return { value, total, from, cut, keys: property.key === undefined ? [] : some.map((item, at) => keyOf(property, item, from + at)) };
}

/**
 * @param {PropertySpec} property
 * @param {unknown} item
 * @param {number} at
 * @returns {string}
 */
function keyOf(property, item, at) {
  const { key } = property;
  const found = typeof key === 'function' ? key(/** @type {never} */ (item), at) : typeof key === 'string' && isObject(item) ? own(item, key) : at;
  return String(clean(typeof found === 'object' ? at : found, 200).value).slice(0, 80);
}

/** @param {PropertySpec} property */
async function keysOf(property) {
  if (property.slice) return [];
  return listIn(await inTime(valueOf(property))).slice(0, 500).map((item, at) => keyOf(property, item, at));
}

/**
 * @param {PropertySpec} property
 * @param {unknown} which A key or a position.
 * @returns {Promise<{ item: unknown } | null>}
 */
async function itemOf(property, which) {
  if (typeof which === 'number' && property.slice && property.count) {
    const at = which < 0 ? Number(await inTime(property.count())) + which : which;
    const [item] = listIn(await inTime(property.slice(at, at + 1)));
    return item === undefined ? null : { item };
  }
  const all = listIn(await inTime(valueOf(property)));
  const at = typeof which === 'number' ? (which < 0 ? all.length + which : which) : all.findIndex((item, n) => keyOf(property, item, n) === which);
  return at >= 0 && at < all.length ? { item: all[at] } : null;
}

/**
 * @param {unknown} key
 * @param {string[]} known
 * @returns {Came}
 */
const missing = (key, known) => ({ missing: String(key), known });

/**
 * A part of a value: own data only.
 * @param {unknown} value
 * @param {unknown[]} within
 * @param {number} from
 * @param {number} most
 * @returns {Came}
 */
function inside(value, within, from, most) {
  let at = value;
  for (const step of within) {
    if (step === '__proto__') return missing(step, []);
    const known = at instanceof Map ? [...at.keys()].map(String) : typeof at === 'object' && at !== null ? Object.keys(at) : [];
    if (Array.isArray(at) && typeof step === 'number') {
      const place = step < 0 ? at.length + step : step;
      if (!Object.hasOwn(at, place)) return missing(step, [`positions 0 to ${at.length - 1}`]);
      at = own(at, String(place));
    } else if (at instanceof Map && at.has(step)) {
      at = at.get(step);
    } else if (typeof at === 'object' && at !== null && known.includes(String(step)) && entersInto(at)) {
      at = own(at, String(step));
    } else {
      return missing(step, entersInto(at) ? known.slice(0, 500) : []);
    }
  }
  if (typeof at === 'string') {
    const end = from + (most || CHARS);
    const { value: text } = clean(at.slice(from, end), CHARS * 10);
    return { value: text, from, total: at.length };
  }
  if (Array.isArray(at)) {
    const { value: items, cut } = clean(at.slice(from, from + (most || ITEMS)), TEXT);
    return { value: items, from, total: at.length, cut };
  }
  const { value: cleaned, cut } = clean(at, TEXT);
  return { value: cleaned, cut };
}

/**
 * Plain data is entered; nodes of the page, promises and other objects of the browser are not.
 * @param {unknown} value
 */
const entersInto = (value) => typeof value === 'object' && value !== null && ['Object', 'Array', 'Map'].includes(kindOf(value));

/**
 * @param {Spec} spec
 * @param {Extract<Act, { verb: 'appSet' }>} act
 * @returns {Promise<Came>}
 */
async function set(spec, { name, value }) {
  const property = propertyOf(spec, name);
  if (!property || typeof property.set !== 'function') return { gone: true };
  const wanted = await validated(property.schema, value);
  if ('issues' in wanted) return { refused: wanted.issues };
  const readable = typeof property.get === 'function' || 'value' in property;
  const before = readable ? clean(await inTime(valueOf(property))).value : null;
  await inTime(property.set(/** @type {never} */ (wanted.value)));
  if (!readable) return { value };
  const stored = clean(await inTime(valueOf(property))).value;
  const asked = clean(wanted.value).value;
  const kept = !same(stored, asked) && same(stored, before);
  return { value: stored, kept };
}

/** @param {Json} a @param {Json} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What a library's own schema makes of a value, before the app's code sees it.
 * @param {AnySchema | undefined} schema
 * @param {unknown} value
 * @returns {Promise<{ value: unknown } | { issues: string }>}
 */
export async function validated(schema, value) {
  const standard = standardOf(schema);
  if (!standard) return { value };
  const result = /** @type {{ value?: unknown, issues?: ReadonlyArray<{ message: string, path?: ReadonlyArray<unknown> }> }} */ (
    await inTime(/** @type {object} */ (standard.validate(value)))
  );
  if (!result.issues) return { value: result.value };
  const said = result.issues.slice(0, 3).map(({ message, path }) => {
    const at = (path ?? []).map((one) => String(isObject(one) ? one.key : one)).join('.');
    return at ? `${at}: ${message}` : message;
  });
  return { issues: clean(said.join('; '), 500).value + '' };
}

/**
 * @param {Spec} spec
 * @param {Extract<Act, { verb: 'appCall' }>} act
 * @param {AbortSignal} signal
 * @returns {Promise<Came>}
 */
async function call(spec, { name, item, args }, signal) {
  /** @type {unknown[]} */
  const more = [];
  let methods = spec.methods;
  if (item.length > 0) {
    const property = propertyOf(spec, String(item[0]));
    if (!property) return { gone: true };
    const found = await itemOf(property, item[1]);
    if (found === null) return missing(item[1], await keysOf(property));
    methods = property.methods;
    more.push(found.item);
  }
  const method = methods && Object.hasOwn(methods, name) ? /** @type {MethodSpec} */ (methods[name]) : undefined;
  if (typeof method?.run !== 'function') return { gone: true };
  const wanted = await validated(method.args, args);
  if ('issues' in wanted) return { refused: wanted.issues };
  // No end of its own here: the call has one, and tells the signal.
  const value = await method.run(/** @type {never} */ (wanted.value), .../** @type {never[]} */ ([...more, { signal }]));
  const { value: cleaned, cut } = clean(value, TEXT);
  return { value: cleaned, cut };
}
