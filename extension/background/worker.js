/**
 * The service worker: one core for all documents, and what it needs of the browser. It may end at any moment; page kits
 * tell a new one everything it has to know. Listeners are set in the first turn, or the browser would not wake it.
 */
import init, { Engine, renew } from '#core';
import { absentCore, Core } from '../shared/core.js';
import { PORT } from '../shared/wire.js';
import * as browser from './browser.js';
import { Log } from './log.js';
import { readPolicy, RULES, startingPolicy } from './rules.js';
import { reopen } from './reopen.js';
import { Switchboard } from './switchboard.js';

const log = new Log(browser.local);

const switchboard = new Switchboard(browser.ownId, {
  // Nobody can be asked until the panel exists: what no rule allows needs an approval.
  ask: () => 'ask',
  log: (entry) => log.add(entry),
});

browser.onConnect((port) => {
  if (port.name === PORT) switchboard.accept(port);
  else port.disconnect();
});

const core = start();

browser.onStored(async (area, keys) => {
  if (area === 'managed' || (area === 'local' && keys.includes(RULES))) {
    (await core)?.setPolicy(await readPolicy(browser.local, browser.managed));
  }
});

browser.onInstalled(() => void reopen(browser));
void reopen(browser);

/**
 * Instantiates the core and gives it the policy before the first message.
 * @returns {Promise<Core | null>}
 */
async function start() {
  try {
    const [policy] = await Promise.all([
      startingPolicy(browser.local, browser.managed),
      init({ module_or_path: browser.url('extension/dist/onecall.wasm') }),
    ]);
    const made = new Core({ Engine, renew }, (error) => {
      console.error('Onecall: the core failed and is started again', error);
      switchboard.drop();
    });
    made.setPolicy(policy);
    switchboard.start(made);
    void readPolicy(browser.local, browser.managed).then((read) => made.setPolicy(read));
    return made;
  } catch (error) {
    console.error('Onecall: the core cannot be started', error);
    switchboard.start(absentCore('Onecall cannot start its core in this browser. Reinstall the extension.'));
    return null;
  }
}
