/**
 * Every snippet in QuickJS and in Node: the same value, the same lines, the same kind of error. No silent wrong answer.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SNIPPETS } from './snippets.js';
import { inNode, inQuickJs } from './world.js';

/** Words of an engine's own errors differ; what kind of error it is does not. */
const OURS = new Set(['OnecallError']);

for (const snippet of SNIPPETS) {
  test(snippet, async () => {
    const [here, there] = await Promise.all([inQuickJs(snippet), inNode(snippet)]);
    const { end } = here;
    assert.deepEqual(end.printed, there.printed);
    if (there.error) {
      assert.equal(end.error?.name, there.error.name, JSON.stringify(end));
      if (OURS.has(there.error.name) || / is (a path|not here)/.test(there.error.message)) assert.equal(end.error?.message, there.error.message);
      return;
    }
    assert.equal(end.error, null);
    assert.equal(end.none, there.none ?? false);
    assert.deepEqual(end.value, there.value ?? null);
  });
}
