/**
 * One try at one task: opens its page, starts it with a seed, reads what came of it. This is the judge's side; a
 * solver gets nothing but the task's words and `call`.
 */
import { agent } from '../../e2e/lib/webmcp.js';
import { tokens } from '../../lib/tokens.js';
import { Caller } from './caller.js';

/** @import { Page } from 'playwright-core' */
/** @import { Solver } from './caller.js' */

/** The pages' own globals. */
/** @typedef {Window & typeof globalThis & { core: { EPISODE_MAX_TIME: number, startEpisodeReal(): void, getUtterance(): unknown, hideDisplay(): void } }} World */

/**
 * @typedef {object} Result
 * @property {number} reward What the page gives: 1 is solved.
 * @property {string} why Where it is not solved.
 * @property {number} calls
 * @property {number} tokens Of what was sent and what was answered.
 * @property {string[]} log Calls and answers.
 */

/** A person would have ten seconds; the measure here is what can be said, not how fast. */
const LONG = 10 * 60 * 1000;

/**
 * @param {Page} page
 * @param {string} url
 * @param {number} seed
 * @returns {Promise<string>} The task in words.
 */
export async function start(page, url, seed) {
  await page.goto(url, { waitUntil: 'load' });
  const said = await page.evaluate(
    ([number, time]) => {
      // Globals made by `var` in classic scripts of the page.
      const { core } = /** @type {World} */ (/** @type {unknown} */ (window));
      core.EPISODE_MAX_TIME = time;
      /** @type {{ seedrandom(seed: string): void }} */ (/** @type {unknown} */ (Math)).seedrandom(String(number));
      core.startEpisodeReal();
      // The reward's own panel is beside the task, not part of it.
      core.hideDisplay();
      const told = core.getUtterance();
      return typeof told === 'string' ? told : /** @type {{ utterance: string }} */ (told).utterance;
    },
    /** @type {[number, number]} */ ([seed, LONG]),
  );
  return said;
}

/**
 * @param {Page} page
 * @returns {Promise<{ done: boolean, reward: number, reason: string }>}
 */
async function judged(page) {
  return page.evaluate(() => {
    const world = /** @type {{ WOB_DONE_GLOBAL: boolean, WOB_RAW_REWARD_GLOBAL: number, WOB_REWARD_REASON: unknown }} */ (/** @type {unknown} */ (window));
    return { done: world.WOB_DONE_GLOBAL, reward: world.WOB_RAW_REWARD_GLOBAL, reason: String(world.WOB_REWARD_REASON ?? '') };
  });
}

/**
 * @param {Page} page
 * @param {string} url
 * @param {number} seed
 * @param {Solver} solver
 * @returns {Promise<Result>}
 */
export async function attempt(page, url, seed, solver) {
  const said = await start(page, url, seed);
  const native = await agent(page);
  const caller = new Caller((input) => native.call(input));
  let why = '';
  try {
    await solver(caller, said);
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
  }
  const { done, reward, reason } = await judged(page);
  if (!why && reward < 1) why = done ? `reward ${reward} ${reason}`.trim() : 'not finished';
  return { reward, why, calls: caller.log.length, tokens: caller.log.reduce((sum, { sent, answer }) => sum + tokens(sent) + tokens(answer), 0), log: [said, ...caller.log.map(({ sent, answer }) => `> ${sent}\n${answer}`)] };
}
