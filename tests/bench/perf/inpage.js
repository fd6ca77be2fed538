/**
 * Runs inside the measured page, as the script tag would: the same capture, the same core, each part timed by itself.
 */
import init, { Engine } from '../../../target/wasm/onecall_core.js';
import { createCapture } from '../../../extension/page/capture.js';
import { walk } from './walk.js';

/** @import { Effect, Head } from '../../../extension/shared/protocol' */

/** How often what is warm is repeated; the median counts. */
const TIMES = 15;

/**
 * @typedef {object} Figures Milliseconds.
 * @property {number} elements
 * @property {number} instantiate Loading and compiling the wasm.
 * @property {number} capture Facts of the whole page, the first time.
 * @property {number} captureAgain Facts of the whole page, when the code is warm.
 * @property {number} build The core takes the facts, builds the model and writes the overview, the first time.
 * @property {number} buildAgain The same with a new core.
 * @property {number} bytes Size of the facts.
 * @property {number} warmKit Capture's part of a call on a page where nothing changed.
 * @property {number} warmCore The core's part of a call on a known path.
 * @property {string} overview
 */

const median = (/** @type {number[]} */ numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/**
 * @template T
 * @param {() => T} work
 * @returns {[number, T]}
 */
function timed(work) {
  const begun = performance.now();
  const result = work();
  return [performance.now() - begun, result];
}

/** The plain walk, cold and steady. */
export function measureWalk() {
  const [cold, found] = timed(() => walk(document));
  const steady = median(Array.from({ length: TIMES }, () => timed(() => walk(document))[0]));
  return { cold, steady, elements: found.length };
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

/** One core with one document open, and how a call goes through it. */
class Run {
  engine = new Engine();
  calls = 0;
  core = 0;
  kit = 0;
  output = '';

  /** @param {ReturnType<typeof createCapture>} capture */
  constructor(capture) {
    this.capture = capture;
    effectsOf(this.engine.input({ kind: 'policy', policy: { host: 'page', rules: [] } }));
    effectsOf(this.engine.input({ kind: 'open', doc: 'bench', url: location.href, ledger: [] }));
  }

  /**
   * One call; afterwards `core`, `kit` and `output` say what it took and gave.
   * @param {unknown} input
   */
  call(input) {
    this.core = 0;
    this.kit = 0;
    this.output = '';
    const call = `bench:${(this.calls += 1)}`;
    const [took, reply] = timed(() => this.engine.input({ kind: 'request', doc: 'bench', call, input, journal: null, now: Date.now() }));
    this.core += took;
    let effects = effectsOf(reply);
    for (let rounds = 0; rounds < 8 && this.output === ''; rounds += 1) {
      /** @type {Effect[]} */
      const next = [];
      for (const effect of effects) {
        if (effect.kind === 'answer') this.output = effect.output;
        else if (effect.kind === 'capture') next.push(...this.facts(effect.since));
      }
      effects = next;
    }
    if (this.output === '') throw new Error('the core gave no answer');
  }

  /**
   * @param {number} since
   * @returns {Effect[]}
   */
  facts(since) {
    const all = since === 0 || since !== this.capture.rev;
    const [took, parts] = timed(() => (all ? this.capture.full() : this.capture.delta({ subtrees: new Set(), own: new Set() })));
    this.kit += took;
    /** @type {Effect[]} */
    const effects = [];
    for (const part of parts) {
      const [time, reply] = timed(() => this.engine.facts(/** @type {Head} */ (part.head), part.nodes, part.text));
      this.core += time;
      effects.push(...effectsOf(reply));
    }
    return effects;
  }
}

/**
 * Everything about one page.
 * @returns {Promise<Figures>}
 */
export async function measure() {
  const elements = document.getElementsByTagName('*').length;
  const begun = performance.now();
  await init({ module_or_path: '/target/wasm/onecall.wasm' });
  const instantiate = performance.now() - begun;

  const capture = createCapture(document, { doc: 'bench' });
  const first = new Run(capture);
  first.call({});
  const overview = first.output;
  const [captureFirst, build] = [first.kit, first.core];

  const again = Array.from({ length: 5 }, () => {
    const run = new Run(createCapture(document, { doc: 'bench' }));
    run.call({});
    run.engine.free();
    return [run.kit, run.core];
  });

  first.call({ path: 'page.title' });
  const warm = Array.from({ length: TIMES }, () => {
    first.call({ path: 'page.title' });
    return [first.kit, first.core];
  });
  const parts = createCapture(document, { doc: 'bytes' }).full();
  return {
    elements,
    instantiate,
    capture: captureFirst,
    captureAgain: median(again.map(([kit]) => kit ?? NaN)),
    build,
    buildAgain: median(again.map(([, core]) => core ?? NaN)),
    bytes: parts.reduce((sum, part) => sum + part.nodes.byteLength + new TextEncoder().encode(part.text).length, 0),
    warmKit: median(warm.map(([kit]) => kit ?? NaN)),
    warmCore: median(warm.map(([, core]) => core ?? NaN)),
    overview,
  };
}
