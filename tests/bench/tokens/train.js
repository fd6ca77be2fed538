/**
 * Learns the weights of the token estimator and writes `crate/core/src/answer/tokens/weights.bin`.
 *
 * node tests/bench/tokens/train.js. A piece costs 1 + max(0, weights × features) tokens; the weights are found by gradient
 * descent (Adam) on the squared error over the estimate, so that sums come out right. Two minutes.
 */
import { writeFileSync } from 'node:fs';

import { tokens } from '../../lib/tokens.js';
import { COUNT, LENGTH_FEATURES, UNITS, features, pieces } from './model.js';
import { texts } from './texts.js';

/** @import { Piece } from './model.js' */

/** How much each kind of text counts; answers are mostly English pages in our own form. */
const SHARES = { page: 10, answer: 12, code: 5, html: 3, json: 8, sentences: 4, emoji: 2 };
const MAJOR = new Set(['de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'cs', 'tr', 'ru', 'ja', 'ko', 'zh', 'zh-hant', 'ar', 'vi']);
const ROUNDS = 800;
/** Pull of each weight towards 0. */
const DECAY = 1;
/** Rare words stand for all the words that were not seen: they count for more than how often they were seen. */
const RARE = 0.85;
/** What a piece below one token still teaches. */
const LEAK = 0.03;

/** @param {string} kind @returns {number} */
function share(kind) {
  const own = /** @type {Record<string, number>} */ (SHARES)[kind];
  return own ?? (MAJOR.has(kind.replace('language ', '')) ? 1.6 : 1);
}

const learnt = texts().filter((text) => text.learn);
/** @type {Map<string, number>} */
const sizes = new Map();
for (const { kind, text } of learnt) sizes.set(kind, (sizes.get(kind) ?? 0) + tokens(text));

/** @type {Map<string, { piece: Piece, weight: number }>} */
const seen = new Map();
for (const { kind, text } of learnt) {
  const weight = (1e5 * share(kind)) / Math.max(sizes.get(kind) ?? 0, 3_000);
  for (const piece of pieces(text)) {
    const known = seen.get(piece.text);
    if (known) known.weight += weight;
    else seen.set(piece.text, { piece, weight });
  }
}

const rows = [...seen.values()]
  .map(({ piece, weight }) => ({ weight: weight ** RARE, places: features(piece), more: tokens(piece.text) - 1 }))
  .filter((row) => row.places.length > 0);
const mean = rows.reduce((sum, row) => sum + row.weight, 0) / rows.length;
const starts = new Int32Array(rows.length + 1);
for (const [n, row] of rows.entries()) starts[n + 1] = (starts[n] ?? 0) + row.places.length;
const places = Int32Array.from(rows.flatMap((row) => row.places));
const wanted = Float64Array.from(rows, (row) => row.more);
const weight = Float64Array.from(rows, (row) => row.weight / mean);
console.log(`${learnt.length} texts, ${rows.length} pieces, ${places.length} features`);

const x = new Float64Array(COUNT).fill(0.3, 0, LENGTH_FEATURES);
const gradient = new Float64Array(COUNT);
const first = new Float64Array(COUNT);
const second = new Float64Array(COUNT);
const at = (/** @type {Float64Array | Int32Array} */ list, /** @type {number} */ n) => list[n] ?? 0;

for (let round = 1; round <= ROUNDS; round++) {
  gradient.fill(0);
  let loss = 0;
  for (let row = 0; row < rows.length; row++) {
    let sum = 0;
    for (let n = at(starts, row); n < at(starts, row + 1); n++) sum += at(x, at(places, n));
    const guess = Math.max(0, sum);
    const error = guess - at(wanted, row);
    const pull = (at(weight, row) / (1 + guess)) * error;
    loss += pull * error;
    const slope = sum > 0 ? pull : pull * LEAK;
    for (let n = at(starts, row); n < at(starts, row + 1); n++) gradient[at(places, n)] = at(gradient, at(places, n)) + slope;
  }
  const rate = 0.03 * (1 - round / ROUNDS) + 0.001;
  for (let n = 0; n < COUNT; n++) {
    const g = (at(gradient, n) + DECAY * at(x, n)) / rows.length;
    first[n] = 0.9 * at(first, n) + 0.1 * g;
    second[n] = 0.999 * at(second, n) + 0.001 * g * g;
    const step = at(first, n) / (1 - 0.9 ** round) / (Math.sqrt(at(second, n) / (1 - 0.999 ** round)) + 1e-8);
    x[n] = at(x, n) - rate * step;
  }
  if (round % 100 === 0) console.log(`round ${round}: loss ${(loss / rows.length).toFixed(5)}`);
}

const bytes = Int8Array.from(x, (value) => Math.max(-127, Math.min(127, Math.round(value * UNITS))));
writeFileSync(new URL('../../../crate/core/src/answer/tokens/weights.bin', import.meta.url), bytes);
console.log(`largest weight ${Math.max(...x.map(Math.abs)).toFixed(2)}`);
