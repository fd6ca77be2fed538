/**
 * Everything that a page can see of `document.modelContext`, as one function that runs in the page and gives plain data:
 * the browser's own and the polyfill have to give the same. Waits for events, never for time.
 */

/** @typedef {import('../../../extension/page/polyfill.js').ModelContext} ModelContext */

/**
 * Runs in the page.
 * @returns {Promise<Record<string, unknown>>}
 */
export async function observed() {
  const mc = /** @type {ModelContext & { ontoolchange: unknown }} */ (/** @type {{ modelContext: unknown }} */ (/** @type {unknown} */ (document)).modelContext);
  const register = /** @type {(tool?: unknown, options?: unknown) => Promise<unknown>} */ ((...args) => Reflect.apply(mc.registerTool, mc, args));
  const execute = /** @type {(...args: unknown[]) => Promise<unknown>} */ ((...args) => Reflect.apply(mc.executeTool, mc, args));
  const get = /** @type {(...args: unknown[]) => Promise<unknown>} */ ((...args) => Reflect.apply(mc.getTools, mc, args));
  /** @param {() => unknown} work */
  const told = async (work) => {
    try {
      const value = await work();
      return typeof value === 'string' ? value : `${value === null ? 'null' : typeof value}`;
    } catch (error) {
      return error instanceof Error || error instanceof DOMException ? `${error.constructor.name} ${error.name}` : `threw ${String(error)}`;
    }
  };
  /** @type {string[]} */
  const log = [];
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  for (const type of ['toolchange', 'toolactivated', 'toolcancel']) {
    mc.addEventListener(type, (event) => {
      const { toolName = '' } = /** @type {{ toolName?: string }} */ (/** @type {unknown} */ (event));
      log.push(`${type} ${toolName} ${event.bubbles} ${event.cancelable} ${event.target === mc}`);
      waiting.get(type)?.();
    });
  }
  /** @param {string} type */
  const next = (type) => new Promise((resolve) => waiting.set(type, () => resolve(undefined)));
  /** @param {unknown} name */
  const find = async (name) => (await mc.getTools()).find((tool) => tool.name === name);
  const d = { description: 'd', execute: () => 'x' };
  /** @type {Record<string, unknown>} */
  const out = {};

  const prototype = Object.getPrototypeOf(mc);
  out.shape = [Object.prototype.toString.call(mc), mc instanceof EventTarget, prototype.registerTool.length, prototype.getTools.length, prototype.executeTool.length];
  out.construct = await told(() => new (/** @type {new () => unknown} */ (/** @type {unknown} */ (mc.constructor)))());
  out.handlerBefore = mc.ontoolchange;
  mc.ontoolchange = () => log.push('handler');
  const first = register({ name: 'b', title: undefined, ...d, inputSchema: { type: 'object', properties: { x: { type: 'number' } } }, annotations: { readOnlyHint: 'yes', foo: 1 }, extra: 1,
    execute: (/** @type {unknown} */ input, /** @type {object} */ options) => ({ input, options: Object.keys(options) }) });
  log.push('asked');
  out.registered = await told(() => first);
  log.push('done');
  out.registering = log.splice(0);
  mc.ontoolchange = null;

  const going = new AbortController();
  await register({ name: 'a', ...d }, { signal: going.signal });
  out.list = (await mc.getTools()).map((tool) => ({ ...tool, origin: tool.origin === location.origin, window: tool.window === window, keys: Object.keys(tool).join() }));
  const gone = await find('a');
  log.length = 0;
  const changed = next('toolchange');
  going.abort();
  log.push('aborted');
  await changed;
  out.unregistering = log.splice(0);
  out.again = [await told(() => register({ name: 'a', ...d }, { signal: going.signal })), await told(() => register({ name: 'a', ...d })), await told(() => register({ name: 'a', ...d }))];

  const b = await find('b');
  log.length = 0;
  out.executed = await told(() => execute(b, { x: 1, y: undefined, z: new Date(0) }));
  out.executing = log.splice(0);
  const cycle = /** @type {Record<string, unknown>} */ ({});
  cycle.c = cycle;
  /** @type {Record<string, unknown[]>} */
  const inputs = {
    none: [b], array: [b, [1]], null: [b, null], text: [b, '{}'], function: [b, () => 1], cycle: [b, cycle], bigint: [b, { a: 1n }],
    copy: [{ ...b }, {}], plain: [{ name: 'b', description: 'd', window, origin: location.origin }, {}], bare: [{ name: 'b' }, {}], name: ['b', {}], nothing: [],
    gone: [{ ...gone, name: 'zzz' }, {}], signal: [b, {}, { signal: {} }], options: [b, {}, 'x'],
  };
  out.inputs = {};
  for (const [name, args] of Object.entries(inputs)) /** @type {Record<string, unknown>} */ (out.inputs)[name] = await told(() => execute(...args));

  /** @type {Record<string, () => unknown>} */
  const results = {
    undefined: () => undefined, null: () => null, number: () => 3, nan: () => NaN, boolean: () => false, object: () => ({ a: 1 }), array: () => [1, 2], empty: () => '', date: () => new Date(0),
    function: () => () => 1, map: () => new Map([[1, 2]]), bigint: () => 1n, cycle: () => cycle, throws: () => { throw new Error('secret'); }, rejects: () => Promise.reject(new TypeError('secret')),
    aborts: () => { throw new DOMException('m', 'AbortError'); }, promise: () => Promise.resolve('later'),
  };
  out.results = {};
  for (const [name, run] of Object.entries(results)) {
    await register({ name: `r-${name}`, description: 'd', execute: run });
    const tool = await find(`r-${name}`);
    /** @type {Record<string, unknown>} */ (out.results)[name] = await told(() => execute(tool, {}));
  }

  await register({ name: 'never', description: 'd', execute: (/** @type {unknown} */ _input, /** @type {{ signal: AbortSignal }} */ { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => {
    log.push(`inner ${signal.reason.name}`);
    reject(signal.reason);
  })) });
  const never = await find('never');
  log.length = 0;
  const stop = new AbortController();
  const activated = next('toolactivated');
  const running = told(() => execute(never, {}, { signal: stop.signal }));
  await activated;
  const cancelled = next('toolcancel');
  log.push('aborting');
  stop.abort('why');
  log.push('aborted');
  await cancelled;
  out.cancelled = await running;
  out.cancelling = log.splice(0);
  out.aborted = [await told(() => execute(never, {}, { signal: stop.signal })), await told(() => register({ name: 'zz', ...d }, { signal: stop.signal }))];
  out.quiet = log.splice(0);

  const leaves = new AbortController();
  /** @type {(value: string) => void} */
  let finish = () => {};
  await register({ name: 'leaves', description: 'd', execute: () => new Promise((resolve) => { finish = resolve; }) }, { signal: leaves.signal });
  const inside = next('toolactivated');
  const late = told(async () => execute(await find('leaves'), {}));
  await inside;
  leaves.abort();
  await Promise.resolve();
  finish('late');
  out.unregisteredWhileRunning = await late;

  /** @type {Record<string, unknown[]>} */
  const tools = {
    none: [], null: [null], text: ['x'], empty: [{}], noExecute: [{ name: 'q', description: 'd' }], noDescription: [{ name: 'q', execute() {} }], emptyDescription: [{ ...d, name: 'q', description: '' }],
    name: [{ ...d, name: 'a b' }], longName: [{ ...d, name: 'x'.repeat(129) }], emptyName: [{ ...d, name: '' }], number: [{ ...d, name: 5, description: 6 }], symbol: [{ ...d, name: Symbol('x') }],
    schemaText: [{ ...d, name: 'q1', inputSchema: '{}' }], schemaNull: [{ ...d, name: 'q2', inputSchema: null }], schemaArray: [{ ...d, name: 'q3', inputSchema: [] }],
    schemaCycle: [{ ...d, name: 'q4', inputSchema: cycle }], schemaFunction: [{ ...d, name: 'q5', inputSchema: () => 1 }], schemaThrows: [{ ...d, name: 'q6', inputSchema: { toJSON() { throw new RangeError('h'); } } }],
    duplicate: [{ ...d, name: 'b' }], annotationsText: [{ ...d, name: 'q7', annotations: 'x' }], annotationsNull: [{ ...d, name: 'q8', annotations: null }], executeObject: [{ ...d, name: 'q9', execute: {} }],
    signal: [{ ...d, name: 'q10' }, { signal: {} }], optionsNull: [{ ...d, name: 'q11' }, null], optionsText: [{ ...d, name: 'q12' }, 'x'], exposed: [{ ...d, name: 'q13' }, { exposedTo: ['https://a.test'] }],
    exposedNowhere: [{ ...d, name: 'q14' }, { exposedTo: ['no address'] }], exposedPlain: [{ ...d, name: 'q15' }, { exposedTo: ['http://a.test'] }], titleNull: [{ ...d, name: 'q16', title: null }],
    getter: [{ ...d, get name() { throw new RangeError('g'); } }], surrogate: [{ ...d, name: 'q17', title: 'a\ud800' }],
  };
  out.registrations = {};
  for (const [name, args] of Object.entries(tools)) /** @type {Record<string, unknown>} */ (out.registrations)[name] = await told(() => register(...args));
  out.detached = await told(() => Reflect.apply(mc.registerTool, undefined, [{ ...d, name: 'q18' }]));
  out.gets = [await told(() => get('x')), await told(() => get({ fromOrigins: ['zzz'] })), await told(() => get({ fromOrigins: ['https://a.test'] }))];
  out.kept = (await mc.getTools()).map(({ name, title }) => `${name}:${title}`);
  return out;
}
