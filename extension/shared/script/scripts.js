/**
 * The scripts that run in a host, by call: it loads the interpreter with the first one, carries operations to the core and
 * replies back, and wakes those that sleep. It must never decide about an operation.
 */
import { notLoaded } from './failure.js';
import { Machine } from './machine.js';

/** @import { QuickJSWASMModule } from 'quickjs-emscripten-core' */
/** @import { Effect, Input, ScriptEnd } from '../protocol' */
/** @import { Asked } from './prelude.js' */

/** Operations of one turn that the core is told of: it takes 200 of a script, and has to see where there are more. */
const AT_ONCE = 201;

/** @typedef {Extract<Effect, { kind: 'script' }>} ScriptEffect */

/** @typedef {{ machine: Machine | null, late: import('../protocol').ScriptReply[], timers: Set<ReturnType<typeof setTimeout>> }} Running */

export class Scripts {
  /** @type {() => Promise<QuickJSWASMModule>} */
  #load;
  /** @type {(message: Input) => void} */
  #post;
  /** @type {Promise<QuickJSWASMModule> | null} */
  #quickjs = null;
  /** @type {Map<string, Running>} */
  #running = new Map();

  /**
   * @param {() => Promise<QuickJSWASMModule>} load
   * @param {(message: Input) => void} post To the core, as the host's own word.
   */
  constructor(load, post) {
    this.#load = load;
    this.#post = post;
  }

  /** @param {ScriptEffect} effect */
  take(effect) {
    const { call, work } = effect;
    if (work.do === 'start') void this.#start(effect, work);
    else if (work.do === 'stop') this.#stop(call);
    else {
      const running = this.#running.get(call);
      if (running?.machine) running.machine.deliver(work.reply);
      else running?.late.push(work.reply);
    }
  }

  /** The core is gone, with the calls these scripts belong to. */
  clear() {
    for (const call of [...this.#running.keys()]) this.#stop(call);
  }

  /**
   * @param {ScriptEffect} effect
   * @param {Extract<ScriptEffect['work'], { do: 'start' }>} work
   */
  async #start({ doc, call }, { source, roots, start, seed, replies }) {
    this.#stop(call);
    /** @type {Running} */
    const running = { machine: null, late: [], timers: new Set() };
    this.#running.set(call, running);
    let quickjs;
    try {
      this.#quickjs ??= this.#load();
      quickjs = await this.#quickjs;
    } catch (error) {
      // The next script may find it.
      this.#quickjs = null;
      this.#ended(doc, call, notLoaded(error));
      return;
    }
    // It may have been stopped meanwhile, or begun again.
    if (this.#running.get(call) !== running) return;
    running.machine = new Machine(
      quickjs,
      { ops: (asked) => this.#ops(doc, call, running, asked), ended: (end) => this.#ended(doc, call, end) },
      { replies },
    );
    running.machine.start(source, { roots, start, seed });
    for (const reply of running.late.splice(0)) running.machine.deliver(reply);
  }

  /**
   * @param {string} doc
   * @param {string} call
   * @param {Running} running
   * @param {Asked[]} asked
   */
  #ops(doc, call, running, asked) {
    const say = (/** @type {Asked[]} */ ops) => this.#post(/** @type {Input} */ ({ kind: 'scriptOps', doc, call, ops, now: Date.now() }));
    const now = asked.filter((op) => op.sleep === undefined);
    if (now.length > 0) say(now.slice(0, AT_ONCE));
    for (const op of asked.filter((one) => one.sleep !== undefined)) {
      const timer = setTimeout(() => {
        running.timers.delete(timer);
        say([op]);
      }, op.sleep);
      running.timers.add(timer);
    }
  }

  /**
   * @param {string} doc
   * @param {string} call
   * @param {ScriptEnd} end
   */
  #ended(doc, call, end) {
    this.#forget(call);
    this.#post({ kind: 'scriptEnded', doc, call, end });
  }

  /** @param {string} call */
  #stop(call) {
    this.#forget(call)?.machine?.stop();
  }

  /** @param {string} call */
  #forget(call) {
    const running = this.#running.get(call);
    this.#running.delete(call);
    for (const timer of running?.timers ?? []) clearTimeout(timer);
    return running;
  }
}
