/**
 * The demo, as a person runs it: an agent's whole session in the shop, with the extension and with the script tag, and a
 * look around a page that it knows nothing of.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from './lib/browser.js';

/**
 * @param {string[]} args
 * @returns {Promise<{ code: number | string, output: string }>}
 */
function demo(args) {
  return new Promise((resolve) => {
    execFile(process.execPath, ['tests/demo/run.js', ...args], { cwd: root, timeout: 180_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? 'killed') : 0, output: stdout + stderr });
    });
  });
}

for (const args of [[], ['--script-tag']]) {
  test(`the session in the shop goes as written ${args.join(' ') || '(extension)'}`, async () => {
    const { code, output } = await demo(args);
    assert.equal(code, 0, output);
    assert.match(output, /Onecall +13 calls · [\d,]+ tokens in all/);
    assert.match(output, /The tree +[\d,]+ tokens/);
  });
}

test('any file can be looked at', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'onecall-demo-'));
  const file = join(dir, 'a page.html');
  await writeFile(file, '<!doctype html><title>Garden</title><main><h1>Plants</h1><table><caption>Beds</caption><tr><th>Bed<th>Plant<tr><td>1<td>Fern<tr><td>2<td>Moss</table></main>');
  const { code, output } = await demo([file]);
  await rm(dir, { recursive: true });
  assert.equal(code, 0, output);
  assert.match(output, /call\(\{"path":"page\.tables\.Beds\.rows\[0:3\]"\}\)[\s\S]*Moss/);
});

test('what cannot be read is said', async () => {
  const { code, output } = await demo(['no-such-file.html']);
  assert.equal(code, 2);
  assert.match(output, /there is no file no-such-file\.html/);
});
