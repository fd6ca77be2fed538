/**
 * The token estimate against o200k, text by text, with cl100k beside it.
 *
 * cargo xtask bench tokens [--all]. Only texts that the weights were not learnt from. `--all` lists each text.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';

import { counted, tokens } from '../../lib/tokens.js';
import { median, table } from '../lib/table.js';
import { UNITS, features, pieces } from './model.js';
import { texts } from './texts.js';

const all = process.argv.includes('--all');
const measured = texts().filter((text) => !text.learn);

const run = spawnSync('cargo', ['run', '--quiet', '--release', '--package', 'onecall-cli', '--', 'tokens'], {
  cwd: fileURLToPath(new URL('../../../', import.meta.url)),
  input: JSON.stringify(measured.map(({ text }) => text)),
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
if (run.status !== 0) throw new Error(run.stderr);
/** @type {number[]} */
const estimates = JSON.parse(run.stdout);

const rows = measured.map(({ kind, name, text }, n) => {
  const real = tokens(text);
  const other = cl100k(text, { disallowedSpecial: new Set() });
  return { kind, name, real, other, estimate: estimates[n] ?? NaN, error: (estimates[n] ?? NaN) / real - 1 };
});

// What learns and what estimates are written twice, here and in Rust: they must agree.
const weights = new Int8Array(readFileSync(new URL('../../../crate/core/src/answer/tokens/weights.bin', import.meta.url)));
for (const [n, { kind, name, text }] of measured.entries()) {
  let units = 0;
  for (const piece of pieces(text)) units += UNITS + Math.max(0, features(piece).reduce((sum, place) => sum + (weights[place] ?? 0), 0));
  if (Math.abs(units / UNITS - (estimates[n] ?? NaN)) > 1) console.error(`${kind} · ${name}: ${units / UNITS} here, ${estimates[n]} in Rust`);
}

const percent = (/** @type {number} */ share) => `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`;
/** @type {Map<string, typeof rows>} */
const kinds = new Map();
for (const row of rows) kinds.set(row.kind, [...(kinds.get(row.kind) ?? []), row]);
const lines = [...kinds].map(([kind, of]) => {
  const sum = (/** @type {'real' | 'other' | 'estimate'} */ name) => of.reduce((total, row) => total + row[name], 0);
  const worst = of.reduce((a, b) => (Math.abs(b.error) > Math.abs(a.error) ? b : a));
  return [kind, String(of.length), counted(sum('real')), percent(sum('estimate') / sum('real') - 1), percent(worst.error), percent(sum('other') / sum('real') - 1)];
});
console.log(table(['kind', 'texts', 'o200k', 'estimate', 'worst text', 'cl100k'], lines));

const within = rows.filter((row) => Math.abs(row.error) <= 0.1).length;
const total = rows.reduce((sum, row) => sum + row.real, 0);
console.log(
  `\n${within} of ${rows.length} texts within 10 %; median error ${(median(rows.map((row) => Math.abs(row.error))) * 100).toFixed(1)} %; ` +
    `sum ${percent(rows.reduce((sum, row) => sum + row.estimate, 0) / total - 1)}`,
);
const outside = rows.filter((row) => all || Math.abs(row.error) > 0.1).sort((a, b) => a.error - b.error);
console.log(table(['text', 'o200k', 'estimate', 'error'], outside.map((row) => [`${row.kind} · ${row.name}`, counted(row.real), counted(row.estimate), percent(row.error)])));
