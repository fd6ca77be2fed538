/**
 * Serves the page of the demo on localhost: the shop or a named file with its folder, with the script tag put in where
 * that is asked for. An address on the web is left where it is.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { root } from '../e2e/lib/browser.js';
import { serve } from '../e2e/lib/server.js';

/** @import { Options } from './options.js' */

/** Where the built script lies on our server. */
const TAG = '/onecall/onecall.js';

/**
 * @param {Options} options
 * @returns {Promise<{ url: string, script: string, close: () => Promise<void> }>}
 */
export async function place({ page, scriptTag }) {
  const file = page.kind === 'file' ? page.file : join(root, 'www/demos/office/shop.html');
  const path = `/${encodeURIComponent(basename(file))}`;
  const html = async () => {
    const text = await readFile(file, 'utf8');
    return scriptTag ? withTag(text) : text;
  };
  // Saved pages are served under their own name; what they name beside them is found in their folder.
  const served = await serve({ [path]: html }, { '/onecall/': join(root, 'www/dist'), '/': dirname(file) });
  const url = page.kind === 'url' ? page.url : served.origin + path;
  return { url, script: served.origin + TAG, close: served.close };
}

/**
 * @param {string} html
 * @returns {string}
 */
function withTag(html) {
  const tag = `<script type="module" src="${TAG}"></script>`;
  const head = /<head[^>]*>/i.exec(html);
  if (!head) return tag + html;
  const at = head.index + head[0].length;
  return html.slice(0, at) + tag + html.slice(at);
}
