/**
 * The service worker: one core for all documents, and what it needs of the browser. It may end at any moment; page kits
 * tell a new one everything it has to know. Listeners are set in the first turn, or the browser would not wake it.
 */
import { compiled } from './compiled.js';
import init, { Engine, renew } from '#core';
import { absentCore, Core } from '../shared/core.js';
import { ASIDE, isAside } from '../shared/aside.js';
import { quickjs } from '../shared/script/quickjs.js';
import { Scripts } from '../shared/script/scripts.js';
import { isUi, UI } from '../shared/ui.js';
import { isOwnCall, PORT } from '../shared/wire.js';
import * as browser from './browser.js';
import { Camera } from './camera.js';
import { Completing } from './completing.js';
import { develop } from './develop.js';
import { Desk } from './desk.js';
import { Face } from './face.js';
import { Flags } from './flags.js';
import { Log } from './log.js';
import { PolicyKeeper } from './policy.js';
import { reopen } from './reopen.js';
import { isOwnPage, placeOf } from './sender.js';
import { Sites } from './sites.js';
import { SharedTabs } from './shared-tabs.js';
import { Switchboard } from './switchboard.js';
import { Tasks } from './tasks.js';
import { welcome } from './welcome.js';

/** @import { Place } from './sender.js' */

const log = new Log(browser.local);

const face = new Face(browser);
const camera = new Camera({ ...browser, develop });
const tasks = new Tasks(browser.session, () => policy.settings, (tab, task) => face.task(tab, task));

const switchboard = new Switchboard(browser.ownId, {
  admit: ({ tab, origin }, input, own) => tasks.admit(tab, origin, input, own ? null : Date.now()),
  log(entry, place) {
    log.add(entry);
    if (place && !entry.own) tasks.spend(place.tab, entry.tokens);
  },
  watch(effect, place) {
    // Stopped, cancelled or out of time, while another tab works on it.
    if (effect.kind === 'answer') shared.ended(effect.call);
    if (place && effect.kind === 'probe' && effect.fields.includes('picture')) camera.allow(place);
    if (place && (effect.kind === 'perform' || effect.kind === 'answer') && !isOwnCall(effect.call)) tasks.act(place.tab, effect.kind === 'perform');
  },
  completed: (client, message) => completing.take(client, message),
  scripts: { take: (effect) => scripts.take(effect) },
  record: (asked) => desk.record(asked),
  tabs: (effect) => void shared.take(effect),
  taint: (taint) => policy.meet(taint),
  gone({ tab }, doc) {
    tasks.act(tab, false);
    shared.ended(`${doc}:`);
  },
  wakeFrames: browser.wakeFrames,
});

const shared = new SharedTabs({
  session: browser.session,
  tell: (message) => switchboard.tell(message),
  look: browser.lookAt,
  ask: (tab, message) => browser.ask(tab, null, message),
});

const desk = new Desk({
  session: browser.session,
  local: browser.local,
  tell: (message) => switchboard.tell(message),
  connected: (doc) => switchboard.placeOf(doc),
  // Asked is the page that the tab shows: one that lies in the browser's cache would let us wait for ever.
  wake: async (tab, doc) => (await browser.ask(tab, null, { ui: UI, kind: 'wake', body: { doc } })) === true,
  there: async (tab, doc) => (await browser.ask(tab, null, { ui: UI, kind: 'there', body: { doc } })) === true,
  title: browser.titleOf,
  changed: (pending) => face.requests(pending),
});

const scripts = new Scripts(
  () => quickjs(browser.url('extension/dist/quickjs.wasm')),
  (message) => switchboard.tell(message),
);

browser.onConnect((port) => {
  if (port.name === PORT) switchboard.accept(port);
  else if (port.name === UI && isOwnPage(port.sender, browser.ownId, browser.url('extension/ui/'))) {
    face.pages(1);
    port.onDisconnect.addListener(() => face.pages(-1));
  } else port.disconnect();
});

const policy = new PolicyKeeper(browser.local, browser.managed, browser.session);
browser.onStored((area, changes) => policy.changed(area, changes));

const flags = new Flags(browser.scripts);
const sites = new Sites(browser.session);
const completing = new Completing(sites);
const started = start();

browser.onMessage((message, sender) => {
  if (isUi(message)) return isOwnPage(sender, browser.ownId, browser.url('extension/ui/')) ? fromPerson(message) : undefined;
  const place = placeOf(sender, browser.ownId);
  if (!isAside(message) || !place) return undefined;
  // One that goes into the cache is no longer the tab's own.
  if (message.kind === 'left') return started.then(() => left(place));
  if (place.frame) return undefined;
  if (message.kind === 'able') return started;
  if (message.kind === 'visit') return started.then(() => sites.visit(place, message.body));
  if (message.kind === 'picture') return camera.take(place, message.body);
  if (message.kind === 'elsewhere') return started.then(() => elsewhere(place, message.body));
  if (message.kind === 'ended') return started.then(() => endedElsewhere(place, message.body));
  return undefined;
});

/** A document says that it goes. @param {Place} place */
function left({ document }) {
  sites.gone(document);
  desk.gone(document);
}

/**
 * Uses a tool or a published object in another open tab of the same site, by the document there and under its rules.
 * @param {Place} place Who asks.
 * @param {unknown} asked
 * @returns {Promise<unknown>} Its answer as JSON text; null where the tab has gone.
 */
async function elsewhere(place, asked) {
  const { doc, input: operation, name } = fieldsOf(asked);
  const tab = sites.tab(place.origin, doc);
  const { path, args, value } = fieldsOf(operation);
  // What only a tab has: the page itself is everybody's own.
  if (!tab || typeof path !== 'string' || !/^(app|tools)\b/.test(path)) return null;
  const input = { path, ...(args === undefined ? {} : { args }), ...(value === undefined ? {} : { value }), format: 'json', budget: 5_000 };
  const answer = await browser.ask(tab.tab, tab.doc, { aside: ASIDE, kind: 'run', body: { input, name: nameOf(place, name) } });
  // It went without a word, as a crashed page does.
  if (answer === null) sites.gone(tab.doc);
  return answer;
}

/**
 * Who asked does not wait any more.
 * @param {Place} place
 * @param {unknown} asked
 */
async function endedElsewhere(place, asked) {
  const { doc, name } = fieldsOf(asked);
  const tab = sites.tab(place.origin, doc);
  if (tab) await browser.ask(tab.tab, tab.doc, { aside: ASIDE, kind: 'ended', body: { name: nameOf(place, name) } });
  return null;
}

/** Nobody ends another document's calls. @param {Place} place @param {unknown} name */
const nameOf = (place, name) => `${place.document} ${name}`;

/** @param {unknown} value @returns {Record<string, unknown>} */
const fieldsOf = (value) => /** @type {Record<string, unknown>} */ (typeof value === 'object' && value !== null ? value : {});

browser.onNotificationClicked((id) => {
  browser.openPanel(desk.pending.find(({ request }) => request.id === id)?.tab ?? null);
});

browser.onCommand((name) => {
  if (name === 'stop') void browser.activeTab().then((tab) => (tab === undefined ? undefined : stop(tab)));
});

/**
 * What a person did on one of our pages.
 * @param {import('../shared/ui.js').UiMessage} message
 * @returns {Promise<unknown>}
 */
async function fromPerson({ kind, body }) {
  await started;
  if (kind === 'decide') return desk.decide(body);
  if (kind === 'stop' && typeof body.tab === 'number') return stop(body.tab);
  if (kind === 'renew' && typeof body.tab === 'number') return tasks.renew(body.tab);
  if (kind === 'log') return log.read();
  return null;
}

/**
 * Ends what runs in a tab and what was allowed for its page.
 * @param {number} tab
 */
async function stop(tab) {
  await started;
  const docs = switchboard.docsOf(tab);
  const waiting = desk.pending.filter((kept) => kept.tab === tab).map(({ doc }) => doc);
  for (const doc of new Set([...docs, ...waiting])) switchboard.tell({ kind: 'stop', doc });
  await desk.forget(docs);
  tasks.act(tab, false);
  return true;
}

/** Into documents that were open before, with the settings as they are. */
const again = () => void started.then(() => reopen(browser, (url) => flags.at(url)));
browser.onInstalled((reason) => {
  again();
  void welcome(browser, reason);
});
again();

/**
 * Instantiates the core and gives it the policy before the first message.
 * @returns {Promise<boolean>} Is there a core?
 */
async function start() {
  // Refused by no browser that has the tools which we need (manifest.json, minimum_chrome_version).
  void browser.guardStorage();
  try {
    const core = new Core({ Engine, renew }, (error) => {
      console.error('Onecall: the core failed and is started again', error);
      core.setPolicy(policy.now);
      scripts.clear();
      switchboard.drop();
      core.take({ kind: 'approvals', records: desk.records });
    });
    await Promise.all([
      // First what is to be shown, then what is shown already and may have to go.
      desk.start().then(() => face.start()),
      tasks.start(),
      policy.start((next) => {
        core.setPolicy(next);
        void flags.set(policy.settings);
      }),
      sites.start(),
      init({ module_or_path: compiled }),
    ]);
    core.take({ kind: 'approvals', records: desk.records });
    switchboard.start(core);
    void desk.sweep();
    return true;
  } catch (error) {
    console.error('Onecall: the core cannot be started', error);
    switchboard.start(absentCore('Onecall cannot start its core in this browser. Reinstall the extension.'));
    return false;
  }
}
