/**
 * What a script finds when it starts: the roots as paths, `at`, `sleep`, `print`, a clock and chance that replay the
 * same. This function runs **inside the interpreter**: it is taken as text, so it must use nothing from outside of itself,
 * and it speaks to the host only in JSON text.
 */

/**
 * @typedef {{ n: number, path?: string, args?: unknown[], value?: unknown, sleep?: number }} Asked One operation, numbered from 1.
 * @typedef {{ name: string, message: string, code?: string, path?: string, attempt?: unknown, stack: string }} Thrown
 * @typedef {{ op: Asked } | { print: string } | { end: { value?: unknown, none?: boolean, error?: Thrown, unawaited: Thrown[] } }} Said
 * @typedef {{ value?: unknown, fault?: { code: string, message: string, attempt?: unknown } }} Reply
 * @typedef {{ settle: (n: number, reply: string, now: number) => void, finish: (result: unknown, wrapped: boolean) => void }} Inner
 */

/**
 * @param {(said: string) => void} send
 * @param {string[]} roots
 * @param {number} start When the script began, in milliseconds.
 * @param {number} seed
 * @returns {Inner}
 */
export function prelude(send, roots, start, seed) {
  const { stringify, parse } = JSON;
  const NativeDate = Date;
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: unknown) => void, trace: Error, path: string }>} */
  const open = new Map();
  /** @type {Map<object, string>} */
  const paths = new Map();
  /** @type {Array<{ promise: Promise<unknown>, seen: boolean, error?: unknown }>} */
  const runs = [];
  let count = 0;
  let clock = start;
  /** Assignments cannot be awaited, so what follows waits for them. @type {Promise<unknown> | null} */
  let assigning = null;

  class OnecallError extends Error {
    /** @param {{ code: string, message: string, attempt?: unknown }} fault @param {string} path @param {string} stack */
    constructor({ code, message, attempt }, path, stack) {
      super(`${code}: ${message}`);
      this.name = 'OnecallError';
      this.code = code;
      this.path = path;
      this.try = attempt;
      this.stack = stack;
    }
  }

  /** @param {string} path */
  const misused = (path) => new TypeError(`${path} is a path, not yet a value: write (await ${path})`);

  /** @param {string} base @param {string} key */
  const below = (base, key) => {
    if (/^-?\d+$/.test(key) || /^-?\d*:-?\d*$/.test(key)) return `${base}[${key}]`;
    if (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)) return `${base}.${key}`;
    return `${base}[${stringify(key)}]`;
  };

  /**
   * What goes out: paths as their text, nothing that JSON would drop in silence.
   * @param {unknown} value
   * @param {string} path
   * @returns {string}
   */
  const text = (value, path) => {
    const said = stringify(value, (_key, one) => {
      const of = typeof one === 'function' ? paths.get(one) : undefined;
      if (of !== undefined) return of;
      if (typeof one === 'function') throw new TypeError(`${path} got a function; read the list first: (await ${path.replace(/\.\w+$/, '')})`);
      if (typeof one === 'bigint') return String(one);
      if (typeof one === 'number' && !Number.isFinite(one)) throw new TypeError(`${path} got ${one}, which is no JSON number`);
      if (one instanceof Map || one instanceof Set) return [...one];
      return one;
    });
    if (said === undefined) throw new TypeError(`${path} got a ${typeof value}, which is no JSON`);
    return said;
  };

  /**
   * What `then` does, by `await` alone: a script may have put its own methods on promises.
   * @param {Promise<unknown>} promise
   * @param {unknown} [yes]
   * @param {unknown} [no]
   */
  const then = async (promise, yes, no) => {
    let value;
    try {
      value = await promise;
    } catch (error) {
      if (typeof no === 'function') return no(error);
      throw error;
    }
    return typeof yes === 'function' ? yes(value) : value;
  };

  /**
   * @param {Omit<Asked, 'n'>} what
   * @param {string} path
   * @param {Error} trace Where the script said it.
   * @param {Promise<unknown> | null} [before] What it waits for: assignments that were begun.
   * @returns {Promise<unknown>}
   */
  const ask = async (what, path, trace, before = assigning) => {
    const said = text(what, path);
    if (before) {
      if (before === assigning) assigning = null;
      await before;
    }
    count += 1;
    const n = count;
    const answer = new Promise((resolve, reject) => {
      open.set(n, { resolve, reject, trace, path });
    });
    send(`{"op":{"n":${n},${said.slice(1)}}`);
    return answer;
  };

  /** @param {() => Promise<unknown>} begin */
  const tracked = (begin) => {
    const promise = begin();
    const run = { promise, seen: false, error: /** @type {unknown} */ (undefined) };
    runs.push(run);
    const failed = (/** @type {unknown} */ error) => {
      run.error = error;
    };
    void then(promise, undefined, failed);
    return run;
  };

  /**
   * A path, and perhaps the call at its end. A call runs once: when it is awaited, or by itself at the end of the turn, unless
   * the path goes on behind it.
   * @param {string} path
   * @param {unknown[]} [call]
   * @returns {object}
   */
  const node = (path, call) => {
    // An `await` reads in a later turn, whose stack no longer knows the line.
    const trace = new Error();
    /** @type {ReturnType<typeof tracked> | undefined} */
    let run;
    let goesOn = false;
    const whole = call ? `${path}(${text(call, path).slice(1, -1)})` : path;
    const read = () => {
      if (!call) return ask({ path }, path, trace);
      run ??= tracked(() => ask({ path, args: call }, path, trace));
      run.seen = true;
      return run.promise;
    };
    if (call) {
      const byItself = async () => {
        await undefined;
        if (!goesOn) run ??= tracked(() => ask({ path, args: call }, path, trace));
      };
      void byItself();
    }
    const proxy = new Proxy(function path() {}, {
      get(_target, key) {
        if (key === 'then') return (/** @type {unknown} */ yes, /** @type {unknown} */ no) => then(read(), yes, no);
        if (key === 'catch') return (/** @type {unknown} */ no) => then(read(), undefined, no);
        if (key === 'finally') return async (/** @type {() => void} */ last) => { try { return await read(); } finally { last(); } };
        if (key === Symbol.asyncIterator) return async function* items() { yield* /** @type {Iterable<unknown>} */ (await read()); };
        if (typeof key === 'symbol' || key === 'toJSON' || key === 'toString' || key === 'valueOf') throw misused(whole);
        goesOn = true;
        if (key === 'slice') return (/** @type {number} */ from = 0, /** @type {number | undefined} */ to) => node(`${whole}[${from}:${to ?? ''}]`);
        return node(below(whole, key));
      },
      apply(_target, _this, args) {
        goesOn = true;
        if (call) throw new TypeError(`${whole} was called already`);
        return node(path, args);
      },
      set(_target, key, value) {
        if (typeof key === 'symbol') throw misused(whole);
        const of = below(whole, key);
        const assigned = tracked(() => ask({ path: of, value }, of, new Error(), assigning));
        assigned.seen = true;
        assigning = assigned.promise;
        return true;
      },
      ownKeys: () => { throw misused(whole); },
      has: () => { throw misused(whole); },
      deleteProperty: () => { throw new TypeError(`${whole} cannot be deleted from`); },
      getPrototypeOf: () => null,
    });
    paths.set(proxy, whole);
    return proxy;
  };

  /** @param {unknown} one */
  const shown = (one) => {
    if (typeof one === 'function' && paths.has(one)) return `<${paths.get(one)}, not awaited>`;
    if (typeof one === 'string') return one;
    if (one instanceof Error) return `${one.name}: ${one.message}`;
    if (one === undefined || typeof one === 'function' || typeof one === 'symbol') return String(one);
    try {
      return text(one, 'print');
    } catch {
      return String(one);
    }
  };
  /** @param {unknown[]} what */
  const print = (...what) => send(stringify({ print: what.map(shown).join(' ') }));

  /** @param {unknown} error @returns {Thrown} */
  const thrown = (error) => {
    if (!(error instanceof Error)) return { name: 'Error', message: shown(error), stack: '' };
    const { name, message, stack } = error;
    const out = { name, message, stack: String(stack) };
    return error instanceof OnecallError ? { ...out, code: error.code, path: error.path, attempt: error.try } : out;
  };

  // The same chance and clock each time a script is replayed. Mulberry32: small, and good enough for what is no secret.
  let chance = seed >>> 0;
  Math.random = () => {
    chance = (chance + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(chance ^ (chance >>> 15), chance | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  /** @type {DateConstructor} */
  const Clock = new Proxy(NativeDate, {
    construct: (target, args, as) => Reflect.construct(target, args.length ? args : [clock], as === Clock ? target : as),
    apply: () => String(new NativeDate(clock)),
    get: (target, key) => (key === 'now' ? () => clock : Reflect.get(target, key)),
  });
  NativeDate.prototype.constructor = Clock;

  /** @param {string} name @param {string} instead */
  const missing = (name, instead) => () => { throw new ReferenceError(`${name} is not here: ${instead}`); };
  /** @type {Record<string, unknown>} */
  const globals = {
    Date: Clock,
    print,
    console: { log: print, info: print, warn: print, error: print, debug: print },
    /** @param {number} ms */
    sleep: (ms) => tracked(() => ask({ sleep: Math.max(0, Number(ms) || 0) }, 'sleep', new Error())).promise,
    /** @param {string} path */
    at: (path) => node(String(path)),
    setTimeout: missing('setTimeout', 'write await sleep(ms)'),
    setInterval: missing('setInterval', 'write a loop with await sleep(ms)'),
    fetch: missing('fetch', 'a script reaches only what the paths reach; page.goto(url) goes to an address'),
    OnecallError,
  };
  for (const name of roots) globals[name] = node(name);
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }

  return {
    settle(n, reply, now) {
      const waiting = open.get(n);
      if (!waiting) return;
      open.delete(n);
      if (now > clock) clock = now;
      const { value, fault } = /** @type {Reply} */ (parse(reply));
      if (fault) waiting.reject(new OnecallError(fault, waiting.path, String(waiting.trace.stack)));
      else waiting.resolve(value);
    },
    finish(result, wrapped) {
      const end = async () => {
        let value = await result;
        if (wrapped) value = /** @type {{ value: unknown }} */ (value).value;
        if (typeof value === 'function' && !paths.has(value)) value = await value();
        value = await value;
        // What was begun and not awaited belongs to the script as well.
        for (let at = 0; at < runs.length; at += 1) await then(/** @type {{ promise: Promise<unknown> }} */ (runs[at]).promise, undefined, () => {});
        if (assigning) await assigning;
        return value === undefined ? '"none":true' : `"value":${text(value, 'return')}`;
      };
      /** @param {string} part */
      const over = (part) => {
        const lost = runs.filter((run) => run.error !== undefined && !run.seen).map((run) => thrown(run.error));
        send(`{"end":{${part},"unawaited":${stringify(lost)}}}`);
      };
      void then(end(), over, (/** @type {unknown} */ error) => over(`"error":${stringify(thrown(error))}`));
    },
  };
}
