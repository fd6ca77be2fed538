/**
 * Solvers of tasks that are small apps: mail, posts, a phone book, a search engine, a terminal, an editor, a calendar.
 */
import { at, one, ordinal, wanted } from './caller.js';

/** @import { Caller, Solver, Thing } from './caller.js' */

/**
 * What is to be done with a mail, in a sentence that anybody may have written.
 * @param {string} said
 * @param {string[]} senders
 */
function mail(said, senders) {
  const [text = ''] = wanted(said);
  const plain = said.replace(/"[^"]*"/g, '');
  const does = /delete|trash|remove|get rid|discard/i.test(plain) ? 'trash' : /important|star/i.test(plain) ? 'star' : text ? 'reply' : 'forward';
  const names = [...plain.matchAll(/\b[A-Z][a-z]+\b/g)].map(([name]) => name);
  const known = names.filter((name) => senders.includes(name));
  const from = new RegExp(`(?:by|from) (${known.join('|')})\\b|\\b(${known.join('|')})(?:'s\\b|\\b (?:sent|wrote|gave)|'s email)`);
  const found = from.exec(plain);
  const by = (known.length > 1 && (found?.[1] ?? found?.[2])) || known[0] || '';
  const others = names.filter((name) => name !== by && !/^(?:Find|Open|Send|Forward|Please|Locate|Email|Navigate|Look|Go|Give|Pull|Will|Respond|Trash|Delete|Mark|The|Reply|Tell|Can|Could|I|Star|Click|Primary|Move|Take|Get|Answer|Write|Make|Put|Add|Search|Select|Retrieve|Use|In|Then|Check|Compose|You|He|She|It|My|Hit|Remove|Set|Your|Flag)$/.test(name));
  const to = others.at(-1) ?? by;
  // Three sentences of the page's own stock name sender and receiver the wrong way round, and it judges by its own.
  const crossed = /^(?:Send \S+ the message from|Find yesterday's emails from|Forward \S+'s email from yesterday)/.test(said);
  return { does, by: crossed ? to : by, to: crossed ? by : to, text };
}

/** @type {Solver} */
const inbox = async (c, said) => {
  const group = 'page.lists.Primary.items';
  const items = await c.things(group);
  const { does, by, to, text } = mail(said, items.map(({ name }) => name));
  const { path } = one(items, by);
  if (does === 'trash' || does === 'star') {
    // The row's own icon is there once its picture came; the opened mail has the same as a button.
    const answer = await c.raw({ path: `${path}.spots.${does}.click`, args: [] });
    if (!/^fault not_found/m.test(answer)) return;
    await c.click(path);
    return void (await c.press(does));
  }
  await c.click(path);
  await c.click(at('page.spots', does === 'reply' ? 'Reply' : 'Forward'));
  const fields = await c.things('page.fields');
  if (does === 'reply') await c.say(`${fields[0]?.path}.set`, text);
  else await c.say(`${one(fields, ({ cells }) => cells[0] === 'text').path}.set`, to);
  await c.click(one([...(await c.things('page.buttons')), ...(await c.things('page.spots'))], ({ name }) => /^send/i.test(name)).path);
};

/** @param {Caller} c @param {string} user @returns {Promise<Thing[]>} */
async function postsBy(c, user) {
  // What the rows are is read once more where the page's pictures were not there yet.
  for (let look = 0; look < 3; look += 1) {
    for (const list of await c.things('page.lists')) {
      const found = (await c.things(`${list.path}.items`)).filter(({ cells }) => cells.includes(user));
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** @type {Solver} */
const posts = async (c, said) => {
  const [button = ''] = wanted(said);
  const [user = ''] = wanted(said, /by (@\S+) and then/);
  const all = await postsBy(c, user);
  const count = Number(/on (\d+) post/.exec(said)?.[1] ?? all.length);
  for (const { path } of all.slice(0, count)) await c.click(`${path}.spots.${button.toLowerCase()}`);
  await c.press('Submit');
};

/** What a person takes an icon of this name to mean. @type {Record<string, string>} */
const ICONS = { disk: 'Save', print: 'Print...', play: 'Play', stop: 'Stop', 'seek-start': 'Prev', 'seek-end': 'Next', zoomin: 'Zoom In', zoomout: 'Zoom Out' };

/** @type {Record<string, Solver>} */
export const apps = {
  ...Object.fromEntries(['', '-delete', '-forward', '-forward-nl', '-forward-nl-turk', '-important', '-nl-turk', '-noscroll', '-reply', '-star-reply'].map((kind) => [`email-inbox${kind}`, inbox])),
  'social-media-all': posts,
  'social-media-some': posts,
  'social-media': async (c, said) => {
    const [button = ''] = wanted(said);
    const [post] = await postsBy(c, wanted(said, /user (@\S+), click/)[0] ?? '');
    const own = { Reply: 'reply', Retweet: 'retweet', Like: 'like' }[button];
    if (own) return void (await c.click(`${post?.path}.spots.${own}`));
    await c.click(`${post?.path}.spots.more`);
    const inside = [...(await c.things(`${post?.path}.spots`)), ...(await c.things(`${post?.path}.items`).catch(() => [])), ...(await c.things(`${post?.path}.lists`).catch(() => []))];
    const direct = inside.find(({ name }) => name.startsWith(button));
    if (direct) return void (await c.click(direct.path));
    const [menu] = await c.things(`${post?.path}.lists`);
    await c.click(one(await c.things(`${menu?.path}.items`), ({ name }) => name.startsWith(button)).path);
  },
  'phone-book': async (c, said) => {
    const [name = '', what = ''] = wanted(said, /Find (\w+) in .* their (\w+)/);
    for (let page = 0; page < 6; page += 1) {
      const shown = await c.things('page.sections');
      if (shown.some((section) => section.name === name)) {
        const spots = await c.things('page.spots');
        const label = spots.findIndex((spot) => spot.name.toLowerCase() === `${what}:`);
        return void (await c.click(spots[label + 1]?.path ?? ''));
      }
      await c.click(one(await c.things('page.links'), ({ name: link }) => link === '>').path);
    }
  },
  'search-engine': async (c, said) => {
    await c.say(`${at('page.fields', 'search text')}.set`, wanted(said)[0]);
    await c.press('Search');
    const nth = ordinal(said.replace(/"[^"]*"/, ''));
    const page = String(Math.floor(nth / 3) + 1);
    if (page !== '1') await c.click(at('page.links', page));
    await c.click((await c.things('page.links'))[nth % 3]?.path ?? '');
  },
  'buy-ticket': async (c, said) => {
    const [list] = await c.things('page.lists');
    const tickets = [];
    for (const { path } of await c.things(`${list?.path}.items`)) {
      const [hours = 0, minutes = 0] = (/(\d+)h (\d+)m/.exec(await c.read(path)) ?? []).slice(1).map(Number);
      const [button] = await c.things(`${path}.buttons`);
      tickets.push({ time: hours * 60 + minutes, cost: Number(/\$(\d+)/.exec(button?.name ?? '')?.[1]), path: button?.path ?? '' });
    }
    const by = /duration/.test(said) ? 'time' : 'cost';
    tickets.sort((a, b) => (/shortest|cheapest/.test(said) ? a[by] - b[by] : b[by] - a[by]));
    await c.click(tickets[0]?.path ?? '');
  },
  'navigate-tree': async (c, said) => {
    const [name = ''] = wanted(said);
    for (let round = 0; round < 6; round += 1) {
      const spots = (await c.things('page.spots')).slice(1);
      const hit = spots.find((spot) => spot.name === name);
      if (hit) return void (await c.click(hit.path));
      const folder = spots.find((spot) => /class "hitarea expandable/.test(spot.line));
      await c.click(folder?.path ?? '');
    }
  },
  'order-food': async (c, said) => {
    const spots = (await c.things('page.spots')).slice(1);
    const dishes = spots.flatMap((spot, place) => (spots[place + 1]?.name === '-' ? [{ name: spot.name, add: spots.slice(place).find(({ name }) => name === '+')?.path ?? '' }] : []));
    const named = /one of each item: (.*)/.exec(said)?.[1]?.split(', ');
    const [count = '0', kind = ''] = named ? [] : wanted(said, /Order (\d+) items that are (.*)/);
    const text = await c.text();
    const marked = (/** @type {string} */ name) => new RegExp(`${name}\\n\\n(?:!\\[[^\\]]*\\]\\s*)*!\\[${kind}\\]`).test(text);
    const wantedDishes = named ? dishes.filter(({ name }) => named.map((each) => each.trim()).includes(name.trim())) : dishes.filter(({ name }) => marked(name));
    for (let n = 0; n < (named ? wantedDishes.length : Number(count)); n += 1) await c.click(wantedDishes[n % wantedDishes.length]?.add ?? '');
    await c.press('Order!');
  },
  terminal: async (c, said) => {
    const extension = /extension (\.\S+)/.exec(said)?.[1];
    const type = (/** @type {string} */ text) => [...text].map((key) => (key === ' ' ? 'Space' : key)).concat('Enter');
    await c.click('page.spots.terminal');
    await c.say('page.press', type('ls'));
    const lines = (await c.things('page.spots')).map(({ name }) => name);
    const files = (lines[lines.lastIndexOf('ls') + 1] ?? '').split(' ');
    const file = files.find((name) => (extension ? name.endsWith(extension) : !name.includes('.'))) ?? '';
    await c.say('page.press', type(`rm ${file}`));
  },
  'text-editor': async (c, said) => {
    const editor = `${(await c.things('page.editors'))[0]?.path}`;
    const [word] = /give the text (.*) the (?:style|color)/.exec(said)?.slice(1) ?? [];
    await c.say(`${editor}.selectText`, ...(word ? [word] : []));
    const [style] = /style (\w+)/.exec(said)?.slice(1) ?? [];
    if (style) await c.press({ bold: 'ql bold', italics: 'ql italic', underlined: 'ql underline' }[style] ?? '');
    else {
      const [colour = ''] = wanted(said, /color (\w+)/);
      await c.click(one(await c.things('page.buttons'), ({ name }) => /color|picker/.test(name)).path);
      const shown = [...(await c.things('page.buttons')), ...(await c.things('page.spots'))];
      await c.click(one(shown, ({ name }) => name === `${colour} box`).path);
    }
    await c.press('Submit');
  },
  'daily-calendar': async (c, said) => {
    const [amount, unit, name, from, half] = wanted(said, /Create an? ([\d.]+) (hour|min)s? event named "(\w+)", between (\d+)(AM|PM)/);
    const halves = unit === 'min' ? Number(amount) / 30 : Number(amount) * 2;
    const start = ((Number(from) % 12) + (half === 'PM' ? 12 : 0)) * 2;
    await c.things('page.spots');
    for (let cell = start; cell + halves <= start + 8; cell += 1) {
      const answer = await c.raw({ path: `${at('page.spots', `hh ${cell}`)}.dragTo`, args: [at('page.spots', `hh ${cell + halves - 1}`)] });
      if (!/^fault/m.test(answer)) break;
    }
    // Where the page draws the event beside the half hours, the drag ends only once the pointer is let go on it.
    if ((await c.things('page.fields')).length === 0) await c.click(at('page.spots', 'New event'));
    await c.things('page.fields');
    await c.say('page.fields[0].set', name);
    await c.press('Create');
  },
  'click-menu': async (c, said) => {
    const way = wanted(said, /Select (.*)/)[0]?.split('>') ?? [];
    for (const [depth, name] of way.entries()) {
      const path = at('page.menus.menu.items', name);
      // Submenus open a moment after the pointer came.
      if (depth > 0) await c.say('page.waitFor', { path });
      if (depth < way.length - 1) await c.say(`${path}.hover`);
      else await c.click(path);
    }
  },
  'click-menu-2': async (c, said) => {
    await c.press('Menu');
    const [menu] = await c.things('page.menus');
    const items = `${menu?.path}.items`;
    const open = async () => {
      await c.say(`${at(items, 'Playback')}.hover`);
      await c.say('page.waitFor', { path: at(items, 'Stop') });
    };
    const [, name] = wanted(said);
    if (name) {
      if (['Prev', 'Stop', 'Play', 'Next'].includes(name)) await open();
      return void (await c.click(at(items, name)));
    }
    const icon = /class "ui-icon ui-icon-([\w-]+)"/.exec((await c.things('page.spots')).map(({ line }) => line).join('\n'))?.[1] ?? '';
    const meant = ICONS[icon] ?? '';
    if (!(await c.things(items)).some((item) => item.name === meant)) await open();
    await c.click(at(items, meant));
  },
  ...Object.fromEntries(['', '-nodelay'].map((kind) => [`book-flight${kind}`, flight])),
  'click-pie': pie,
  'click-pie-nodelay': pie,
  'click-widget': async (c, said) => {
    const [kind = ''] = wanted(said);
    if (kind === 'button') return void (await c.click((await c.things('page.buttons'))[0]?.path ?? ''));
    const is = kind === 'radio' ? 'radio group' : kind;
    await c.click(one(await c.things('page.fields'), ({ cells }) => cells[0]?.trim() === is).path);
  },
  'button-delay': async (c, said) => {
    await c.press('ONE');
    await c.raw({ path: 'page.waitFor', args: [{ text: 'nothing that comes' }], timeout: Number(wanted(said, /wait (\d+) second/)[0]) });
    await c.press('TWO');
  },
  'stock-market': async (c, said) => {
    const limit = Number(/than \$(\d+\.\d+)/.exec(said)?.[1]);
    // The price moves ten times a second, for ten seconds; the page counts the limit itself as below it.
    for (const end = Date.now() + 12_000; Date.now() < end; ) {
      const price = Number(/^"\$([\d.]+)"/m.exec(await c.read('page.spots'))?.[1] ?? Infinity);
      if (price <= limit) return void (await c.press('Buy'));
    }
  },
};

/** @type {Solver} */
async function pie(c, said) {
  const [name = ''] = wanted(said);
  await c.press('+');
  await c.say('page.waitFor', { path: at('page.buttons', '-') });
  // One of them shows no pointer: the one that is chosen from the start.
  await c.click(one([...(await c.things('page.buttons')), ...(await c.things('page.spots'))], name).path);
}

/** @type {Solver} */
async function flight(c, said) {
  const [by = '', from = '', to = '', date = ''] = wanted(said, /Book the (\w+) one-way flight from: (.*) to: (.*) on ([\d/]+)/);
  const form = `${(await c.things('page.forms'))[0]?.path}.fields`;
  for (const [name, place] of [['From:', from], ['To:', to]]) {
    const field = at(form, name ?? '');
    await c.say(`${field}.type`, place);
    await c.say(`${field}.press`, 'ArrowDown');
    const options = [...(await c.things('page.buttons')), ...(await c.things('page.spots'))];
    await c.click(one(options, ({ name: option }) => option !== place && !option.startsWith('Book ') && option.includes(place ?? '')).path);
  }
  const [month, day, year] = date.split('/');
  await c.say(`${at(form, 'Departure Date')}.set`, `${year}-${month}-${day}`);
  await c.press('Search');
  await c.raw({ path: 'page.waitFor', args: [{ path: 'page.lists[0]' }] });
  const [list] = await c.things('page.lists');
  const flights = [];
  for (const { path } of await c.things(`${list?.path}.items`)) {
    const text = await c.read(path);
    const [hours = 0, minutes = 0] = (/(\d+)h (\d+)m/.exec(text) ?? []).slice(1).map(Number);
    const [button] = await c.things(`${path}.buttons`);
    flights.push({ time: hours * 60 + minutes, cost: Number(/\$(\d+)/.exec(button?.name ?? '')?.[1]), path: button?.path ?? '' });
  }
  flights.sort((a, b) => (by === 'cheapest' ? a.cost - b.cost : a.time - b.time));
  await c.click(flights[0]?.path ?? '');
}
