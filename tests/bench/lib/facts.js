/**
 * Facts of a page as the extension would capture them: in a world of their own, over CDP, whether or not the page's
 * scripts run. And what the core makes of them, natively.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

import { root } from '../../e2e/lib/browser.js';

/** @import { CDPSession } from 'playwright-core' */

/** The attribute that carries an element's handle while the browser's own tree is compared with ours. */
export const MARK = 'data-onecall-handle';

/**
 * @typedef {{ head: object, nodes: number[], text: string }} Part
 * @typedef {{ page: string, parts: Part[] }} Facts
 * @typedef {[handle: number, role: string, name: string, description: string, exposed: boolean]} Told
 * @typedef {{ page: string, odd: string[], nodes: Told[] }} Telling
 */

/**
 * Capture as one script that leaves `onecallCapture` in its world.
 * @returns {Promise<string>}
 */
export async function captureScript() {
  const result = await build({
    entryPoints: [join(root, 'extension/page/capture.js')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'onecallCapture',
    target: 'es2023',
    logLevel: 'silent',
  });
  return `${result.outputFiles[0]?.text ?? ''}; globalThis.onecallCapture = onecallCapture;`;
}

/**
 * A world beside the page's own in the top frame.
 * @param {CDPSession} session
 * @returns {Promise<number>} Its execution context.
 */
export async function isolatedWorld(session) {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'onecall' });
  return executionContextId;
}

/**
 * @template T
 * @param {CDPSession} session
 * @param {number} contextId
 * @param {string} expression
 * @returns {Promise<T>}
 */
export async function evaluate(session, contextId, expression) {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true, awaitPromise: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return /** @type {T} */ (result.value);
}

/**
 * Captures the page that is open; afterwards each captured element carries its handle as an attribute.
 * @param {CDPSession} session
 * @param {string} script See captureScript.
 * @returns {Promise<Part[]>}
 */
export async function capture(session, script) {
  const world = await isolatedWorld(session);
  await evaluate(session, world, `${script}; 0`);
  return evaluate(
    session,
    world,
    `(() => {
      const capture = onecallCapture.createCapture(document, { doc: 'bench' });
      const parts = capture.full().map(({ head, nodes, text }) => ({ head, nodes: Array.from(nodes), text }));
      for (const top of capture.roots()) {
        for (const element of top.querySelectorAll('*')) element.setAttribute('${MARK}', String(capture.handleOf(element)));
      }
      return parts;
    })()`,
  );
}

/**
 * What a command of the native front end says to facts, a line of JSON per page. The facts are kept in target/, so that
 * a miss can be looked at again.
 * @template {{ page: string }} T
 * @param {string} command
 * @param {string} name Of the file in target/.
 * @param {Facts[]} all
 * @returns {Map<string, T>} By page.
 */
export function asked(command, name, all) {
  const file = join(root, 'target', `${name}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, all.map((facts) => `${JSON.stringify(facts)}\n`).join(''));
  const output = execFileSync('cargo', ['run', '--quiet', '--package', 'onecall-cli', '--', command, file], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {T[]} */
  const said = output.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  return new Map(said.map((one) => [one.page, one]));
}

/**
 * Role, name and description of every element, as the core sees them.
 * @param {string} name Of the file in target/.
 * @param {Facts[]} all
 * @returns {Map<string, Telling>} By page.
 */
export function told(name, all) {
  return asked('names', name, all);
}
