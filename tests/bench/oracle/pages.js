/**
 * Which pages are compared with Chromium's tree.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from '../../e2e/lib/browser.js';

/** @typedef {{ name: string, set: string, url?: string, html?: string }} OraclePage */

/**
 * HTML files in a folder, at any depth. Of a saved page only what was saved, not what was made of it.
 * @param {string} dir
 * @returns {OraclePage[]}
 */
export function pagesOf(dir) {
  const top = resolve(dir);
  if (!existsSync(top)) return [];
  const files = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((file) => /\.html?$/.test(file) && basename(file) !== 'expected.html');
  return files.sort().map((file) => ({ name: join(basename(top), relative(top, join(top, file))), set: basename(top), url: pathToFileURL(join(top, file)).href }));
}

/**
 * The fixtures of govuk-frontend, each in a page with the library's style sheet.
 * @returns {OraclePage[]}
 */
export function govuk() {
  const dist = join(root, 'node_modules/govuk-frontend/dist/govuk');
  const sheet = readFileSync(join(dist, 'govuk-frontend.min.css'), 'utf8').replaceAll('</style', '<\\/style');
  /** @type {OraclePage[]} */
  const pages = [];
  for (const file of readdirSync(join(dist, 'components'), { recursive: true, encoding: 'utf8' }).filter((file) => basename(file) === 'fixtures.json').sort()) {
    /** @type {{ fixtures: { name: string, html: string }[] }} */
    const { fixtures } = JSON.parse(readFileSync(join(dist, 'components', file), 'utf8'));
    for (const { name, html } of fixtures) {
      pages.push({ name: `govuk/${dirname(file)}/${name}`, set: 'govuk', html: `<!doctype html><html lang="en"><head><title>${dirname(file)}</title><style>${sheet}</style></head><body class="govuk-template__body js-enabled govuk-frontend-supported">${html}</body></html>` });
    }
  }
  return pages;
}

/**
 * What is compared when nothing is named.
 * @returns {OraclePage[]}
 */
export function standard() {
  const corpora = process.env.ONECALL_CORPORA ?? join(root, '../shared/corpora');
  const saved = pagesOf(join(corpora, 'pages'));
  if (saved.length === 0) {
    if (process.env.CI === 'true') throw new Error(`no pages in ${join(corpora, 'pages')}: set ONECALL_CORPORA`);
    console.log(`skipped: the saved pages, as there is no ${join(corpora, 'pages')}`);
  }
  return [...saved, ...govuk(), ...pagesOf(join(root, 'tests/suite'))];
}
