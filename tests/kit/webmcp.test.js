/**
 * The same WebMCP in both: the browser's own and the polyfill answer every look of a page alike.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from '../e2e/lib/browser.js';
import { observed } from './lib/webmcp.js';
import { withBrowser } from './lib/page.js';

/** What Chromium does; written by `BLESS=1` from the browser's own, never from the polyfill. */
const GOLDEN = new URL('webmcp.golden.json', import.meta.url);

const frame = `<!doctype html><title>Inside</title><script type=module>
  import { modelContextOf } from '/extension/page/register.js';
  const { context } = modelContextOf(document, navigator, window);
  await context.registerTool({ name: 'inside', description: 'd', execute: () => 'from inside' });
  parent.postMessage('ready');
</script>`;

for (const webmcp of [true, false]) {
  const kind = webmcp ? 'native' : 'polyfill';
  const browser = withBrowser({ webmcp, routes: { '/inside': frame } });

  /** @param {(page: import('playwright-core').Page) => Promise<void>} work */
  const visit = async (work) => {
    const page = await browser.tab();
    await page.goto(browser.origin);
    await page.evaluate(async () => {
      const module = await import(String('/extension/page/register.js'));
      Object.assign(window, { native: module.modelContextOf(document, navigator, window).native });
    });
    assert.equal(await page.evaluate(() => /** @type {{ native?: boolean }} */ (/** @type {unknown} */ (window)).native), webmcp);
    await work(page);
    await page.close();
  };

  test(`${kind}: everything a page can see of it is as Chromium's`, () =>
    visit(async (page) => {
      const text = `${JSON.stringify(await page.evaluate(observed), null, 1)}\n`;
      if (webmcp && process.env.BLESS) await writeFile(GOLDEN, text);
      assert.equal(text, await readFile(GOLDEN, 'utf8'));
    }));

  test(`${kind}: tools of frames of the same origin are listed and run`, () =>
    visit(async (page) => {
      const found = await page.evaluate(async () => {
        const mc = /** @type {{ modelContext: import('./lib/webmcp.js').ModelContext }} */ (/** @type {unknown} */ (document)).modelContext;
        await mc.registerTool({ name: 'outside', description: 'd', execute: () => 'x' });
        const ready = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
        const inner = document.createElement('iframe');
        inner.src = '/inside';
        document.body.append(inner);
        await ready;
        const listed = (await mc.getTools()).map(({ name, window: of }) => `${name} ${of === inner.contentWindow}`);
        const tool = (await mc.getTools()).find(({ name }) => name === 'inside');
        const said = tool ? await mc.executeTool(tool, {}) : '';
        inner.remove();
        return { listed: listed.sort(), said, after: (await mc.getTools()).map(({ name }) => name) };
      });
      assert.deepEqual(found, { listed: ['inside true', 'outside false'], said: 'from inside', after: ['outside'] });
    }));
}

test('the polyfill is small', async () => {
  const { outputFiles } = await build({ entryPoints: [`${root}/extension/page/polyfill.js`], bundle: true, minify: true, format: 'esm', write: false });
  const size = gzipSync(outputFiles[0]?.contents ?? '').length;
  assert.ok(size < 6_000, `${size} bytes`);
});
