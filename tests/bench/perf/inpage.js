/**
 * Runs inside the measured page, as the script tag would: the same capture, the same core, one phase at a time, so that
 * each can be measured from outside.
 */
import init, { Engine } from '../../../target/wasm/onecall_core.js';
import { createCapture } from '../../../extension/page/capture.js';
import { walk } from './walk.js';

/** @import { Effect } from '../../../extension/shared/protocol' */
/** @import { Capture, Part } from '../../../extension/page/capture.js' */

/** @type {Capture | undefined} */
let capture;
/** @type {Part[]} */
let parts = [];
/** @type {Engine | undefined} */
let engine;
let calls = 0;

/**
 * @param {number} times
 * @param {() => unknown} work
 */
function repeat(times, work) {
  for (let time = 0; time < times; time += 1) work();
}

/** @returns {number} How many elements the page has. */
export const elements = () => document.getElementsByTagName('*').length;

/** @param {number} times */
export const plainWalk = (times) => repeat(times, () => walk(document));

/** Loads and compiles the core. */
export const loadCore = async () => void (await init({ module_or_path: '/target/wasm/onecall.wasm' }));

/**
 * Facts of the whole page, each time by a capture that knows nothing.
 * @param {number} times
 */
export function captureAll(times) {
  repeat(times, () => {
    capture = createCapture(document, { doc: 'bench' });
    parts = capture.full();
  });
}

/**
 * The core takes the facts, makes the model and writes the overview, each time from nothing.
 * @param {number} times
 */
export function build(times) {
  repeat(times, () => {
    engine?.free();
    engine = new Engine();
    calls = 0;
    effectsOf(engine.input({ kind: 'policy', policy: { host: 'page', rules: [] } }));
    effectsOf(engine.input({ kind: 'open', doc: 'bench', url: location.href, ledger: [], events: '', carried: false, tab: null, origin: null }));
    call({}, () => parts);
  });
}

/**
 * What the kit does for a call on a page where nothing changed.
 * @param {number} times
 */
export const warmKit = (times) => repeat(times, unchanged);

/**
 * What the core does for a call on a known path: milliseconds of the median call, by the clock, as it is too short for
 * anything else.
 * @param {number} times
 * @returns {number}
 */
export function warmCore(times) {
  const took = Array.from({ length: times }, () => {
    const same = unchanged();
    const begun = performance.now();
    call({ path: 'page.title' }, () => same);
    return performance.now() - begun;
  });
  return took.sort((a, b) => a - b)[Math.floor(times / 2)] ?? NaN;
}

/**
 * A call on a known path after one text of the page has changed: milliseconds of the median, of the kit and of the core.
 * @param {number} times
 * @param {string} path
 * @returns {{ kit: number, core: number }}
 */
export function changed(times, path) {
  const cell = document.querySelector('td');
  if (!capture || !cell) throw new Error('nothing was captured');
  /** @type {number[]} */
  const kit = [];
  /** @type {number[]} */
  const core = [];
  for (let time = 0; time < times; time += 1) {
    cell.textContent = `changed ${time}`;
    const begun = performance.now();
    const parts = capture.delta({ subtrees: new Set([cell]), own: new Set() });
    const sent = performance.now();
    call({ path }, () => parts);
    kit.push(sent - begun);
    core.push(performance.now() - sent);
  }
  const middle = (/** @type {number[]} */ all) => all.sort((a, b) => a - b)[Math.floor(times / 2)] ?? NaN;
  return { kit: middle(kit), core: middle(core) };
}

/** @returns {string} */
export const overview = () => call({}, unchanged);

/** @returns {number} Size of the facts in bytes. */
export const bytes = () => parts.reduce((sum, part) => sum + part.nodes.byteLength + new TextEncoder().encode(part.text).length, 0);

/** @returns {Part[]} */
function unchanged() {
  if (!capture) throw new Error('nothing was captured');
  return capture.delta({ subtrees: new Set(), own: new Set() });
}

/**
 * One call through the core.
 * @param {unknown} input
 * @param {() => Part[]} facts
 * @returns {string}
 */
function call(input, facts) {
  if (!engine) throw new Error('there is no core');
  const name = `bench:${(calls += 1)}`;
  let effects = effectsOf(engine.input({ kind: 'request', doc: 'bench', call: name, input, journal: null, now: Date.now(), began: Date.now() }));
  for (let rounds = 0; rounds < 8; rounds += 1) {
    /** @type {Effect[]} */
    const next = [];
    for (const effect of effects) {
      if (effect.kind === 'answer') return effect.output;
      if (effect.kind !== 'capture') continue;
      for (const part of facts()) next.push(...effectsOf(engine.facts(part.head, part.nodes, part.text)));
    }
    effects = next;
  }
  throw new Error('the core gave no answer');
}

/**
 * @param {unknown} reply
 * @returns {Effect[]}
 */
function effectsOf(reply) {
  const { effects, refused } = /** @type {{ effects: Effect[], refused: string | null }} */ (reply);
  if (refused !== null) throw new Error(`the core refused a message: ${refused}`);
  return effects;
}
