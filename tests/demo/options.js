/**
 * What was asked for on the command line of the demo.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

export const USAGE = `cargo xtask demo [URL or file] [--headed] [--script-tag]

  URL or file    the page; default the bundled shop
  --headed       show the browser, and go slowly
  --script-tag   without the extension: the page loads onecall.js itself`;

/**
 * @typedef {object} Options
 * @property {{ kind: 'shop' } | { kind: 'file', file: string } | { kind: 'url', url: string }} page
 * @property {boolean} headed
 * @property {boolean} scriptTag
 */

/**
 * @param {string[]} args
 * @returns {Options | string} A text is what to say instead of running.
 */
export function readOptions(args) {
  /** @type {Options} */
  const options = { page: { kind: 'shop' }, headed: false, scriptTag: false };
  for (const arg of args) {
    if (arg === '--headed') options.headed = true;
    else if (arg === '--script-tag') options.scriptTag = true;
    else if (arg === '--help' || arg === '-h') return USAGE;
    else if (arg.startsWith('--')) return `there is no option ${arg}\n\n${USAGE}`;
    else if (options.page.kind !== 'shop') return `more than one page was named\n\n${USAGE}`;
    else if (/^https?:\/\//.test(arg)) options.page = { kind: 'url', url: arg };
    else if (existsSync(arg)) options.page = { kind: 'file', file: resolve(arg) };
    else return `there is no file ${arg}, and it is no http(s) address\n\n${USAGE}`;
  }
  return options;
}
