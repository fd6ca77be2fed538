/**
 * Values of the app as plain data of bounded size. Own data properties only: no getter, no prototype, no function and
 * no object of the browser is entered, and nothing that the app made decides how it is written.
 */

/** Levels that are kept. */
const DEPTH = 12;
/** Values that are kept. */
const VALUES = 20_000;
/** Characters of all texts together. */
const TEXT = 400_000;

/** @typedef {import('../protocol').JsonValue} Json */

/**
 * @typedef {object} Cleaned
 * @property {Json} value
 * @property {boolean} cut Something was left out.
 */

/**
 * @param {unknown} value
 * @param {number} [most] Characters of texts.
 * @returns {Cleaned}
 */
export function clean(value, most = TEXT) {
  const left = { values: VALUES, text: most, cut: false };
  const cleaned = copy(value, left, 0, []);
  return { value: cleaned, cut: left.cut };
}

/**
 * @param {unknown} value
 * @param {{ values: number, text: number, cut: boolean }} left
 * @param {number} depth
 * @param {object[]} above
 * @returns {Json}
 */
function copy(value, left, depth, above) {
  left.values -= 1;
  switch (typeof value) {
    case 'string':
      return text(value, left);
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return text(value.toString().slice(0, 1_000), left);
    case 'undefined':
      return null;
    case 'object':
      return value === null ? null : entered(value, left, depth, above);
    default:
      left.cut = true;
      return null;
  }
}

/**
 * @param {string} value
 * @param {{ text: number, cut: boolean }} left
 */
function text(value, left) {
  const kept = value.slice(0, Math.max(left.text, 0)).toWellFormed();
  if (kept.length < value.length) left.cut = true;
  left.text -= kept.length;
  return kept;
}

/**
 * @param {object} value
 * @param {{ values: number, text: number, cut: boolean }} left
 * @param {number} depth
 * @param {object[]} above
 * @returns {Json}
 */
function entered(value, left, depth, above) {
  if (above.includes(value)) return skip(left, '(repeats what it is in)');
  if (depth >= DEPTH || left.values <= 0) return skip(left, '(too deep or too much)');
  const kind = kindOf(value);
  const within = [...above, value];
  if (kind === 'Date') return dateOf(value);
  if (kind === 'Array') return listOf(value, left, depth, within);
  if (kind === 'Map' || kind === 'Set') return collection(value, kind, left, depth, within);
  if (kind === 'Error') return text(String(own(value, 'message') ?? ''), left);
  // What is of the browser, or pretends to be, is named and not entered.
  if (kind !== 'Object') return skip(left, `(${kind})`);
  /** @type {Record<string, Json>} */
  const made = Object.create(null);
  for (const name of Object.keys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, name);
    if (!property || !('value' in property) || name === '__proto__') continue;
    if (typeof property.value === 'function' || typeof property.value === 'symbol') continue;
    // A part under half a name would be another part.
    if (left.values <= 0 || left.text < name.length) {
      left.cut = true;
      break;
    }
    made[text(name, left)] = copy(property.value, left, depth + 1, within);
  }
  return made;
}

/**
 * What kind of object it is, by what no app code can answer for it.
 * @param {object} value
 * @returns {string}
 */
export function kindOf(value) {
  if (Array.isArray(value)) return 'Array';
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return 'Object';
  for (const [name, type] of /** @type {const} */ ([['Date', Date], ['Map', Map], ['Set', Set], ['Error', Error], ['Promise', Promise]])) {
    if (value instanceof type) return name;
  }
  if (typeof Node === 'function' && value instanceof Node) return value.nodeName.toLowerCase().slice(0, 40);
  if (typeof Window === 'function' && value instanceof Window) return 'window';
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'binary data';
  if (typeof EventTarget === 'function' && value instanceof EventTarget) return 'object of the browser';
  // An instance of the app's own class: its own data counts, its prototype does not.
  return 'Object';
}

/**
 * @param {object} value
 * @returns {Json}
 */
function dateOf(value) {
  const time = Reflect.apply(Date.prototype.getTime, value, []);
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}

/**
 * @param {object} value
 * @param {{ values: number, text: number, cut: boolean }} left
 * @param {number} depth
 * @param {object[]} within
 * @returns {Json[]}
 */
function listOf(value, left, depth, within) {
  const list = /** @type {unknown[]} */ (value);
  /** @type {Json[]} */
  const made = [];
  for (let at = 0; at < list.length; at++) {
    if (left.values <= 0 || left.text <= 0) {
      left.cut = true;
      break;
    }
    made.push(copy(own(list, String(at)), left, depth + 1, within));
  }
  return made;
}

/**
 * @param {object} value
 * @param {'Map' | 'Set'} kind
 * @param {{ values: number, text: number, cut: boolean }} left
 * @param {number} depth
 * @param {object[]} within
 * @returns {Json}
 */
function collection(value, kind, left, depth, within) {
  if (kind === 'Set') return listOf([...Reflect.apply(Set.prototype.values, value, [])], left, depth, within);
  /** @type {Record<string, Json>} */
  const made = Object.create(null);
  for (const [key, one] of Reflect.apply(Map.prototype.entries, value, [])) {
    if (typeof key !== 'string' && typeof key !== 'number') continue;
    const name = String(key);
    if (left.values <= 0 || left.text < name.length) {
      left.cut = true;
      break;
    }
    made[text(name, left)] = copy(one, left, depth + 1, within);
  }
  return made;
}

/**
 * @param {{ cut: boolean }} left
 * @param {string} says
 */
function skip(left, says) {
  left.cut = true;
  return says;
}

/**
 * The own data property of a name; no getter runs and nothing is inherited.
 * @param {object} value
 * @param {string} name
 * @returns {unknown}
 */
export function own(value, name) {
  const property = Object.getOwnPropertyDescriptor(value, name);
  return property && 'value' in property ? property.value : undefined;
}
