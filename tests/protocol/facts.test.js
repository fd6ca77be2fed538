// Numbers that Rust and the page kit both write down: what facts are made of. They are compared with the Rust source,
// so that neither side can change alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { extra } from '../../extension/page/capture/extras.js';
import { flag } from '../../extension/page/capture/flags.js';
import { veil } from '../../extension/page/capture/veil.js';
import { op } from '../../extension/page/capture/writer.js';

const source = readFileSync(new URL('../../crate/protocol/src/facts.rs', import.meta.url), 'utf8');

/**
 * The constants of one module of facts.rs.
 * @param {string} module
 * @returns {Record<string, number>}
 */
function constants(module) {
  const body = source.split(`pub mod ${module} {`)[1]?.split('\n}')[0] ?? '';
  const found = [...body.matchAll(/pub const (\w+): u32 = (\d+)(?: << (\d+))?;/g)];
  assert.notEqual(found.length, 0, `facts.rs has no constants in ${module}`);
  return Object.fromEntries(found.map(([, name, number, shift]) => [name, Number(number) << Number(shift ?? 0)]));
}

for (const [module, ours] of Object.entries({ op, flag, extra, unpainted: veil })) {
  test(`${module} is the same on both sides`, () => {
    assert.deepEqual({ ...ours }, constants(module));
  });
}
