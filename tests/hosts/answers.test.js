/**
 * Answers as JSON: what the core, and those who answer in its place, give is what the schema in the package says.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import Ajv from 'ajv';
import { parted } from '../../extension/page/parting.js';
import { faultAnswer } from '../../extension/shared/fault.js';

const read = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(JSON.parse(read('../../www/src/answer.schema.json')));

/** @param {string} text */
function check(text) {
  assert.ok(validate(JSON.parse(text)), `${text}\n${JSON.stringify(validate.errors)}`);
}

test('every JSON answer of the suite', () => {
  const suite = new URL('../suite/', import.meta.url);
  const files = readdirSync(suite, { recursive: true }).map(String).filter((file) => file.endsWith('expected.txt'));
  const answers = files.flatMap((file) => read(`../suite/${file}`).split('\n').filter((line) => line.startsWith('{"ok":')));
  assert.ok(answers.length > 25, String(answers.length));
  for (const answer of answers) check(answer);
});

test('answers of those who stand in for a core', () => {
  check(faultAnswer('unavailable', 'The core is gone.', { format: 'json' }, { path: 'page' }));
  check(parted('done     clicked page.buttons.Save', 'https://a.test/next', { format: 'json' }));
});

test('whose a fault is, is said as the core says it', () => {
  const told = [...read('../../crate/protocol/src/fault.rs').matchAll(/^ {4}\w+ "(\w+)" (\w+) "/gm)];
  assert.ok(told.length > 20, String(told.length));
  for (const [, code, whose] of told) {
    const answer = faultAnswer(/** @type {import('../../extension/shared/protocol').Code} */ (code), 'No.', { format: 'json' });
    check(answer);
    assert.equal(JSON.parse(answer).fault.whose, whose?.toLowerCase(), code);
  }
});

test('what is no answer is refused', () => {
  for (const wrong of [{}, { ok: true }, { ok: true, path: '', kind: 'x', usage: { tokens: 1, budget: 1 }, extra: 1 }, { ok: false, path: '', kind: 'fault', fault: { code: 'oops', message: '' }, usage: { tokens: 1, budget: 1 } }]) {
    assert.equal(validate(wrong), false, JSON.stringify(wrong));
  }
});
