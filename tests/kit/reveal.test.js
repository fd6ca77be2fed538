/**
 * What is shown or hidden in the same turn in which its content changes: the flags that a delta sends must be those of
 * a full capture.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBrowser } from './lib/page.js';

const browser = withBrowser();

/**
 * Flags by element id, as the facts say: after the first full capture and a delta, and in a full capture of its own.
 * @param {string} html
 * @param {string} change Script that changes the page.
 * @param {string[]} ids
 */
async function flagsAfter(html, change, ids) {
  const kit = await browser.kit(html);
  const found = await kit.page.evaluate(
    async ([script, names]) => {
      const url = '/extension/page/capture.js';
      const { createCapture } = /** @type {typeof import('../../extension/page/capture.js')} */ (await import(url));
      /** @type {Map<number, number>} */
      const flags = new Map();
      const read = (/** @type {Array<{nodes: Uint32Array}>} */ parts) => {
        for (const { nodes } of parts) {
          for (let at = 0; at < nodes.length; ) {
            const word = nodes[at] ?? 0;
            const op = word & 15;
            if (op === 1 || op === 5) {
              flags.set(nodes[at + 1] ?? 0, word >>> 4);
              const counts = nodes[at + 3] ?? 0;
              at += 4 + 2 * (counts & 0xffff) + 2 * (counts >>> 16);
            } else at += op === 0 ? 1 : 2;
          }
        }
      };
      const capture = createCapture(document);
      read(capture.full());
      const dirty = { subtrees: new Set(), own: new Set() };
      const observer = new MutationObserver((records) => {
        for (const { type, target } of records) (type === 'attributes' ? dirty.own : dirty.subtrees).add(target);
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true });
      new Function(/** @type {string} */ (script))();
      await Promise.resolve();
      const wanted = /** @type {string[]} */ (names).map((id) => document.getElementById(id)).filter((element) => element !== null);
      read(capture.delta(dirty));
      const delta = wanted.map((element) => flags.get(capture.handleOf(element)));
      const whole = createCapture(document);
      flags.clear();
      read(whole.full());
      return { delta, full: wanted.map((element) => flags.get(whole.handleOf(element))) };
    },
    [change, ids],
  );
  await kit.close();
  return found;
}

test('text written into a section that is shown in the same turn is rendered', async () => {
  const { delta, full } = await flagsAfter(
    '<section id=s hidden><div><h2 id=h></h2><dl id=d></dl></div></section>',
    "h.textContent = 'Order'; d.append(document.createElement('dt')); s.hidden = false",
    ['s', 'h', 'd'],
  );
  assert.deepEqual(delta, full);
  assert.ok(full.every((flags) => ((flags ?? 0) & 1) === 1));
});

test('what a section keeps is not rendered where it is hidden in the same turn', async () => {
  const { delta, full } = await flagsAfter(
    '<section id=s><p id=p>kept</p></section>',
    "s.append('more'); s.hidden = true",
    ['s', 'p'],
  );
  assert.deepEqual(delta, full);
  assert.ok(full.every((flags) => ((flags ?? 0) & 1) === 0));
});

test('a class far above shows what is written below', async () => {
  const { delta, full } = await flagsAfter(
    '<style>.off main { display: none }</style><div id=t class=off><main id=m><p id=p></p></main></div>',
    "p.textContent = 'text'; t.className = ''",
    ['t', 'm', 'p'],
  );
  assert.deepEqual(delta, full);
});
