/**
 * The service worker: one core for all documents, and what it needs of the browser. It may end at any moment; page kits
 * tell a new one everything it has to know. Listeners are set in the first turn, or the browser would not wake it.
 */
import init, { Engine, renew } from '#core';
import { absentCore, Core } from '../shared/core.js';
import { isAside } from '../shared/aside.js';
import { quickjs } from '../shared/script/quickjs.js';
import { Scripts } from '../shared/script/scripts.js';
import { PORT } from '../shared/wire.js';
import * as browser from './browser.js';
import { Log } from './log.js';
import { PolicyKeeper } from './policy.js';
import { reopen } from './reopen.js';
import { placeOf } from './sender.js';
import { Switchboard } from './switchboard.js';

const log = new Log(browser.local);

const switchboard = new Switchboard(browser.ownId, {
  // Nobody can be asked until the panel exists: what no rule allows needs an approval.
  ask: () => 'ask',
  log: (entry) => log.add(entry),
  scripts: { take: (effect) => scripts.take(effect) },
  record: () => {},
  taint: (taint) => policy.meet(taint),
  wakeFrames: browser.wakeFrames,
});

const scripts = new Scripts(
  () => quickjs(browser.url('extension/dist/quickjs.wasm')),
  (message) => switchboard.tell(message),
);

browser.onConnect((port) => {
  if (port.name === PORT) switchboard.accept(port);
  else port.disconnect();
});

const policy = new PolicyKeeper(browser.local, browser.managed, browser.session);
browser.onStored((area, changes) => policy.changed(area, changes));

const started = start();

browser.onMessage((message, sender) => {
  if (!isAside(message) || !placeOf(sender, browser.ownId)) return undefined;
  return message.kind === 'able' ? started : undefined;
});

browser.onInstalled(() => void reopen(browser));
void reopen(browser);

/**
 * Instantiates the core and gives it the policy before the first message.
 * @returns {Promise<boolean>} Is there a core?
 */
async function start() {
  try {
    const core = new Core({ Engine, renew }, (error) => {
      console.error('Onecall: the core failed and is started again', error);
      scripts.clear();
      switchboard.drop();
    });
    await Promise.all([
      policy.start((next) => core.setPolicy(next)),
      init({ module_or_path: browser.url('extension/dist/onecall.wasm') }),
    ]);
    switchboard.start(core);
    return true;
  } catch (error) {
    console.error('Onecall: the core cannot be started', error);
    switchboard.start(absentCore('Onecall cannot start its core in this browser. Reinstall the extension.'));
    return false;
  }
}
