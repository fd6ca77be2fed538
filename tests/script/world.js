/**
 * Scripts without a browser: the interpreter as it is shipped, and the same prelude in Node, over a core that is made of a
 * table of answers.
 */
import vm from 'node:vm';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { Machine } from '../../extension/shared/script/machine.js';
import { prelude } from '../../extension/shared/script/prelude.js';

/** @import { ScriptEnd, ScriptReply } from '../../extension/shared/protocol' */
/** @import { Asked, Inner } from '../../extension/shared/script/prelude.js' */

export const ROOTS = ['page', 'app', 'tools', 'events', 'find', 'tabs', 'approvals', 'policy'];
const START = Date.UTC(2026, 10, 30, 12);
const SEED = 42;

const ROWS = [
  { key: 'A-1', Customer: 'Ann Lee', Total: '59.90', Status: 'open' },
  { key: 'A-2', Customer: 'Bo Chen', Total: '12.00', Status: 'paid' },
  { key: 'A-3', Customer: '山田', Total: '7.50', Status: 'open' },
];

/**
 * What the core would say.
 * @param {Asked} op
 * @returns {object}
 */
export function answerTo({ path = '', args, value, sleep }) {
  if (sleep !== undefined) return {};
  if (path.includes('missing')) return { fault: { code: 'not_found', message: `"missing" is not in page`, attempt: { path: 'page' } } };
  if (path.endsWith('.rows')) return { value: ROWS };
  if (path.endsWith('.count')) return { value: ROWS.length };
  if (args || value !== undefined) return { value: { done: [`${path} ${JSON.stringify(args ?? value)}`], changed: [], events: [] } };
  return { value: path };
}

/** @type {ReturnType<typeof newQuickJSWASMModuleFromVariant> | undefined} */
let quickjs;

/**
 * Runs a script in QuickJS.
 * @param {string} source
 * @param {{ answer?: (op: Asked) => object, replies?: ScriptReply[], order?: (asked: Asked[]) => Asked[], until?: number }} [options]
 * @returns {Promise<{ end: ScriptEnd, asked: Asked[], replies: ScriptReply[] }>}
 */
export async function inQuickJs(source, { answer = answerTo, replies = [], order = (asked) => asked, until = Infinity } = {}) {
  quickjs ??= newQuickJSWASMModuleFromVariant(variant);
  const module = await quickjs;
  /** @type {Asked[]} */
  const asked = [];
  const given = [...replies];
  return new Promise((resolve) => {
    const machine = new Machine(
      module,
      {
        ops(ops) {
          asked.push(...ops);
          setImmediate(() => {
            for (const op of order(ops)) {
              if (given.length >= until) {
                machine.stop();
                resolve({ end: /** @type {ScriptEnd} */ ({}), asked, replies: given });
                return;
              }
              const reply = { n: op.n, at: START + op.n, reply: JSON.stringify(answer(op)) };
              given.push(reply);
              machine.deliver(reply);
            }
          });
        },
        ended: (end) => resolve({ end, asked, replies: given }),
      },
      { replies },
    );
    machine.start(source, { roots: ROOTS, start: START, seed: SEED });
  });
}

/**
 * The same script in Node's own engine, as the body of an async function.
 * @param {string} source
 * @returns {Promise<{ value?: unknown, none?: boolean, error?: { name: string, message: string }, printed: string[] }>}
 */
export async function inNode(source) {
  const context = vm.createContext({});
  /** @type {string[]} */
  const printed = [];
  return new Promise((resolve) => {
    const send = (/** @type {string} */ text) => {
      const said = JSON.parse(text);
      if ('print' in said) printed.push(said.print);
      else if ('op' in said) setImmediate(() => inner.settle(said.op.n, JSON.stringify(answerTo(said.op)), START + said.op.n));
      else resolve({ ...said.end, printed });
    };
    const make = vm.runInContext(`(${prelude.toString()})`, context);
    /** @type {Inner} */
    const inner = make(send, ROOTS, START, SEED);
    try {
      inner.finish(vm.runInContext(`(async () => {${source}\n})()`, context), false);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      resolve({ error: { name, message }, printed });
    }
  });
}
