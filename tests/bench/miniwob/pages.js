/**
 * The pages of MiniWoB++ as the Python package `miniwob` ships them: fetched once into target/, served from there by a
 * real server, each with the script tag in it. Nothing of theirs is kept in the repository.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../e2e/lib/browser.js';
import { serve } from '../../e2e/lib/server.js';

/** @import { Served } from '../../e2e/lib/server.js' */

/** Pinned, so that a score is of the same pages. */
const VERSION = '1.1.0';
const TAG = '<script src="/onecall/onecall.iife.js"></script>';

/**
 * The folder with the pages. Without the network and without an earlier copy it cannot be had.
 * @returns {string}
 */
export function fetched() {
  const dir = join(root, 'target', `miniwob-${VERSION}`);
  if (!existsSync(dir)) {
    const fresh = `${dir}.new`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { recursive: true });
    // Its dependencies drive a browser from Python; only the pages are wanted.
    execFileSync('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', fresh, `miniwob==${VERSION}`], { stdio: 'inherit' });
    renameSync(fresh, dir);
  }
  const licence = readdirSync(dir).filter((name) => name.endsWith('.dist-info')).map((name) => join(dir, name, 'licenses', 'LICENSE'));
  if (!licence.some((file) => existsSync(file) && readFileSync(file, 'utf8').startsWith('The MIT License'))) {
    throw new Error(`the pages in ${dir} are not under the licence that was looked at`);
  }
  return join(dir, 'miniwob', 'html');
}

/**
 * @param {string} html
 * @returns {string[]} Names of all tasks.
 */
export function tasks(html) {
  const files = readdirSync(join(html, 'miniwob')).filter((name) => name.endsWith('.html'));
  return files.map((name) => name.slice(0, -'.html'.length)).sort();
}

/**
 * Serves the pages with the script tag in their head, or as they are.
 * @param {string} html
 * @param {boolean} tagged
 * @returns {Promise<Served>}
 */
export function served(html, tagged) {
  const page = (/** @type {string} */ name) => {
    const text = readFileSync(join(html, 'miniwob', `${name}.html`), 'utf8');
    return tagged ? text.replace(/<head>/i, `<head>${TAG}`) : text;
  };
  const routes = Object.fromEntries(tasks(html).map((name) => [`/miniwob/${name}.html`, page(name)]));
  return serve(routes, { '/onecall/': join(root, 'www/dist'), '/': html });
}
