/**
 * Solvers of tasks about reading and writing words, numbers and tables.
 */
import { at, one, ordinal, strings, wanted } from './caller.js';

/** @import { Caller, Solver } from './caller.js' */

/** The whole value of a field. @param {Caller} c @param {string} path */
async function valueOf(c, path) {
  const line = (await c.read(`${path}.value`)).split('\n').find((text) => text.startsWith(`${path}.value  `)) ?? '';
  return strings(line.slice(path.length + '.value'.length)).at(-1) ?? '';
}

/** @param {Caller} c @param {unknown} answer */
async function submit(c, answer) {
  await c.things('page.fields');
  await c.say('page.fields[0].set', answer);
  await c.press('Submit');
}

/** The blocks of the page's text after the task's own. @param {Caller} c */
const blocks = async (c) => (await c.text()).split('\n\n').slice(1);

/** @param {Caller} c */
async function bottom(c) {
  await c.say(`${at('page.fields', 'User agreement')}.scrollTo`, 'end');
}

/** @type {Solver} */
const movies = async (c, said) => {
  const [genre, director, year] = wanted(said, /Search for (\w+) movies directed by (\w+) from year (\d+)/);
  const fields = await c.things('page.fields');
  const find = (/** @type {RegExp} */ word) => one(fields, ({ name }) => word.test(name)).path;
  await c.say(`${find(/genre/i)}.set`, genre);
  await c.say(`${find(/director/i)}.set`, director);
  await c.say(`${find(/year|date/i)}.set`, year);
  await c.click((await c.things('page.buttons'))[0]?.path ?? '');
};

/** @type {Record<string, Solver>} */
export const words = {
  'find-word': async (c, said) => submit(c, ((await blocks(c))[0] ?? '').split(/\s+/)[ordinal(said)]?.replace(/[^a-z]/gi, '')),
  'text-transform': async (c) => submit(c, ((await blocks(c))[0] ?? '').replace(/\s/g, '').replaceAll('\\', '')),
  'simple-arithmetic': async (c) => {
    const [a, sign, b] = wanted((await blocks(c)).join(' ').replaceAll('\\', ''), /(\d+) ([-+x*]) (\d+)/);
    await submit(c, sign === '+' ? Number(a) + Number(b) : sign === '-' ? Number(a) - Number(b) : Number(a) * Number(b));
  },
  'simple-algebra': async (c) => {
    const text = (await blocks(c)).join(' ').replaceAll('\\', '');
    const first = /x ([-+]) (\d+) = (-?\d+)/.exec(text);
    const second = /(\d+) ([-+]) x = (-?\d+)/.exec(text);
    const [, sign, number, sum] = first ?? [undefined, second?.[2], second?.[1], second?.[3]];
    await submit(c, sign === '+' ? Number(sum) - Number(number) : first ? Number(sum) + Number(number) : Number(number) - Number(sum));
  },
  'read-table': async (c, said) => {
    const rows = await c.things('page.tables.table.rows');
    await submit(c, one(rows, wanted(said, /value of (.*) into/)[0] ?? '').cells[1]);
  },
  'read-table-2': async (c) => {
    const rows = await c.things('page.tables.table.rows');
    const fields = await c.things('page.fields');
    for (const { path, name } of fields) await c.say(`${path}.set`, one(rows, name.replace(/:$/, '')).cells[1]);
    await c.press('Submit');
  },
  'copy-paste': async (c) => {
    const fields = await c.things('page.fields');
    const source = one(fields, ({ cells }) => cells[0] === 'textarea');
    await c.say(`${one(fields, ({ cells }) => cells[0] === 'text').path}.set`, await valueOf(c, source.path));
    await c.press('Submit');
  },
  'copy-paste-2': async (c, said) => {
    const fields = await c.things('page.fields');
    const areas = fields.filter(({ cells }) => cells[0] === 'textarea');
    await c.say(`${one(fields, ({ cells }) => cells[0] === 'text').path}.set`, await valueOf(c, areas[ordinal(said)]?.path ?? ''));
    await c.press('Submit');
  },
  'scroll-text': async (c) => {
    const fields = await c.things('page.fields');
    const text = await valueOf(c, one(fields, ({ cells }) => cells[0] === 'textarea').path);
    await c.say(`${one(fields, ({ cells }) => cells[0] === 'text').path}.set`, text.trim().split(/\s+/).at(-1)?.replace(/[^a-z]/gi, ''));
    await c.press('Submit');
  },
  'scroll-text-2': async (c, said) => {
    await c.things('page.fields');
    await c.say('page.fields[0].scrollTo', /bottom/.test(said) ? 'end' : 'start');
    await c.press('Submit');
  },
  'sign-agreement': async (c, said) => {
    if (/cancel button/.test(said)) return void (await c.press('Cancel'));
    await bottom(c);
    await c.say('page.fields.Name.set', wanted(said)[0]);
    await c.press(wanted(said)[1] ?? '');
  },
  'multi-layouts': movies,
  'multi-orderings': movies,
  'generate-number': async (c, said) => {
    const limit = Number(/than (\d+)/.exec(said)?.[1]);
    const fits = (/** @type {number} */ n) => (/less/.test(said) ? n < limit : /greater/.test(said) ? n > limit : n % 2 === (/odd/.test(said) ? 1 : 0));
    for (let tries = 0; tries < 40; tries += 1) {
      const answer = await c.press('Generate');
      const number = /new text "(\d+)"/.exec(answer)?.[1] ?? /^(\d+)$/m.exec((await blocks(c)).join('\n'))?.[1];
      if (number !== undefined && fits(Number(number))) break;
    }
    await c.press('Submit');
  },
  'odd-or-even': async (c) => {
    for (const { path, name } of await c.things('page.lists.list.items')) await c.click(`${path}.buttons.${Number(name) % 2 === 0 ? 'Even' : 'Odd'}`);
    await c.press('Submit');
  },
  'find-greatest': async (c) => {
    // A card that is turned is no button; the others are, in their order.
    let [best, most, turned] = [0, -1, Infinity];
    const turn = async (/** @type {number} */ card) => {
      const items = await c.things('page.lists.list.items').catch(() => []);
      const inside = [];
      for (const { path } of items) inside.push(...(await c.things(`${path}.buttons`)));
      const hidden = inside.length > 0 ? inside : (await c.things('page.buttons')).filter(({ name }) => name !== 'Submit');
      const answer = await c.click(hidden[card > turned ? card - 1 : card]?.path ?? '');
      turned = card;
      return Number(/new text "(\d+)"/.exec(answer)?.[1] ?? -1);
    };
    for (let card = 0; card < 3; card += 1) {
      const number = await turn(card);
      if (number > most) [best, most] = [card, number];
    }
    if (best !== turned) await turn(best);
    await c.press('Submit');
  },
  'use-autocomplete': suggested,
  'use-autocomplete-nodelay': suggested,
};

/** @param {Caller} c @param {string} said */
async function suggested(c, said) {
  const [start = '', end = ''] = wanted(said);
  const answer = await c.say(`${at('page.fields', 'Tags:')}.type`, start);
  let found = strings(answer);
  const fits = (/** @type {string} */ text) => text.startsWith(start) && text.endsWith(end) && text !== start;
  for (let look = 0; look < 5 && !found.some(fits); look += 1) {
    await c.say(`${at('page.fields', 'Tags:')}.press`, 'ArrowDown');
    found = [...(await c.things('page.buttons')), ...(await c.things('page.spots'))].map(({ name }) => name);
  }
  const choice = found.find(fits) ?? '';
  await c.say(`${at('page.fields', 'Tags:')}.set`, choice);
  const pressed = await c.raw({ path: `${at('page.buttons', 'Submit')}.click`, args: [] });
  if (!/^fault covered/m.test(pressed)) return;
  // What was chosen is offered once more, over the button. Escape would bring back what was typed.
  await c.click(at('page.spots', choice));
  await c.press('Submit');
}
