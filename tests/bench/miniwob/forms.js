/**
 * Solvers of tasks about fields and buttons.
 */
import { at, one, ordinal, strings, wanted } from './caller.js';

/** @import { Caller, Solver } from './caller.js' */

/** A date as forms take it. @param {string} date 11/30/2026 */
const iso = (date) => date.replace(/^(\d+)\/(\d+)\/(\d+)$/, '$3-$1-$2');

/**
 * Sets the only field that there is.
 * @param {Caller} c
 * @param {unknown} value
 */
const only = (c, value) => c.say('page.fields[0].set', value);

/** @param {Caller} c @param {unknown} value @param {string} [button] */
async function enter(c, value, button = 'Submit') {
  await c.things('page.fields');
  await only(c, value);
  await c.press(button);
}

/** @param {Caller} c @param {string[]} names Boxes to be checked. */
async function checks(c, names) {
  if (names.length > 0) await c.say('page.fill', Object.fromEntries(names.map((name) => [name, true])));
  await c.press('Submit');
}

/** @type {Record<string, Solver>} */
export const forms = {
  'enter-text': (c, said) => enter(c, wanted(said)[0]),
  'enter-text-dynamic': (c, said) => enter(c, wanted(said)[0]),
  'enter-text-2': (c, said) => enter(c, /upper/.test(said) ? wanted(said)[0]?.toUpperCase() : wanted(said)[0]?.toLowerCase()),
  'enter-date': (c, said) => enter(c, iso(wanted(said, /([\d/]{10})/)[0] ?? '')),
  'enter-time': (c, said) => {
    const [hour, minute, half] = wanted(said, /(\d+):(\d+)\s(AM|PM)/);
    return enter(c, `${String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minute}`);
  },
  'enter-password': async (c, said) => {
    const [word] = wanted(said);
    await c.say('page.fill', { Password: word, 'Verify password': word });
    await c.press('Submit');
  },
  'login-user': (c, said) => login(c, said, 'Login'),
  'login-user-popup': async (c, said) => {
    const [name, word] = wanted(said);
    const [button] = await c.things('page.buttons');
    const fill = () => c.raw({ path: 'page.fill', args: [{ Username: name, Password: word }] });
    await fill();
    const answer = await c.raw({ path: `${button?.path}.click`, args: [] });
    // A notice may have come over it.
    if (!/^fault/m.test(answer)) return;
    await c.press('Cancel');
    await fill();
    await c.click(button?.path ?? '');
  },
  'choose-list': async (c, said) => {
    await c.things('page.fields');
    await c.say('page.fields[0].choose', wanted(said, /Select (.*) from the list/)[0]);
    await c.press('Submit');
  },
  'click-option': async (c, said) => {
    await c.things('page.fields');
    await c.say('page.fields[0].choose', wanted(said, /Select (.*) and click Submit/)[0]);
    await c.press('Submit');
  },
  'click-scroll-list': async (c, said) => {
    await c.things('page.fields');
    await c.say('page.fields[0].choose', wanted(said, /Select (.*) from the scroll list/)[0]?.split(', '));
    await c.press('Submit');
  },
  ...Object.fromEntries(['click-checkboxes', 'click-checkboxes-large', 'click-checkboxes-transfer'].map((name) => [
    name,
    /** @type {Solver} */ ((c, said) => checks(c, (wanted(said, /Select (.*) and click Submit/)[0] ?? '').split(', ').filter((word) => word !== 'nothing'))),
  ])),
  'focus-text': async (c) => {
    await c.things('page.fields');
    await c.say('page.fields[0].focus');
  },
  'focus-text-2': async (c, said) => {
    await c.things('page.fields');
    await c.say(`page.fields[${ordinal(said)}].focus`);
  },
  'form-sequence': async (c, said) => {
    await slide(c, [Number(wanted(said, /Select (-?\d+) with/)[0])]);
    const boxes = (await c.things('page.fields')).filter(({ cells }) => cells[0] === 'checkbox');
    await c.say(`${boxes[ordinal(said.replace(/^.*slider/, ''))]?.path}.check`);
    await c.press('Submit');
  },
  'form-sequence-2': async (c, said) => {
    const fields = await c.things('page.fields');
    const [radio, text] = [...said.matchAll(/(\d)(?:st|nd|rd)/g)].map((match) => Number(match[1]) - 1);
    const group = one(fields, ({ cells }) => cells[0] === 'radio group');
    await c.say(`${group.path}.choose`, strings(/options (.*)/.exec(group.line)?.[1] ?? '')[radio ?? 0]);
    const texts = fields.filter(({ cells }) => cells[0] === 'text');
    await c.say(`${texts[text ?? 0]?.path}.set`, wanted(said)[0]);
    await c.press('Submit');
  },
  'form-sequence-3': async (c, said) => {
    await c.say(`${at('page.fields', 'dropdown')}.choose`, wanted(said, /Choose (.*) from/)[0]);
    // Its list stays open over the buttons.
    await c.say('page.press', 'Escape');
    await c.press(wanted(said)[0] ?? '');
  },
  'guess-number': async (c) => {
    let [low, high] = [0, 9];
    for (let answer = ''; low <= high; ) {
      const guess = (low + high) >> 1;
      await c.say('page.fields.tt.set', guess);
      answer = await c.press('Submit');
      if (/is lower than/.test(answer)) high = guess - 1;
      else if (/is higher than/.test(answer)) low = guess + 1;
      else return;
    }
  },
  'use-spinner': (c, said) => enter(c, Number(wanted(said, /Select (-?\d+) with/)[0])),
  'use-slider': async (c, said) => {
    await slide(c, [Number(wanted(said, /Select (-?\d+) with/)[0])]);
    await c.press('Submit');
  },
  'use-slider-2': async (c, said) => {
    await slide(c, (wanted(said, /\[(.*)\]/)[0] ?? '').split(',').map(Number));
    await c.press('Submit');
  },
  ...Object.fromEntries(['', '-easy', '-medium', '-nodelay'].map((kind) => [`choose-date${kind}`, date])),
};

/** @param {Caller} c @param {string} said @param {string} button */
async function login(c, said, button) {
  const [name, word] = wanted(said);
  await c.say('page.fill', { Username: name, Password: word });
  await c.press(button);
}

/**
 * Sets sliders that are only handles with a number beside each.
 * @param {Caller} c
 * @param {number[]} values
 */
async function slide(c, values) {
  for (const [place, value] of values.entries()) {
    // A handle's class, and so its name, changes with the focus.
    const spots = await c.things('page.spots');
    const handles = spots.filter(({ line }) => line.includes('slider-handle'));
    const numbers = spots.filter(({ name }) => /^-?\d+$/.test(name)).map(({ name }) => Number(name));
    const way = value - (numbers[place] ?? 0);
    if (way !== 0) await c.say(`${handles[place]?.path}.press`, `${way > 0 ? 'ArrowRight' : 'ArrowLeft'}*${Math.abs(way)}`);
  }
}

/** @type {Solver} */
async function date(c, said) {
  await c.say('page.fields.Date.set', iso(wanted(said, /([\d/]{10})/)[0] ?? ''));
  await c.say('page.fields.Date.press', 'Escape');
  await c.raw({ path: 'page.waitFor', args: [{ path: 'page.tables.table', gone: true }] });
  await c.uncovered('Submit', 'page.fields.Date');
}
