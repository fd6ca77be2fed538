// Registers the one tool with whatever WebMCP the document has, under the right name, and keeps it there. It
// needs no core and no capture: with arrive.js it is all that runs on a page that nobody calls.
import { faultAnswer } from '../shared/fault.js';
import { createModelContext, ModelContext } from './polyfill.js';
import { phraseOf, wellFormed } from './text.js';
import { ANNOTATIONS, LOOK, NAME, OTHER_NAME, SCHEMA, TITLE, description, isOurs, lookDescription } from '../shared/tool.js';

/**
 * The part of WebMCP that registration uses; the native object has it, and so has the polyfill.
 * @typedef {{
 *   registerTool: (tool: import('./polyfill.js').Tool, options?: { signal?: AbortSignal }) => Promise<void>,
 *   getTools: () => Promise<{ name: string, title?: string, description?: string, window?: unknown }[]>,
 *   addEventListener: (type: string, listener: () => void, options?: { signal?: AbortSignal }) => void,
 * }} Context
 *
 * @typedef {'waiting' | 'registered' | 'elsewhere' | 'refused' | 'frame' | 'gone'} State
 * `elsewhere`: another Onecall (the extension's, or an earlier load) answers here.
 *
 * @typedef {{
 *   readonly state: State, readonly name: string, readonly reason: string,
 *   readonly ready: Promise<State>, makeWay: () => void, unregister: () => void,
 * }} Registration
 */

/** @typedef {(input: unknown, signal?: AbortSignal) => Promise<string>} Run */

/** Longest wait for the page's title before registering: clients want the tool within a second (platform.md). */
const TITLE_WAIT = 400;
/** The page's tools may come one by one; look at the names once after a burst. */
const BURST = 30;

/** @typedef {{ modelContext?: Context }} Holder */

/**
 * The document's WebMCP: native by either name, else a polyfill; both names answer afterwards.
 * @param {Document} document
 * @param {Navigator} navigator
 * @param {Window & typeof globalThis} window
 * @returns {{ context: Context, native: boolean }}
 */
export function modelContextOf(document, navigator, window) {
  const here = /** @type {Holder} */ (/** @type {unknown} */ (document));
  const there = /** @type {Holder} */ (/** @type {unknown} */ (navigator));
  const found = here.modelContext ?? there.modelContext;
  const context = found ?? createModelContext(window);
  for (const holder of [here, there]) {
    if (!holder.modelContext) Object.defineProperty(holder, 'modelContext', { value: context, configurable: true });
  }
  return { context, native: found !== undefined && !(found instanceof ModelContext) };
}

/**
 * Resolves when the title can be known, or when waiting longer would make the tool late.
 * @param {Document} document
 * @returns {Promise<void>}
 */
function titled(document) {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('readystatechange', () => resolve(), { once: true });
    setTimeout(resolve, TITLE_WAIT);
  });
}

/** @param {unknown} error */
const nameOf = (error) => (error instanceof Error || error instanceof DOMException ? error.name : '');

/**
 * Registers `call` for the top document. Never throws; what went wrong is in `state` and `reason`.
 * @param {{
 *   document: Document,
 *   window: Window & typeof globalThis,
 *   run: Run,
 *   reader?: Promise<Run | undefined> | Run,
 *   describe?: () => string,
 * }} options `reader` answers the second, reading tool, where there shall be one; `describe` gives the phrase of the
 *   page's own words
 * @returns {Registration}
 */
export function register({ document, window, run, reader, describe = () => phraseOf(document) }) {
  const over = new AbortController();
  /** @type {State} */
  let state = 'waiting';
  let name = '';
  let reason = '';
  let phrase = '';
  /** @type {AbortController | undefined} */
  let current;
  let looking = false;
  let lookTaken = false;

  /** @param {Run} answer @returns {import('./polyfill.js').Tool['execute']} */
  const executing = (answer) => async (input, options) => {
    try {
      return wellFormed(await answer(input, options?.signal)) || faultAnswer('internal', 'The answer was empty.', input);
    } catch {
      // What was thrown may hold anything; it stays here, and the caller still gets an answer.
      return faultAnswer('internal', 'Onecall failed on this call. The page was not asked to do anything else.', input, {});
    }
  };

  const execute = executing(run);

  /** The reading tool is an offer: a page that has one of its name keeps it. @param {Context} context */
  async function takeLook(context) {
    if (lookTaken) return;
    lookTaken = true;
    const answer = await reader;
    if (!answer) return;
    const tool = {
      name: LOOK, title: TITLE, description: lookDescription(phrase), inputSchema: SCHEMA,
      annotations: { ...ANNOTATIONS, readOnlyHint: true }, execute: executing(answer),
    };
    context.registerTool(tool, { signal: over.signal }).catch(() => {});
  }

  /** @param {Context} context @param {string} as */
  async function take(context, as) {
    const controller = new AbortController();
    const tool = {
      name: as, title: TITLE, description: description(phrase), inputSchema: SCHEMA, annotations: ANNOTATIONS, execute,
    };
    const before = { current, name };
    // Known before the browser answers: the page may be about to take the name.
    current = controller;
    name = as;
    try {
      await context.registerTool(tool, { signal: controller.signal });
    } catch (error) {
      if (controller.signal.aborted) return;
      ({ current, name } = before);
      throw error;
    }
    if (controller.signal.aborted) return;
    if (over.signal.aborted) return controller.abort();
    before.current?.abort();
    state = 'registered';
    void takeLook(context);
  }

  /**
   * Takes the name `call` where it is free. Tools are listed only where somebody else has it: Chromium 156 ends the
   * whole browser where a document with tools goes into the bfcache while `getTools` is under way.
   * @param {Context} context
   */
  async function settleName(context) {
    if (state === 'registered' && name === NAME) return;
    try {
      await take(context, NAME);
      return;
    } catch (error) {
      if (nameOf(error) !== 'InvalidStateError') throw error;
      if (state === 'registered') return;
    }
    const listed = await context.getTools();
    const own = listed.filter((tool) => tool.window === undefined || tool.window === window);
    if (own.some((tool) => (tool.name === NAME || tool.name === OTHER_NAME) && isOurs(tool))) state = 'elsewhere';
    else await take(context, OTHER_NAME);
  }

  /** @param {Context} context */
  async function look(context) {
    if (looking || over.signal.aborted) return;
    looking = true;
    try {
      await settleName(context);
    } catch (error) {
      refused(error);
    } finally {
      looking = false;
    }
  }

  /** @param {unknown} error */
  function refused(error) {
    const kind = nameOf(error);
    if (state === 'registered') return;
    state = 'refused';
    reason = kind === 'NotAllowedError'
      ? 'The page forbids tools (permissions policy tools=()).'
      : `The browser refused the tool (${kind || 'unknown error'}).`;
  }

  /** Gives the name `call` up at once and goes on as `onecall`: the page is about to register its own. */
  function makeWay() {
    if (name !== NAME || !current || !context) return;
    current.abort();
    current = undefined;
    state = 'waiting';
    void take(context, OTHER_NAME).catch(refused);
  }

  /** @type {Context | undefined} */
  let context;
  /** @returns {Promise<State>} */
  async function start() {
    if (window.top !== window) {
      state = 'frame';
      return state;
    }
    await titled(document);
    if (over.signal.aborted) return state;
    phrase = describe();
    context = modelContextOf(document, window.navigator, window).context;
    const target = context;
    let timer = 0;
    target.addEventListener('toolchange', () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void look(target), BURST);
    }, { signal: over.signal });
    await look(target);
    return state;
  }

  const ready = start().catch(() => {
    state = 'refused';
    return state;
  });
  return {
    get state() { return state; },
    get name() { return name; },
    get reason() { return reason; },
    ready,
    makeWay,
    unregister() {
      over.abort();
      current?.abort();
      state = 'gone';
    },
  };
}
