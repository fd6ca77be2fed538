/**
 * What a message from a page to the extension's worker costs, there and back: measured in the content script's own world
 * over a port of the kit's kind, with facts-like payloads. The worker reads the payload and answers; the core has no part in it.
 */
import { PORT, PROBE, VERSION } from '../../../extension/shared/wire.js';

/** @import { CDPSession, Page } from 'playwright-core' */

/** How often each size is sent; the median counts. */
const TIMES = 15;

/**
 * Milliseconds for each size, by its bytes.
 * @param {Page} page Where the extension runs.
 * @param {number[]} sizes
 * @returns {Promise<number[]>}
 */
export async function measureMessages(page, sizes) {
  const cdp = await page.context().newCDPSession(page);
  const contextId = await isolatedWorld(cdp);
  const probe = Array.from(PROBE);
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    contextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `(${send})(${JSON.stringify({ name: PORT, version: VERSION, probe, sizes, times: TIMES })})`,
  });
  if (exceptionDetails) throw new Error(`messages cannot be measured: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
  await cdp.detach();
  return /** @type {number[]} */ (result.value);
}

/**
 * @param {CDPSession} cdp
 * @returns {Promise<number>}
 */
async function isolatedWorld(cdp) {
  /** @type {Promise<number>} */
  const found = new Promise((resolve) => {
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const { type } = /** @type {{ type?: string }} */ (context.auxData ?? {});
      if (type === 'isolated' && context.name === 'Onecall') resolve(context.id);
    });
  });
  await cdp.send('Runtime.enable');
  return found;
}

/**
 * Runs in the content script's world: a text of this function is sent there, so it uses nothing from around it.
 * @param {{ name: string, version: number, probe: number[], sizes: number[], times: number }} what
 * @returns {Promise<number[]>}
 */
async function send({ name, version, probe, sizes, times }) {
  const port = chrome.runtime.connect({ name });
  /** @type {Map<number, (message: unknown) => void>} */
  const waiting = new Map();
  port.onMessage.addListener((/** @type {{ id: number }} */ message) => waiting.get(message.id)?.(message));
  let id = 0;
  /** @param {object} pad */
  const round = (pad) => {
    id += 1;
    const reply = new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      setTimeout(() => reject(new Error('the worker did not answer')), 20_000);
    });
    port.postMessage({ v: version, id, kind: 'hello', body: { probe: Uint8Array.from(probe), pad } });
    return reply;
  };
  /** @type {number[]} */
  const medians = [];
  for (const size of sizes) {
    // Facts are two thirds numbers and one third text.
    const pad = { nodes: new Uint32Array(Math.ceil(size / 6)).fill(7), text: 'text of a page '.repeat(Math.ceil(size / 45)) };
    await round(pad);
    /** @type {number[]} */
    const took = [];
    for (let time = 0; time < times; time += 1) {
      const begun = performance.now();
      await round(pad);
      took.push(performance.now() - begun);
    }
    took.sort((a, b) => a - b);
    medians.push(took[Math.floor(times / 2)] ?? NaN);
  }
  port.disconnect();
  return medians;
}
