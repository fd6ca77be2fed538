// Runs at the start of every document: where the last document left an open call, its answer is written into this
// one for the browser to find (platform.md, Navigation), and taken away again. Costs one look into session storage.
import { leaveWaiting, taken } from './carry.js';
import { doneLines } from './parting.js';
import { oneLine, plain, wellFormed } from './text.js';

/** @typedef {import('./carry.js').Carried} Carried */

/** Marks the block as ours, so that capture leaves it out. */
export const MARK = 'data-onecall';

const MOST_HEADINGS = 8;
/** The browser reads the block some time after `interactive`; by then it has. */
const STAYS = 2_000;

/**
 * @param {{ document: Document, window: Window }} page
 */
export function arrive({ document, window }) {
  if (window.top !== window) return;
  const carried = taken(window);
  if (!carried.length) return;
  const write = () => {
    const waits = carried.filter((one) => one.waits);
    // Who called is only what the page's own script says: the browser's caller must not be left without an answer for it.
    leaveAnswer(document, carried);
    if (waits.length) leaveWaiting(window, waits.flatMap((one) => linesOf(document, one)));
  };
  if (document.readyState !== 'loading') return write();
  document.addEventListener('readystatechange', write, { once: true, capture: true });
}

/**
 * One block for each call: the browser gives all of them to each caller, who finds its own by its name and path.
 * @param {Document} document
 * @param {Carried[]} carried
 */
function leaveAnswer(document, carried) {
  for (const one of carried) {
    const block = document.createElement('script');
    block.type = 'application/ld+json';
    block.setAttribute(MARK, '');
    // A text node, because pages with Trusted Types refuse text for scripts, also for those that never run.
    block.append(document.createTextNode(wellFormed(JSON.stringify(answerOf(document, one, carried.length))).replace(/</g, '\\u003c')));
    (document.head ?? document.documentElement).append(block);
    setTimeout(() => block.remove(), STAYS);
  }
}

/**
 * The answer in lines, for a caller that went with the document before.
 * @param {Document} document
 * @param {Carried} carried
 */
function linesOf(document, { parting }) {
  const now = `${JSON.stringify(plain(document.title, 200))} ${document.location.href}`;
  return [...doneLines(parting).map((line) => oneLine(line, 1_000)), `this page: ${now}`];
}

/**
 * The answer in its JSON form (answers.md).
 * @param {Document} document
 * @param {Carried} carried
 * @param {number} all how many calls crossed
 */
function answerOf(document, { call, path, parting, tools }, all) {
  const headings = [...document.querySelectorAll('h1,h2,[role="heading"]')]
    .filter((heading) => heading.checkVisibility()).slice(0, MOST_HEADINGS)
    .map((heading) => plain(heading.textContent ?? '', 120)).filter(Boolean);
  const value = { url: document.location.href, title: plain(document.title, 200), headings, ...(tools?.length ? { tools } : {}) };
  const changed = [`url is ${JSON.stringify(value.url)}`, `title is ${JSON.stringify(value.title)}`];
  const notes = all > 1 ? [`one of ${all} calls that crossed to this page; path is what it asked for`] : undefined;
  const answer = { ok: true, path: typeof path === 'string' ? plain(path, 500) : '', kind: 'navigated', call, done: doneLines(parting), changed, ...(notes && { notes }), value, next: ['{}'] };
  return { ...answer, usage: { tokens: Math.ceil(JSON.stringify(answer).length / 4), budget: 600 } };
}
