/**
 * The one script in the page's own script world, in top documents: JS dialogs during acts, and `call` for page-side
 * agents where the browser has no WebMCP. The page can see and break what it does; nothing may rest on it.
 */
import { Census } from '../page/census.js';
import { OWN } from '../page/collections.js';
import { answerDiscovery } from '../page/discovery.js';
import { modelContextOf, register } from '../page/register.js';
import { Toolbox } from '../page/toolbox.js';
import { takeChannel } from '../shared/channel.js';
import { Dialogs } from '../shared/dialogs.js';
import { faultAnswer } from '../shared/fault.js';
import { NAME } from '../shared/tool.js';
import { registryIn } from '../shared/registry.js';
import { Provider } from '../shared/provider/provider.js';

/** @import { Registration } from '../page/register.js' */
/** @import { Registry } from '../shared/registry.js' */
/** @import { Absorb, Context } from '../page/toolbox.js' */

/** A list of tools has stood for this long when it is told. */
const VISIT = 400;

/** "Is this script here already?", asked of a copy that was brought into the document earlier. */
const AGAIN = 'onecall:main-again/1';

if (document.dispatchEvent(new Event(AGAIN, { cancelable: true }))) {
  document.addEventListener(AGAIN, (event) => event.preventDefault());
  start();
}

function start() {
  const dialogs = new Dialogs(window);
  /** @type {Registration | null} */
  let registration = null;
  /** Calls that the other side works on. @type {Map<number, (output: string) => void>} */
  const calls = new Map();
  let lastCall = 0;
  let gone = false;
  answerDiscovery(window, () => !gone);
  /** @type {Toolbox | null} */
  let toolbox = null;
  /** @type {(able: boolean) => void} */
  let ableIs = () => {};

  /** From here on the page's registrations of tools are seen. */
  function openToolbox() {
    const { context, native } = modelContextOf(document, navigator, window);
    toolbox ??= new Toolbox({
      window,
      context: /** @type {Context} */ (context),
      native,
      able: () => new Promise((resolve) => {
        ableIs = resolve;
        if (!channel.send('able')) resolve(false);
      }),
      onName: (name) => {
        if (name === NAME && !channel.send('makeWay')) registration?.makeWay();
      },
      onOwnCall: () => channel.send('inPage'),
    });
    toolbox.collections.declareOwn(NAME);
    toolbox.collections.generation = ({ name }) => generations[name] ?? 1;
    toolbox.watch(visits);
    // What was published until then is known without a call.
    if (document.readyState === 'complete') visits();
    else window.addEventListener('load', visits);
  }

  /** What the page publishes, once there is something. @type {Registry | null} */
  let registry = null;
  /** Names of what is published; from the first on, each change is told. @returns {string[]} */
  function publishedNames() {
    const found = registryIn(window);
    if (found && found !== registry) {
      registry = found;
      found.onChange(visits);
    }
    return [...(registry?.entries.keys() ?? [])];
  }

  /** How often the lists of collections were others, as those know who remember. @type {Record<string, number>} */
  let generations = {};
  let visiting = 0;
  let told = false;
  /** Tells the page's tools to those who remember them, when a burst of registrations is over. */
  function visits() {
    clearTimeout(visiting);
    visiting = window.setTimeout(() => {
      if (!toolbox) return;
      const { passed } = toolbox;
      const collections = toolbox.collections.declared.filter(({ name }) => name !== OWN);
      const app = publishedNames();
      // A page without any of it says nothing, unless it had some.
      if (!told && !passed.length && !collections.length && !app.length) return;
      told = true;
      channel.send('visit', { path: location.pathname, title: document.title, tools: passed, collections, app });
    }, VISIT);
  }

  /**
   * @param {unknown} input
   * @param {AbortSignal} [signal]
   * @returns {Promise<string>}
   */
  const run = (input, signal) =>
    new Promise((resolve) => {
      const id = ++lastCall;
      calls.set(id, resolve);
      signal?.addEventListener('abort', () => channel.send('cancel', { id }));
      if (!channel.send('call', { id, input })) end();
    });

  // Whoever works on our calls has gone: nobody may wait for it.
  const end = () => {
    dialogs.reset();
    gone = true;
    toolbox?.release('Onecall was updated or switched off');
    for (const controller of steps.values()) controller.abort();
    registration?.unregister();
    registration = null;
    for (const resolve of calls.values()) resolve(faultAnswer('unavailable', 'Onecall was updated or switched off.'));
    calls.clear();
  };

  /** What the page publishes; made when somebody looks. @type {Provider | null} */
  let provider = null;
  const offers = () => {
    if (!provider) {
      provider = new Provider(window, toolbox && new Census(toolbox));
      provider.onOffer((offer) => channel.send('offer', offer));
    }
    return provider;
  };
  /** Steps under way. @type {Map<number, AbortController>} */
  const steps = new Map();
  /** @param {{ id: number, act: import('../shared/provider/provider.js').FarAct }} step */
  const perform = async ({ id, act }) => {
    const controller = new AbortController();
    steps.set(id, controller);
    const outcome = await offers().perform(act, controller.signal);
    steps.delete(id);
    channel.send('performed', { id, outcome });
  };

  /** @type {Record<string, (body: unknown) => void>} */
  const kinds = {
    look: (body) => {
      if (!registry && publishedNames().length) visits();
      void offers().look().finally(() => channel.send('looked', body));
    },
    perform: (body) => void perform(/** @type {Parameters<typeof perform>[0]} */ (body)),
    stop: (body) => steps.get(/** @type {{ id: number }} */ (body).id)?.abort(),
    arm: () => dialogs.arm(),
    disarm: () => dialogs.disarm(),
    answerAs: (body) => dialogs.answer(/** @type {import('../shared/dialogs.js').How} */ (body)),
    heard: () => channel.send('heard', dialogs.take()),
    register: () => {
      openToolbox();
      registration ??= register({ document, window, run });
    },
    absorb: (body) => {
      if (toolbox) toolbox.mode = /** @type {Absorb} */ (body);
    },
    able: (body) => ableIs(body === true),
    generations: (body) => {
      generations = /** @type {Record<string, number>} */ (body);
    },
    answer: (body) => {
      const { id, output } = /** @type {{ id: number, output: string }} */ (body);
      calls.get(id)?.(output);
      calls.delete(id);
    },
    bye: end,
  };
  const channel = takeChannel(window, (kind, body) => {
    if (Object.hasOwn(kinds, kind)) kinds[kind]?.(body);
  });
  // Where the browser has WebMCP, scripts written for its earlier name find it too.
  if ('modelContext' in document) openToolbox();
}
