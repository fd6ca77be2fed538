/**
 * Solvers of tasks about colours, shapes and places.
 */
import { one, ordinal, wanted } from './caller.js';

/** @import { Caller, Solver, Thing } from './caller.js' */

/**
 * @typedef {object} Seen
 * @property {Thing} thing
 * @property {string} shape `circle`, `triangle`, `box`, `text` …
 * @property {string} hex
 * @property {string} colour
 * @property {number[]} place Left, top, width, height.
 */

/**
 * What a line says of how a thing looks.
 * @param {Thing} thing
 * @returns {Seen[]} None where it says nothing.
 */
function seen(thing) {
  const found = /(?: {2}|^)(?:(\w+(?: \w+)?) )?(circle|ellipse|line|triangle|polygon|box|text|pentagon|hexagon)(?: (#\w{6}))?, (\d+) × (\d+) at (-?\d+), (-?\d+)/.exec(thing.line);
  if (!found) return [];
  const [, colour = '', shape = '', hex = '', width, height, left, top] = found;
  return [{ thing, shape, hex, colour, place: [left, top, width, height].map(Number) }];
}

/** @param {string} hex @returns {number[]} Red, green, blue. */
const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Names of tasks for what the answers call otherwise. @type {Record<string, string>} */
const COLOURS = { aqua: 'cyan' };
/** @type {Record<string, string>} */
const SHAPES = { rectangle: 'box' };

/**
 * Is it what words like `large red 5`, `small triangle`, `letter` describe?
 * @param {Seen} one
 * @param {string} words
 */
function described({ thing, shape, colour, place }, words) {
  const text = shape === 'text' ? thing.name : '';
  const tall = (place[3] ?? 0) > 15;
  return words.split(' ').every((word) => {
    if (word === 'large' || word === 'small') return tall === (word === 'large');
    if (['red', 'green', 'blue', 'aqua', 'black', 'magenta', 'yellow'].includes(word)) return colour.endsWith(COLOURS[word] ?? word);
    if (word === 'item') return true;
    if (word === 'letter') return /^[a-z]$/i.test(text);
    if (word === 'digit') return /^\d$/.test(text);
    if (word === 'shape') return text === '';
    return text === word || shape === (SHAPES[word] ?? word);
  });
}

/** Everything drawn, whether it shows that it takes clicks or not. @param {Caller} c */
const drawn = async (c) => [...(await c.things('page.buttons')), ...(await c.things('page.spots'))].flatMap(seen);

/** @type {Record<string, number[]>} What a person knows of colours' names. */
const NAMED = {
  black: [0, 0, 0], silver: [192, 192, 192], gray: [128, 128, 128], grey: [128, 128, 128], white: [255, 255, 255], maroon: [128, 0, 0], red: [255, 0, 0], purple: [128, 0, 128],
  fuchsia: [255, 0, 255], magenta: [255, 0, 255], green: [0, 128, 0], lime: [0, 255, 0], olive: [128, 128, 0], yellow: [255, 255, 0], navy: [0, 0, 128],
  blue: [0, 0, 255], teal: [0, 128, 128], aqua: [0, 255, 255], cyan: [0, 255, 255], orange: [255, 165, 0], pink: [255, 192, 203], gold: [255, 215, 0], brown: [165, 42, 42],
};

/** @param {Caller} c @param {string} colour @returns {Promise<void>} */
async function pick(c, colour) {
  await c.say('page.fields.Color.set', colour);
  await c.press('Submit');
}

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
/** How likely the other one finds the move that wins, or else keeps us from winning. */
const HEEDS = 0.5;

/** @param {string[]} marks @returns {number[]} */
const free = (marks) => marks.flatMap((mark, place) => (mark === '' ? [place] : []));

/** The place that makes a line of three. @param {string[]} marks @param {string} who */
const finishing = (marks, who) => free(marks).find((place) => LINES.some((line) => line.includes(place) && line.every((at) => at === place || marks[at] === who)));

/** @param {string[]} marks @param {string} who */
const has = (marks, who) => LINES.some((line) => line.every((at) => marks[at] === who));

/**
 * How likely X wins where it is `who`'s turn, if X plays as well as can be and the other not always.
 * @param {string[]} marks
 * @param {string} who
 * @returns {number}
 */
function chance(marks, who) {
  if (has(marks, 'x')) return 1;
  const open = free(marks);
  if (has(marks, 'o') || open.length === 0) return 0;
  const after = (/** @type {number} */ place) => chance(marks.with(place, who), who === 'x' ? 'o' : 'x');
  if (who === 'x') return Math.max(...open.map(after));
  const any = open.reduce((sum, place) => sum + after(place), 0) / open.length;
  const clever = finishing(marks, 'o') ?? finishing(marks, 'x');
  return clever === undefined ? any : HEEDS * after(clever) + (1 - HEEDS) * any;
}

/** @param {string[]} marks @returns {number | undefined} */
function bestMove(marks) {
  if (has(marks, 'x') || has(marks, 'o')) return undefined;
  // Nothing is known of the other yet, and all lines cross there.
  if (free(marks).length === 9) return 4;
  const rated = free(marks).map((place) => ({ place, of: chance(marks.with(place, 'x'), 'o') }));
  return rated.sort((a, b) => b.of - a.of)[0]?.place;
}

/** @type {Record<string, Solver>} */
export const shapes = {
  'click-color': async (c, said) => {
    const [colour = ''] = wanted(said, /Click on the (\w+) colored box/);
    const hits = (await c.things('page.spots')).filter(({ name }) => name === `${colour} box`);
    await c.click(hits.at(-1)?.path ?? '');
  },
  'click-shades': async (c, said) => {
    const [colour = ''] = wanted(said, /shades of (\w+)/);
    const channel = ['red', 'green', 'blue'].indexOf(colour);
    for (const box of (await c.things('page.spots')).flatMap(seen)) {
      const parts = rgb(box.hex);
      if (box.hex && parts[channel] === Math.max(...parts) && Math.max(...parts) > Math.min(...parts)) await c.click(box.thing.path);
    }
    await c.press('Submit');
  },
  'click-shape': async (c, said) => {
    const [words = ''] = wanted(said, /Click on an? (.*)/);
    const hit = (await drawn(c)).find((each) => described(each, words));
    await c.click(hit?.thing.path ?? '');
  },
  'count-shape': async (c, said) => {
    const [words = ''] = wanted(said, /How many (.*) are there/);
    const all = await c.things('page.buttons');
    const marks = [...all, ...(await c.things('page.spots'))].flatMap(seen);
    const count = marks.filter((each) => described(each, words.replace(/s$/, ''))).length;
    await c.click(one(all, (thing) => seen(thing).length === 0 && thing.name === String(count)).path);
  },
  'identify-shape': async (c) => {
    const [figure] = (await drawn(c)).filter(({ shape, hex }) => hex !== '' || shape === 'text');
    const text = figure?.shape === 'text' ? (/\d/.test(figure.thing.name) ? 'Number' : 'Letter') : undefined;
    await c.press(text ?? (figure?.shape === 'box' ? 'Rectangle' : figure?.shape === 'circle' ? 'Circle' : 'Triangle'));
  },
  'grid-coordinate': async (c, said) => {
    const [x, y] = wanted(said, /\((-?\d),(-?\d)\)/).map(Number);
    const points = (await c.things('page.spots')).flatMap(seen).filter(({ shape }) => shape === 'circle');
    const across = [...new Set(points.map(({ place }) => place[0] ?? 0))].sort((a, b) => a - b);
    const down = [...new Set(points.map(({ place }) => place[1] ?? 0))].sort((a, b) => b - a);
    const hit = points.find(({ place }) => place[0] === across[(x ?? 0) + 2] && place[1] === down[(y ?? 0) + 2]);
    await c.click(hit?.thing.path ?? '');
  },
  'ascending-numbers': async (c) => {
    // The numbers are covered once the first is clicked; what stands where they stood is clicked then.
    const numbers = (await c.things('page.spots')).flatMap(seen).filter(({ thing }) => /^\d+$/.test(thing.name));
    numbers.sort((a, b) => Number(a.thing.name) - Number(b.thing.name));
    for (const { place: [left = 0, top = 0, width = 0, height = 0] } of numbers) {
      const [x, y] = [left + width / 2, top + height / 2];
      const there = (await c.things('page.spots')).flatMap(seen).filter(({ place: [l = 0, t = 0, w = 0, h = 0] }) => x >= l && x <= l + w && y >= t && y <= t + h);
      await c.click(there.at(-1)?.thing.path ?? '');
    }
  },
  'visual-addition': async (c) => {
    const blocks = (await c.things('page.spots')).filter(({ line }) => line.includes('class "addition-block"'));
    await c.things('page.fields');
    await c.say('page.fields[0].set', blocks.length);
    await c.press('Submit');
  },
  'use-colorwheel': (c, said) => {
    const colour = NAMED[wanted(said, /Select (\w+) with/)[0] ?? ''] ?? [0, 0, 0];
    return pick(c, colour.map((part) => part.toString(16).padStart(2, '0')).join('').toUpperCase());
  },
  'use-colorwheel-2': async (c) => {
    const box = (await c.things('page.spots')).flatMap(seen).find(({ hex }) => hex !== '');
    await pick(c, (box?.hex ?? '').slice(1).toUpperCase());
  },
  'highlight-text': async (c) => {
    const texts = await c.things('page.spots');
    await c.say(`${texts.at(-1)?.path}.selectText`);
    await c.press('Submit');
  },
  'highlight-text-2': async (c, said) => {
    const texts = await c.things('page.spots');
    await c.say(`${texts[ordinal(said) + 1]?.path}.selectText`);
    await c.press('Submit');
  },
  'tic-tac-toe': async (c) => {
    for (let turn = 0; turn < 5; turn += 1) {
      const cells = (await c.things('page.spots')).filter((thing) => seen(thing).length > 0);
      if (cells.length < 9) return;
      const marks = cells.map(({ line }) => (line.includes('mark-x') ? 'x' : line.includes('mark-o') ? 'o' : '')).slice(0, 9);
      const best = bestMove(marks);
      if (best === undefined) return;
      await c.click(cells[best]?.path ?? '');
    }
  },
};
