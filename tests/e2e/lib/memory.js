/**
 * Memory of the extension's own process, as the operating system counts it.
 */
import { readFile } from 'node:fs/promises';

/** @import { Launched } from './browser.js' */

/** Bytes of a page of memory on Linux. */
const PAGE = 4_096;

/**
 * Resident bytes of the process in which the extension's worker runs.
 * @param {Launched} launched
 * @returns {Promise<number>}
 */
export async function extensionMemory({ context }) {
  const browser = context.browser();
  if (!browser) throw new Error('the browser is gone');
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  let bytes = 0;
  for (const { id } of processInfo) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('--extension-process')) continue;
    const pages = Number((await readFile(`/proc/${id}/statm`, 'utf8')).split(' ')[1]);
    bytes += pages * PAGE;
  }
  return bytes;
}
