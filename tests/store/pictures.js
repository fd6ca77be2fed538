/**
 * Makes the store's pictures, in each language, from the built extension and the demo shop: what a person sees, beside a
 * sentence that says it. Nothing in them is drawn by hand.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, root } from '../e2e/lib/browser.js';
import { inLanguage } from '../e2e/lib/language.js';
import { open } from '../e2e/lib/panel.js';
import { serve } from '../e2e/lib/server.js';
import { invoke } from '../e2e/lib/webmcp.js';

/** @import { Page } from 'playwright-core' */

/** @typedef {'tree' | 'ask' | 'cost' | 'level' | 'tile'} Scene */

/** What each picture says. @type {Record<string, Record<Scene, string>>} */
const WORDS = {
  en: {
    tree: 'The whole page behind one tool: an agent reads and acts by path.',
    ask: 'Before anything changes, you are asked, with what exactly will happen.',
    cost: 'A short answer instead of a long snapshot.',
    level: 'You choose for each site what agents may do.',
    tile: 'One tool for every page. You have the last word.',
  },
  de: {
    tree: 'Die ganze Seite hinter einem Werkzeug: Ein Agent liest und handelt über Pfade.',
    ask: 'Bevor sich etwas ändert, werden Sie gefragt, mit dem, was genau geschehen wird.',
    cost: 'Eine kurze Antwort statt eines langen Abbilds.',
    level: 'Sie wählen für jede Website, was Agenten dürfen.',
    tile: 'Ein Werkzeug für jede Seite. Sie haben das letzte Wort.',
  },
};

const WIDE = 1280;
const HIGH = 800;

/** @param {Buffer} picture */
const address = (picture) => `data:image/png;base64,${picture.toString('base64')}`;

const STYLE = `* { box-sizing: border-box; margin: 0; } body { font: 34px/1.25 system-ui, sans-serif; color: #fff; background: #14326f; width: 100vw; height: 100vh; padding: 36px 48px; display: grid; grid-template: auto 1fr / minmax(0, 1fr); gap: 28px; overflow: hidden; }
  h1 { font-size: 36px; font-weight: 650; } div { display: flex; gap: 28px; min-height: 0; } img { border-radius: 10px; box-shadow: 0 10px 40px #0008; min-width: 0; object-fit: cover; object-position: left top; }
  img.page { flex: 1; } img.own { flex: 0 0 auto; max-height: 100%; object-fit: contain; align-self: start; }
  body.tile { grid-template-rows: auto auto; align-content: center; padding: 28px; gap: 8px; font-size: 24px; } .tile h1 { font-size: 44px; }`;

/** A tab as it looks; one in the background is not drawn. @param {Page} tab */
async function taken(tab) {
  await tab.bringToFront();
  return tab.screenshot({ type: 'png' });
}

/**
 * @param {Page} canvas
 * @param {string} file
 * @param {string} words
 * @param {Buffer} page
 * @param {Buffer} own
 */
async function compose(canvas, file, words, page, own) {
  await canvas.setViewportSize({ width: WIDE, height: HIGH });
  await canvas.bringToFront();
  await canvas.setContent(`<style>${STYLE}</style><h1>${words}</h1><div><img class="page" src="${address(page)}" alt=""><img class="own" src="${address(own)}" alt=""></div>`, { waitUntil: 'load' });
  await canvas.screenshot({ path: file, type: 'jpeg', quality: 86 });
}

/**
 * @param {string} language
 * @param {string} folder
 * @param {string} shop Where it is served.
 */
async function make(language, folder, shop) {
  const words = WORDS[language];
  if (!words) throw new Error(`tests/store/pictures.js has no words for ${language}`);
  mkdirSync(folder, { recursive: true });
  const { dir, remove } = inLanguage(language);
  const browser = await launch({ dir });
  try {
    const page = await browser.page();
    await page.setViewportSize({ width: 800, height: 640 });
    await page.goto(shop);
    await invoke(page);
    await invoke(page, { path: 'page.tables.Orders.rows[0:5]' });
    const canvas = await browser.page();
    const panel = await open(browser, 'panel', page);
    await panel.setViewportSize({ width: 400, height: 660 });
    await panel.locator('pre').waitFor();
    await compose(canvas, join(folder, '1-tree.jpg'), words.tree, await taken(page), await taken(panel));
    await invoke(page, { path: 'page.tables.Orders.rows["A-1138"].buttons.Refund.click', args: [], timeout: 1 });
    await panel.locator('article button:enabled').first().waitFor();
    await compose(canvas, join(folder, '2-ask.jpg'), words.ask, await taken(page), await taken(panel));
    await panel.locator('article button').nth(1).click();
    await panel.locator('#tab-cost').click();
    await panel.locator('.bar').nth(2).waitFor();
    await compose(canvas, join(folder, '3-cost.jpg'), words.cost, await taken(page), await taken(panel));
    const popup = await open(browser, 'popup', page);
    await popup.setViewportSize({ width: 340, height: 420 });
    await popup.locator('select').waitFor();
    await compose(canvas, join(folder, '4-level.jpg'), words.level, await taken(page), await taken(popup));
    await canvas.bringToFront();
    await canvas.setViewportSize({ width: 440, height: 280 });
    await canvas.setContent(`<style>${STYLE}</style><body class="tile"><h1>Onecall</h1><p>${words.tile}</p>`, { waitUntil: 'load' });
    await canvas.screenshot({ path: join(folder, 'tile-440x280.jpg'), type: 'jpeg', quality: 90 });
  } finally {
    await browser.close();
    remove();
  }
}

const site = await serve({}, { '/shop/': join(root, 'www/demos/office') });
try {
  for (const language of readdirSync(join(root, '_locales'))) {
    await make(language, join(root, 'www/store', language), `${site.origin}/shop/shop.html`);
    console.log(`pictures  www/store/${language}`);
  }
} finally {
  await site.close();
}
