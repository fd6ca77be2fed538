/**
 * Solvers of tasks about finding something and clicking it.
 */
import { at, one, wanted } from './caller.js';

/** @import { Caller, Solver } from './caller.js' */

/** @type {Solver} Clicks what the task puts between quotes. */
const named = (c, said) => c.press(wanted(said)[0] ?? '').then(() => undefined);

/**
 * Opens one tab after the other until something of this name is there.
 * @type {Solver}
 */
const behindTabs = async (c, said) => {
  const [name = ''] = wanted(said);
  const tabs = await c.things('page.tablists.tablist.tabs');
  for (const tab of tabs) {
    await c.click(tab.path);
    const answer = await c.raw({ path: `${at('page.buttons', name)}.click`, args: [] });
    if (!/^fault/m.test(answer)) return;
  }
};

/** @type {Record<string, Solver>} */
export const clicks = {
  'click-test': (c) => c.press('Click Me!').then(() => undefined),
  'click-test-2': (c) => c.press('ONE').then(() => undefined),
  'click-test-transfer': (c, said) => c.press(wanted(said, /button (\w+)/)[0] ?? '').then(() => undefined),
  'click-button': firstOf,
  'unicode-test': firstOf,
  'click-button-sequence': async (c) => {
    await c.press('ONE');
    await c.press('TWO');
  },
  'click-link': firstOf,
  'click-tab': async (c, said) => {
    const tabs = await c.things('page.tablists.tablist.tabs');
    await c.click(one(tabs, wanted(said, /(Tab #\d)/)[0] ?? '').path);
  },
  'click-tab-2': behindTabs,
  'click-tab-2-easy': behindTabs,
  'click-tab-2-medium': behindTabs,
  'click-tab-2-hard': behindTabs,
  'click-collapsible': async (c) => {
    const [section] = await c.things('page.tablists.tablist.tabs');
    await c.click(section?.path ?? '');
    await c.press('Submit');
  },
  'click-collapsible-2': behindTabs,
  'click-collapsible-2-nodelay': behindTabs,
  'click-dialog': async (c) => {
    const [dialog] = await c.things('page.dialogs');
    await c.say(`${dialog?.path}.close`);
  },
  'click-dialog-2': async (c, said) => {
    const [name = ''] = wanted(said);
    const [dialog] = await c.things('page.dialogs');
    if (name === 'x') await c.say(`${dialog?.path}.close`);
    else await c.click(at(`${dialog?.path}.buttons`, name));
  },
};
clicks['click-collapsible-nodelay'] = /** @type {Solver} */ (clicks['click-collapsible']);

/** The first of several that are called the same. @param {Caller} c @param {string} said */
async function firstOf(c, said) {
  const [name = ''] = wanted(said);
  const answer = await c.raw({ path: `${at('page.buttons', name)}.click`, args: [] });
  if (!/^fault ambiguous/.test(answer)) return;
  const path = String(JSON.parse(/"path":("(?:[^"\\]|\\.)*")/.exec(answer)?.[1] ?? '""'));
  // Which of equals is meant is known once they were read.
  await c.read(path);
  await c.click(path);
}
