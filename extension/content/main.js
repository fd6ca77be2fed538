/**
 * The one script in the page's own script world, in top documents: JS dialogs during acts, and `call` for page-side
 * agents where the browser has no WebMCP. The page can see and break what it does; nothing may rest on it.
 */
import { modelContextOf, register } from '../page/register.js';
import { takeChannel } from '../shared/channel.js';
import { Dialogs } from '../shared/dialogs.js';
import { faultAnswer } from '../shared/fault.js';
import { NAME } from '../shared/tool.js';

/** @import { Context, Registration } from '../page/register.js' */

/** "Is this script here already?", asked of a copy that was brought into the document earlier. */
const AGAIN = 'onecall:main-again/1';

if (document.dispatchEvent(new Event(AGAIN, { cancelable: true }))) {
  document.addEventListener(AGAIN, (event) => event.preventDefault());
  start();
}

function start() {
  const dialogs = new Dialogs(window);
  /** @type {Registration | null} */
  let registration = null;
  /** Calls that the other side works on. @type {Map<number, (output: string) => void>} */
  const calls = new Map();
  let lastCall = 0;

  /**
   * @param {unknown} input
   * @param {AbortSignal} [signal]
   * @returns {Promise<string>}
   */
  const run = (input, signal) =>
    new Promise((resolve) => {
      const id = ++lastCall;
      calls.set(id, resolve);
      signal?.addEventListener('abort', () => channel.send('cancel', { id }));
      if (!channel.send('call', { id, input })) end();
    });

  // Whoever works on our calls has gone: nobody may wait for it.
  const end = () => {
    dialogs.reset();
    registration?.unregister();
    registration = null;
    for (const resolve of calls.values()) resolve(faultAnswer('unavailable', 'Onecall was updated or switched off.'));
    calls.clear();
  };

  /** @type {Record<string, (body: unknown) => void>} */
  const kinds = {
    arm: () => dialogs.arm(),
    disarm: () => dialogs.disarm(),
    answerAs: (body) => dialogs.answer(/** @type {import('../shared/dialogs.js').How} */ (body)),
    heard: () => channel.send('heard', dialogs.take()),
    register: () => {
      registration ??= register({ document, window, run, inPage: true });
    },
    answer: (body) => {
      const { id, output } = /** @type {{ id: number, output: string }} */ (body);
      calls.get(id)?.(output);
      calls.delete(id);
    },
    bye: end,
  };
  const channel = takeChannel(window, (kind, body) => {
    if (Object.hasOwn(kinds, kind)) kinds[kind]?.(body);
  });
  if ('modelContext' in document) {
    // Where the browser has WebMCP, scripts written for its earlier name find it too.
    const { context } = modelContextOf(document, navigator, window);
    letPageThrough(context, () => channel.send('makeWay'));
  }
}

/**
 * The page's own tool of our name comes first: ours takes another in the same turn, before the browser looks.
 * @param {Context} context
 * @param {() => void} makeWay
 */
function letPageThrough(context, makeWay) {
  const prototype = /** @type {Context} */ (Object.getPrototypeOf(context));
  const { registerTool } = prototype;
  if (typeof registerTool !== 'function') return;
  const wrapped = {
    /**
     * @this {Context}
     * @param {Parameters<Context['registerTool']>} args
     */
    registerTool(...args) {
      // Read once: a page may give an object that answers differently each time. The browser reports what is wrong.
      const name = nameOf(args[0]);
      if (name === NAME) makeWay();
      return Reflect.apply(registerTool, this, args);
    },
  };
  Object.defineProperty(prototype, 'registerTool', {
    value: wrapped.registerTool, configurable: true, enumerable: true, writable: true,
  });
}

/**
 * @param {unknown} tool
 * @returns {unknown}
 */
function nameOf(tool) {
  if (typeof tool !== 'object' || tool === null) return undefined;
  // A plain tool only: a getter belongs to the page, and is the browser's to run.
  return Object.getOwnPropertyDescriptor(tool, 'name')?.value;
}
