/**
 * The content script: in the top document it registers `call` and joins the page kit to the worker. When its extension
 * is gone it takes back what it registered. It must never do more than that before the first call.
 */
import { arrive } from '../page/arrive.js';
import { createCapture } from '../page/capture.js';
import { FrameKit } from '../page/frame.js';
import { createKit } from '../page/kit.js';
import { pictured } from '../page/picture.js';
import { withLate } from '../page/late.js';
import { register } from '../page/register.js';
import { answerWho, claim, onClaim } from '../shared/meet.js';
import { ASIDE, isAside } from '../shared/aside.js';
import { faultAnswer } from '../shared/fault.js';
import { OWN_CALL, WAKE } from '../shared/wire.js';
import { Handed } from './handed.js';
import { hearPerson } from './person.js';
import { MainWorld } from './world.js';
import { PortLink } from './port.js';

/** @import { Kit } from '../page/kit.js' */
/** @import { JsonValue, Outcome } from '../shared/protocol' */

const GONE = 'Onecall was updated or switched off while this document was open. Call again; if the tool is gone, reload the page.';

const VIEWER = 'This tab shows a PDF in the browser\'s own viewer, which no extension can read. Ask the person for its text, or read a page that has the same as HTML.';

/** Does the browser show something here in a viewer of its own? */
function isViewer() {
  return document.contentType === 'application/pdf';
}

/** Set in our own script world, which another start of the same extension shares. */
const HERE = Symbol.for('onecall.content');

if (!(HERE in globalThis)) {
  Object.defineProperty(globalThis, HERE, { value: true });
  if (window.top === window || !isCoreAbove()) startTop();
  // The page around it captures a document of its own origin itself.
  else if (window.frameElement === null) startFrame();
}

/** The top document has a core, unless it is one of the browser's or another extension's own, where we are not. */
function isCoreAbove() {
  const { ancestorOrigins } = window.location;
  return !/^(chrome|chrome-extension|moz-extension|devtools|edge|about):/.test(ancestorOrigins[ancestorOrigins.length - 1] ?? '');
}

/** @type {import('../page/types.js').CreateCapture} */
function capture(document, options) {
  return createCapture(document, { ...options, openOrClosedShadowRoot });
}

/** @param {Element} element */
function openOrClosedShadowRoot(element) {
  // It takes nothing but HTML elements.
  const isHtml = element.namespaceURI === 'http://www.w3.org/1999/xhtml';
  if (!isHtml) return null;
  if (chrome.dom) return chrome.dom.openOrClosedShadowRoot(/** @type {HTMLElement} */ (element));
  // Firefox has it at the element itself, for extensions only.
  return /** @type {{ openOrClosedShadowRoot?: ShadowRoot | null }} */ (/** @type {unknown} */ (element)).openOrClosedShadowRoot ?? null;
}

/** In a frame: idle until the worker asks who is here. */
function startFrame() {
  /** @type {FrameKit | null} */
  let kit = null;
  chrome.runtime.onMessage.addListener((message) => {
    if (message !== WAKE) return;
    kit ??= new FrameKit({ window, link: new PortLink((name) => chrome.runtime.connect({ name })), capture });
    kit.greet();
  });
}

/**
 * Asks the worker something outside of a call.
 * @param {string} kind
 * @param {unknown} [body]
 * @returns {Promise<unknown>}
 */
function aside(kind, body) {
  return alive() ? chrome.runtime.sendMessage({ aside: ASIDE, kind, body }) : Promise.resolve(null);
}

/** @type {import('../page/picture.js').Camera} */
const camera = {
  async take(shot) {
    const came = await aside('picture', shot);
    return /** @type {import('../page/picture.js').Taken | string | null} */ (came) ?? 'Onecall was updated in the meantime';
  },
  rootOf: openOrClosedShadowRoot,
};

/** Is the extension that brought this script still there? */
function alive() {
  return chrome.runtime?.id !== undefined;
}

/**
 * What came of a call in another tab: its answer as an object, or nothing where the tab has gone.
 * @param {unknown} text
 * @returns {Outcome}
 */
function outcomeOf(text) {
  if (typeof text !== 'string') return { kind: 'failed', message: 'the other tab has gone, or shows another page now' };
  const { value = null, fault } = /** @type {{ value?: JsonValue, fault?: { message: string } }} */ (JSON.parse(text));
  return { kind: 'done', value: fault ? { threw: fault.message } : { value }, reverted: false };
}

/**
 * What is set for this page, by small scripts of ours beside this one (background/flags.js). All of them run before the
 * first timer, in any order.
 * @returns {Promise<(flag: 'look' | 'always' | 'never' | 'off') => boolean>}
 */
async function flags() {
  await new Promise((resolve) => setTimeout(resolve, 0));
  return (flag) => Symbol.for(`onecall.flag ${flag}`) in globalThis;
}

function startTop() {
  // What the document before this one left open is answered here, before anything else.
  arrive({ document, window });
  // An earlier copy whose extension is gone, and the script tag, take their tools back in this turn.
  claim(document, 'extension');

  const link = new PortLink((name) => {
    if (!alive()) {
      retire();
      throw new Error('the extension is gone');
    }
    return chrome.runtime.connect({ name });
  });
  const world = new MainWorld();
  /** What this page told of its tools. @type {{ tools: unknown } | null} */
  let told = null;
  // A page that told its tools says when it goes, and when it comes back from the cache: so the worker need not watch every tab.
  const leaving = () => {
    window.addEventListener('pagehide', () => void (alive() && aside('left')));
    window.addEventListener('pageshow', ({ persisted }) => void (persisted && alive() && told && aside('visit', told.tools)));
    return { tools: /** @type {unknown} */ (null) };
  };
  // What was to be asked here is asked no more; with no port open nobody else would notice.
  window.addEventListener('pagehide', () => {
    if (kit?.holds && !told && alive()) void aside('left');
  });
  let retired = false;
  /** Made by the first call: until then the page has nothing of us but the tool. @type {Kit | null} */
  let kit = null;
  /** @type {(input: unknown, signal?: AbortSignal) => Promise<string>} */
  const run = (input, signal) => answer(input, signal);
  /** Calls that the person has tried. */
  let own = 0;
  /** @type {(input: unknown, signal?: AbortSignal, how?: import('../page/calls.js').How & { own?: boolean }) => Promise<string>} */
  const answer = async (input, signal, how = {}) => {
    if (isViewer()) return faultAnswer('unavailable', VIEWER, input);
    if (alive()) {
      kit ??= createKit({ document, window, link, capture, dialogs: world, provider: world, camera: (page, handles, kept) => pictured(page, camera, handles, kept) });
      // What waits for an agent is not for the person.
      if (how.own) return kit.run(input, signal, how, `${OWN_CALL}${++own}`);
      return withLate(window, await kit.run(input, signal, { ...how, waits: world.takeInPage() }));
    }
    retire();
    return faultAnswer('unavailable', GONE, input);
  };
  const flagged = flags();
  /** @type {Promise<import('../page/register.js').Run | undefined>} */
  const reader = flagged.then((has) => (has('look') ? (input, signal) => answer(input, signal, { look: true }) : undefined));
  const registration = 'modelContext' in document ? register({ document, window, run, reader }) : null;
  world.open(window, {
    run: registration ? null : run,
    makeWay: () => registration?.makeWay(),
    absorb: flagged.then((has) => (has('always') ? 'always' : has('never') ? 'never' : 'auto')),
    able: async () => (await registration?.ready) === 'registered' && (await aside('able')) === true,
    async elsewhere({ doc, input }, signal) {
      const name = crypto.randomUUID();
      // Told in vain where it is over already. Nothing else of the signal may be touched in this world.
      signal.addEventListener('abort', () => void aside('ended', { doc, name }));
      return outcomeOf(await aside('elsewhere', { doc, input, name }));
    },
    visit: async (tools) => {
      told ??= leaving();
      told.tools = tools;
      return /** @type {{ generations?: Record<string, number> } | null} */ (await aside('visit', tools))?.generations ?? {};
    },
  });
  const handed = new Handed();
  // Another tab's agent calls a tool of this page, as if it were called here, under the same rules.
  chrome.runtime.onMessage.addListener((message, sender, reply) => {
    if (sender.id !== chrome.runtime.id || !isAside(message)) return false;
    const { input, name } = /** @type {{ input?: unknown, name?: unknown }} */ (message.body);
    if (message.kind === 'ended') handed.end(name);
    if (message.kind !== 'run') return false;
    void handed.take(name, false, (signal) => answer(input, signal)).then(reply);
    return true;
  });

  // Where the person has switched it off there is no tool; the worker refuses what comes before this is known.
  void flagged.then((has) => void (has('off') && retire()));
  hearPerson({
    there: (doc) => kit !== null && kit.doc === doc,
    wake: (doc) => kit !== null && kit.doc === doc && kit.wake(),
    readable: () => !isViewer(),
    call: (input, look, signal) => answer(input, signal, { look, own: true }),
    handed,
  });

  const stops = [
    answerWho(document, 'extension'),
    // A claim is only a reason to look: a page can send one too.
    onClaim(document, () => {
      if (!alive()) retire();
    }),
  ];
  // With no call open nobody else would notice.
  link.onDown(() => {
    if (!alive()) retire();
  });

  function retire() {
    if (retired) return;
    retired = true;
    for (const stop of stops) stop();
    registration?.unregister();
    kit?.close();
    world.close();
  }
}
