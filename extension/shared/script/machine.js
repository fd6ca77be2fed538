/**
 * One script in QuickJS: no DOM, no network, nothing of the host's but JSON text in and out. It runs turn by turn, each bounded in
 * time; memory and stack are bounded too. It must never run anything with `eval` of the host.
 */
import { prelude } from './prelude.js';

/** @import { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core' */
/** @import { ScriptEnd, ScriptError, ScriptReply } from '../protocol' */
/** @import { Asked, Said, Thrown } from './prelude.js' */

/**
 * @typedef {{ ops: (asked: Asked[]) => void, ended: (end: ScriptEnd) => void }} Outer
 */

/** Milliseconds one turn may compute without asking for anything: the worker serves nobody meanwhile. */
export const TURN_MS = 1_000;
/** Bytes a script may hold: lists of a whole large table, many times over. */
export const MEMORY = 48 * 1024 * 1024;
/** Bytes of its stack; deeper recursion is a mistake. */
const STACK = 256 * 1024;
/** Lines and characters it may print. */
export const PRINTED = 200;
const PRINTED_CHARS = 20_000;

/** QuickJS's own numbers: a script whose top level may await, and only looking whether it can be read. */
const ASYNC = 1 << 7;
const COMPILE_ONLY = 1 << 5;

/** As QuickJS words it. */
const INTERRUPTED = { name: 'InternalError', message: 'interrupted' };

const FILE = 'script.js';
const BEFORE = '(async () => {';
const AFTER = '\n})()';

/** Names that scripts of other places use, with what to write here. @type {Record<string, string>} */
const ELSEWHERE = {
  document: 'the page is under `page`, by paths', window: 'the page is under `page`, by paths', require: 'nothing can be loaded', process: 'there is no Node.js here',
  localStorage: 'only the paths are reachable', navigator: 'only the paths are reachable', XMLHttpRequest: 'only the paths are reachable', call: 'a path is called by itself: await page.title',
  tool: 'use the paths under `tools`', browser: 'use the paths under `page`', $: 'use the paths under `page`', alert: 'write print(…)', performance: 'write Date.now()',
};

export class Machine {
  /** @type {QuickJSRuntime} */
  #runtime;
  /** @type {QuickJSContext} */
  #context;
  /** @type {QuickJSHandle | null} */
  #inner = null;
  /** @type {Outer} */
  #outer;
  /** @type {string[]} */
  #printed = [];
  #printedChars = 0;
  #dropped = 0;
  /** @type {Asked[]} */
  #asked = [];
  /** @type {Set<number>} */
  #awaited = new Set();
  /** @type {ScriptReply[]} */
  #replies;
  #deadline = 0;
  /** Characters before the first line of the source. */
  #shift = 0;
  #over = false;
  /** Did a turn take too long? Then it ends, whatever the script made of being interrupted. */
  #expired = false;

  /**
   * @param {QuickJSWASMModule} quickjs
   * @param {Outer} outer
   * @param {{ replies?: ScriptReply[] }} [options] Replies of the run that is replayed.
   */
  constructor(quickjs, outer, { replies = [] } = {}) {
    this.#outer = outer;
    this.#replies = [...replies];
    this.#runtime = quickjs.newRuntime();
    this.#runtime.setMemoryLimit(MEMORY);
    this.#runtime.setMaxStackSize(STACK);
    this.#runtime.setInterruptHandler(() => {
      this.#expired ||= Date.now() > this.#deadline;
      return this.#expired;
    });
    this.#context = this.#runtime.newContext();
  }

  /**
   * @param {string} source
   * @param {{ roots: string[], start: number, seed: number }} world
   */
  start(source, { roots, start, seed }) {
    this.#turn(() => {
      const context = this.#context;
      const made = context.unwrapResult(context.evalCode(`(${prelude.toString()})`, 'onecall.js'));
      const send = context.newFunction('send', (said) => this.#said(context.getString(said)));
      const given = [send, context.unwrapResult(context.evalCode(JSON.stringify(roots))), context.newNumber(start), context.newNumber(seed)];
      this.#inner = context.unwrapResult(context.callFunction(made, context.undefined, ...given));
      for (const handle of [made, ...given]) handle.dispose();
      const { code, flags } = this.#readable(unfenced(source));
      const result = context.unwrapResult(context.evalCode(code, FILE, flags));
      this.#call('finish', result, flags === ASYNC ? context.true : context.false);
      result.dispose();
    });
    this.#replay();
  }

  /** @param {ScriptReply} recorded */
  deliver(recorded) {
    if (this.#over) return;
    this.#replies.push(recorded);
    this.#replay();
  }

  /** Ends it without a word. */
  stop() {
    if (this.#over) return;
    this.#over = true;
    this.#inner?.dispose();
    this.#context.dispose();
    this.#runtime.dispose();
  }

  /** Gives replies one by one, in the order they came, each once it has been asked for. */
  #replay() {
    while (!this.#over && this.#replies.length > 0) {
      const at = this.#replies.findIndex(({ n }) => this.#awaited.has(n));
      // In a replay the order counts: the first has to be asked for first.
      if (at !== 0) break;
      const next = /** @type {ScriptReply} */ (this.#replies.shift());
      this.#awaited.delete(next.n);
      this.#turn(() => {
        const context = this.#context;
        const given = [context.newNumber(next.n), context.newString(next.reply), context.newNumber(next.at)];
        this.#call('settle', ...given);
        for (const handle of given) handle.dispose();
      });
    }
    if (this.#over) return;
    if (this.#awaited.size === 0) {
      const message = 'it waits for something that never comes: await only paths, sleep and promises made of them';
      this.#end({ error: { name: 'Error', message, stack: '' }, unawaited: [] });
      return;
    }
    const recorded = new Set(this.#replies.map(({ n }) => n));
    const fresh = this.#asked.splice(0).filter(({ n }) => this.#awaited.has(n) && !recorded.has(n));
    if (fresh.length > 0) this.#outer.ops(fresh);
  }

  /**
   * The source as QuickJS reads it: as a script whose last expression is the result, or, where it says `return`, as a function.
   * @param {string} source
   * @returns {{ code: string, flags: number }}
   */
  #readable(source) {
    const asIs = this.#form(source);
    if (asIs) return asIs;
    // A slice, `rows[0:5]`, is a path's own and no JavaScript.
    const sliced = withSlices(source);
    const other = sliced === source ? null : this.#form(sliced);
    if (other) return other;
    // Where neither can be read, the form that it was meant in says why.
    if (!/\breturn\b/.test(source)) return { code: source, flags: ASYNC };
    this.#shift = BEFORE.length;
    return { code: BEFORE + source + AFTER, flags: 0 };
  }

  /**
   * @param {string} source
   * @returns {{ code: string, flags: number } | null}
   */
  #form(source) {
    const context = this.#context;
    const reads = (/** @type {string} */ code, /** @type {number} */ flags) => {
      const compiled = context.evalCode(code, FILE, flags | COMPILE_ONLY);
      compiled.dispose();
      return !compiled.error;
    };
    if (reads(source, ASYNC)) return { code: source, flags: ASYNC };
    const body = BEFORE + source + AFTER;
    if (!reads(body, 0)) return null;
    this.#shift = BEFORE.length;
    return { code: body, flags: 0 };
  }

  /** @param {string} name @param {QuickJSHandle[]} args */
  #call(name, ...args) {
    const context = this.#context;
    if (!this.#inner) return;
    const method = context.getProp(this.#inner, name);
    const result = context.callFunction(method, this.#inner, ...args);
    method.dispose();
    context.unwrapResult(result).dispose();
  }

  /**
   * One turn: some work and all that follows from it, within its time.
   * @param {() => void} work
   */
  #turn(work) {
    if (this.#over) return;
    this.#deadline = Date.now() + TURN_MS;
    try {
      work();
      const jobs = this.#runtime.executePendingJobs();
      if (jobs.error) {
        const error = /** @type {{ name?: string, message?: string, stack?: string }} */ (jobs.error.context.dump(jobs.error));
        jobs.error.dispose();
        this.#failed(error);
      }
    } catch (error) {
      this.#failed(/** @type {Error} */ (error));
    }
    if (this.#expired) this.#failed(INTERRUPTED);
  }

  /** @param {{ name?: string, message?: string, stack?: string }} error */
  #failed(error) {
    const { name = 'Error', message = String(error), stack = '' } = error;
    this.#end({ error: { name, message, stack }, unawaited: [] });
  }

  /** @param {string} text */
  #said(text) {
    const said = /** @type {Said} */ (JSON.parse(text));
    if ('print' in said) this.#print(said.print);
    else if ('op' in said) {
      this.#asked.push(said.op);
      this.#awaited.add(said.op.n);
    } else if (this.#expired) this.#failed(INTERRUPTED);
    else this.#end(said.end);
  }

  /** @param {string} line */
  #print(line) {
    if (this.#printed.length >= PRINTED || this.#printedChars + line.length > PRINTED_CHARS) {
      this.#dropped += 1;
      return;
    }
    this.#printedChars += line.length;
    this.#printed.push(line);
  }

  /** @param {{ value?: unknown, none?: boolean, error?: Thrown, unawaited: Thrown[] }} end */
  #end({ value = null, none = false, error, unawaited }) {
    if (this.#over) return;
    const printed = this.#dropped ? [...this.#printed, `(${this.#dropped} more lines were printed)`] : this.#printed;
    const told = (/** @type {Thrown} */ one) => this.#told(one);
    this.#outer.ended({
      value: /** @type {import('../protocol').JsonValue} */ (value), none, error: error ? told(error) : null, limit: error ? limitOf(error) : null, printed, unawaited: unawaited.map(told),
    });
    // The interpreter is still in the middle of it; it goes once it is out.
    this.#over = true;
    queueMicrotask(() => {
      this.#over = false;
      this.stop();
    });
  }

  /** @param {Thrown} thrown @returns {ScriptError} */
  #told(thrown) {
    const { name, message, code = null, path = null, attempt = null, stack } = thrown;
    return { name, message, code, path, attempt: /** @type {import('../protocol').JsonValue} */ (attempt), ...this.#where(stack), hint: hintOf(thrown) };
  }

  /**
   * Line and column in the source of the innermost frame that is the script's own.
   * @param {string} stack
   */
  #where(stack) {
    const found = new RegExp(`${FILE}:(\\d+)(?::(\\d+))?`).exec(stack);
    if (!found) return { line: null, column: null };
    const line = Number(found[1]);
    const column = found[2] === undefined ? null : Number(found[2]) - (line === 1 ? this.#shift : 0);
    return { line, column };
  }
}

/**
 * A script as agents write it, often between Markdown fences.
 * @param {string} source
 */
function unfenced(source) {
  const fenced = /^\s*```(?:js|javascript|ts|typescript)?\r?\n([\s\S]*?)\r?\n\s*```\s*$/.exec(source);
  return fenced?.[1] ?? source;
}

/**
 * @param {Thrown} error
 * @returns {string | null}
 */
function hintOf({ name, message }) {
  const missing = name === 'ReferenceError' ? /^'?([\w$]+)'? is not defined/.exec(message)?.[1] : undefined;
  return (missing !== undefined && Object.hasOwn(ELSEWHERE, missing) ? ELSEWHERE[missing] : undefined) ?? null;
}

/**
 * The limit that an error tells of. QuickJS throws these out of the script's reach: it computed too long, or holds too much.
 * @param {Thrown} error
 * @returns {string | null}
 */
function limitOf({ name, message }) {
  if (name !== 'InternalError') return null;
  return message === 'interrupted' ? 'time' : message === 'out of memory' ? 'memory' : null;
}

/**
 * Slices of paths as JavaScript can say them: `[0:5]` becomes `["0:5"]`, outside of strings and comments.
 * @param {string} source
 */
function withSlices(source) {
  return source.replace(/(["'])(?:\\.|(?!\1).)*\1|`(?:\\.|[^`])*`|\/\/.*|\/\*[^]*?\*\/|\[(-?\d*:-?\d*)\]/g, (whole, _quote, slice) => (slice === undefined ? whole : `["${slice}"]`));
}
