/**
 * Chrome DevTools (and its MCP server) ask a page for its developer tools with an event on the window. Onecall answers with
 * the one tool that it has registered, so that who finds tools this way has no second way to the page. It must be in the page's own
 * script world: the asker's function is not seen from another.
 */
import { description, isOurs, LOOK, NAME, SCHEMA, TITLE } from '../shared/tool.js';
import { modelContextOf } from './register.js';
import { phraseOf } from './text.js';

/** @typedef {{ name: string, description: string, inputSchema: object, execute: (input: object) => Promise<string | null> }} Listed */
/** @typedef {{ name: string, description: string, tools: Listed[] }} Group */

/** What is asked. */
export const DISCOVERY = 'devtoolstooldiscovery';

/**
 * Answers whoever asks.
 * @param {Window & typeof globalThis} window
 * @param {() => boolean} here Has Onecall a tool on this page?
 */
export function answerDiscovery(window, here) {
  window.addEventListener(DISCOVERY, (event) => {
    if (!here()) return;
    const says = description(phraseOf(window.document));
    const execute = (/** @type {object} */ input) => callOurs(window, input);
    // A page may send the event too, with nobody to answer.
    /** @type {{ respondWith?: (group: Group) => void }} */ (/** @type {unknown} */ (event)).respondWith?.({ name: TITLE, description: says, tools: [{ name: NAME, description: says, inputSchema: SCHEMA, execute }] });
  });
}

/**
 * Calls Onecall's tool as any agent in the page does.
 * @param {Window & typeof globalThis} window
 * @param {object} input
 * @returns {Promise<string | null>} Null where there is none.
 */
export async function callOurs(window, input) {
  const { document, navigator } = window;
  const context = /** @type {import('./polyfill.js').ModelContext} */ (modelContextOf(document, navigator, window).context);
  const ours = (await context.getTools()).find((tool) => tool.window === window && isOurs(tool) && tool.name !== LOOK);
  return ours ? context.executeTool(ours, input) : null;
}
