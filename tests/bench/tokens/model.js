/**
 * The estimator of `crate/core/src/answer/tokens` in JavaScript: pieces and features, for learning its weights.
 * Both must change together; `run.js` compares what they give.
 */

/** @typedef {'word' | 'digits' | 'marks' | 'space'} Kind */
/** @typedef {{ kind: Kind, text: string }} Piece */

export const UNITS = 32;

const LETTER = String.raw`[\p{Alphabetic}[\p{XID_Continue}--\p{XID_Start}--\p{N}--\p{ASCII}]]`;
const NO_CAPITAL = String.raw`[${LETTER}--\p{Uppercase}]`;
const NO_SMALL = String.raw`[${LETTER}--\p{Lowercase}]`;
const CONTRACTION = String.raw`(?:'(?:[rR][eE]|[vV][eE]|[lL][lL]|[sStTmMdD]))?`;
const WORD = String.raw`${NO_SMALL}*${NO_CAPITAL}*${CONTRACTION}`;

const isLetter = new RegExp(`^${LETTER}$`, 'v');
const isUpper = /^\p{Uppercase}$/u;
const sticky = (/** @type {string} */ pattern) => new RegExp(pattern, 'vy');
/** @type {{ kind: Kind, at: RegExp }[]} */
const patterns = [
  { kind: 'word', at: sticky(String.raw`(?:${LETTER}|[[^\r\n]--${LETTER}--\p{N}](?=${LETTER}))`) },
  { kind: 'digits', at: sticky(String.raw`\p{N}{1,3}`) },
  { kind: 'marks', at: sticky(String.raw` ?[[^\s]--\p{White_Space}--\p{Alphabetic}--\p{N}]+[\r\n\/]*`) },
  { kind: 'space', at: sticky(String.raw`\p{White_Space}*[\r\n]+`) },
  { kind: 'space', at: sticky(String.raw`\p{White_Space}+(?!\P{White_Space})`) },
  { kind: 'space', at: sticky(String.raw`\p{White_Space}+`) },
];
const word = new RegExp(WORD, 'vy');

/**
 * @param {string} text
 * @returns {Piece[]}
 */
export function pieces(text) {
  /** @type {Piece[]} */
  const out = [];
  let at = 0;
  while (at < text.length) {
    const { kind, end } = piece(text, at);
    out.push({ kind, text: text.slice(at, end) });
    at = end;
  }
  return out;
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {{ kind: Kind, end: number }}
 */
function piece(text, at) {
  for (const pattern of patterns) {
    pattern.at.lastIndex = at;
    const found = pattern.at.exec(text);
    if (!found) continue;
    if (pattern.kind !== 'word') return { kind: pattern.kind, end: pattern.at.lastIndex };
    word.lastIndex = isLetter.test(found[0]) ? at : pattern.at.lastIndex;
    word.exec(text);
    return { kind: 'word', end: word.lastIndex };
  }
  return { kind: 'marks', end: at + 1 };
}

const LENGTHS = 16;
const TAIL = 9 * LENGTHS;
const SCRIPTS = TAIL + 1;

/** In the order of `Script` in Rust; ranges of code points. @type {[string, number[][]][]} */
const scripts = [
  ['latin', [[0, 0x36f], [0x1e00, 0x1eff]]],
  ['marks', []],
  ['greek', [[0x370, 0x3ff], [0x1f00, 0x1fff]]],
  ['cyrillic', [[0x400, 0x52f]]],
  ['armenian', [[0x530, 0x58f]]],
  ['hebrew', [[0x590, 0x5ff]]],
  ['arabic', [[0x600, 0x6ff], [0x750, 0x77f], [0x8a0, 0x8ff], [0xfb50, 0xfdff], [0xfe70, 0xfeff]]],
  ['devanagari', [[0x900, 0x97f]]],
  ['indic', [[0x980, 0xdff]]],
  ['thai', [[0xe00, 0xe7f]]],
  ['myanmar', [[0x1000, 0x109f]]],
  ['georgian', [[0x10a0, 0x10ff]]],
  ['khmer', [[0x1780, 0x17ff]]],
  ['kana', [[0x3040, 0x30ff]]],
  ['han', [[0x3400, 0x9fff], [0xf900, 0xfaff], [0x20000, 0x3ffff]]],
  ['hangul', [[0xac00, 0xd7af]]],
  ['other', []],
];
const LATIN = 0;
const MARKS = 1;
const KANA = 13;
const HAN = 14;
const HANGUL = 15;
const OTHER = 16;

const RANGES = [
  [0x80, 0xff], [0x2010, 0x2027], [0x2028, 0x206f], [0x20a0, 0x20cf], [0x2190, 0x21ff], [0x2200, 0x22ff], [0x2500, 0x259f],
  [0x2460, 0x27bf], [0x2900, 0x2bff], [0x3000, 0x303f], [0xe000, 0xf8ff], [0xfe00, 0xfe0f], [0xff00, 0xffef], [0x1f1e6, 0x1f1ff],
  [0x1f3fb, 0x1f3ff], [0x1f300, 0x1f5ff], [0x1f600, 0x1f64f], [0x1f680, 0x1f6ff], [0x1f900, 0x1f9ff], [0x1fa00, 0x1faff],
];
const SYMBOLS = SCRIPTS + 3 * scripts.length;
const GROUPS = SYMBOLS + RANGES.length + 1;
const HASHED = 4096;

/** How many features there are. */
export const COUNT = GROUPS + HASHED;
/** Features that say how long a Latin word is: where learning begins with a small positive weight. */
export const LENGTH_FEATURES = TAIL;

/**
 * @param {number[]} codes
 * @returns {number}
 */
function group(codes) {
  let hash = codes.length;
  for (const code of codes) hash = (Math.imul(hash, 0x01000193) ^ code) >>> 0;
  return GROUPS + ((Math.imul(hash, 2654435761) >>> 20) % HASHED);
}

const code = (/** @type {string} */ char) => char.codePointAt(0) ?? 0;
const P = code('p');
const within = (/** @type {number} */ point, /** @type {number[][]} */ ranges) =>
  ranges.some(([from = 0, to = 0]) => point >= from && point <= to);

/**
 * @param {string | undefined} char
 * @returns {number}
 */
function scriptOf(char) {
  if (char === undefined) return OTHER;
  const point = code(char);
  const found = scripts.findIndex(([, ranges]) => within(point, ranges));
  return found < 0 ? OTHER : found;
}

/**
 * The features of a piece; nothing where it is one token in any case.
 * @param {Piece} piece
 * @returns {number[]} Places, each as often as it counts.
 */
export function features({ kind, text }) {
  const chars = [...text];
  if (kind === 'space' || (chars.length < 2 && code(text) < 128)) return [];
  if (kind === 'digits') return /^[\0-\x7f]*$/.test(text) ? [] : general(MARKS, text, chars);
  if (kind === 'marks') return general(MARKS, text, chars);
  const first = scriptOf(chars.find((char) => isLetter.test(char)));
  if (first !== LATIN) return general(chars.some((char) => scriptOf(char) === KANA) ? KANA : first, text, chars);
  return latin(chars);
}

/**
 * @param {number} script
 * @param {string} text
 * @param {string[]} chars
 * @returns {number[]}
 */
function general(script, text, chars) {
  const place = SCRIPTS + 3 * script;
  const out = [place, ...chars.map(() => place + 1)];
  if (text.startsWith(' ')) out.push(place + 2);
  if (script === MARKS) return [...out, ...marks(chars)];
  if (script === HAN || script === KANA || script === HANGUL) return [...out, ...chars.map((char) => group([code(char)]))];
  const codes = edged(chars);
  for (let at = 1; at < codes.length; at++) out.push(group(codes.slice(at - 1, at + 1)));
  return out;
}

/**
 * @param {string[]} chars
 * @returns {number[]}
 */
function marks(chars) {
  const out = [];
  for (const [at, char] of chars.entries()) {
    const before = chars[at - 1];
    if (code(char) < 128) {
      if (before !== undefined && code(before) < 128) out.push(group([P, code(before), code(char)]));
    } else {
      const range = RANGES.findIndex((one) => within(code(char), [one]));
      out.push(SYMBOLS + (range < 0 ? RANGES.length : range));
    }
  }
  return out;
}

/**
 * Letters in lower case, between marks for beginning and end.
 * @param {string[]} chars
 * @returns {number[]}
 */
function edged(chars) {
  return [...`^${chars.filter((char) => isLetter.test(char)).map((char) => char.toLowerCase()).join('')}$`].map(code);
}

/**
 * @param {string[]} chars
 * @returns {number[]}
 */
function latin(chars) {
  const start = chars.findIndex((char) => isLetter.test(char));
  const length = chars.slice(start).findIndex((char) => !isLetter.test(char));
  const letters = length < 0 ? chars.slice(start) : chars.slice(start, start + length);
  const before = start === 0 ? 1 : chars[0] === ' ' ? 0 : 2;
  const capitals = letters.map((char) => isUpper.test(char));
  const shape = capitals.slice(1).some(Boolean) ? 2 : capitals[0] ? 1 : 0;
  const out = [(before * 3 + shape) * LENGTHS + Math.min(letters.length, LENGTHS - 1)];
  if (length >= 0) out.push(TAIL);
  if (before === 2) out.push(group([P, code(chars[0] ?? '')]));
  const codes = edged(letters);
  for (let at = 1; at < codes.length; at++) {
    out.push(group(codes.slice(at - 1, at + 1)));
    if (at > 1) out.push(group(codes.slice(at - 2, at + 1)));
  }
  return out;
}
