/**
 * What is remembered of a site's tools and of the names of what its app publishes, from page to page: which page had
 * which, definitions kept once, and how often the list of a collection was another one. Plain data in, plain data out: the script tag keeps it in session storage, the
 * extension in its own. It comes from pages and is read as untrusted by the core.
 */

/**
 * @typedef {{ name: string, title: string, description: string, tools: string[], help: string, generation?: number }} Collection
 * @typedef {{ name: string, [part: string]: unknown }} Definition
 * @typedef {{ path: string, title: string, at: number, tools: string[], collections: Collection[], app?: string[] }} RememberedPage
 * @typedef {{ v: 1, pages: RememberedPage[], defs: Record<string, Definition> }} Memory
 * @typedef {{ path: string, title: string, at: number, tools: Definition[], collections: Collection[], app?: string[] }} Visit
 */

/** Pages of one site that are remembered, the newest first. */
const PAGES = 20;
/** Tools and collections of one page. */
const TOOLS = 2_000;
const COLLECTIONS = 100;
/** Published objects of one page, as many as the core takes. */
const OBJECTS = 100;
/** Characters of all of it as JSON: session storage holds five million, and is the page's own. */
const SIZE = 1_000_000;
/** Characters of a title. */
const TITLE = 120;

/** @returns {Memory} */
export const nothing = () => ({ v: 1, pages: [], defs: {} });

/**
 * @param {unknown} kept
 * @returns {Memory}
 */
export function readMemory(kept) {
  if (typeof kept !== 'object' || kept === null) return nothing();
  const { v, pages, defs } = /** @type {Record<string, unknown>} */ (kept);
  if (v !== 1 || !Array.isArray(pages) || typeof defs !== 'object' || defs === null) return nothing();
  return { v: 1, pages: pages.filter(isPage), defs: /** @type {Memory['defs']} */ (defs) };
}

/** @param {unknown} page @returns {page is RememberedPage} */
function isPage(page) {
  if (typeof page !== 'object' || page === null) return false;
  const { path, title, tools, collections } = /** @type {Record<string, unknown>} */ (page);
  return typeof path === 'string' && typeof title === 'string' && Array.isArray(tools) && Array.isArray(collections);
}

/**
 * The memory after a page told what it has. The same page again takes the place of its earlier visit.
 * @param {Memory} memory
 * @param {Visit} visit
 * @returns {Memory}
 */
export function visited(memory, visit) {
  const { path, at } = visit;
  const before = memory.pages.find((page) => page.path === path);
  const defs = { ...memory.defs };
  /** @type {Map<string, string>} */
  const hashes = new Map();
  for (const tool of visit.tools.slice(0, TOOLS)) {
    const { absorbed: _absorbed, ...definition } = tool;
    const hash = hashOf(JSON.stringify(definition));
    defs[hash] = definition;
    hashes.set(tool.name, hash);
  }
  const collections = visit.collections.slice(0, COLLECTIONS).map((one) => ({ ...one, generation: generationOf(memory, before, one, hashes) }));
  const app = (visit.app ?? []).slice(0, OBJECTS);
  const page = { path, title: visit.title.slice(0, TITLE), at, tools: [...hashes.values()], collections, app };
  const others = memory.pages.filter((other) => other.path !== path);
  const kept = page.tools.length || collections.length || app.length ? [page, ...others] : others;
  return bounded({ v: 1, pages: kept.slice(0, PAGES), defs });
}

/**
 * One more where this page has told another list of this collection before.
 * @param {Memory} memory
 * @param {RememberedPage | undefined} before
 * @param {Collection} collection
 * @param {Map<string, string>} hashes
 */
function generationOf(memory, before, { name, description, tools }, hashes) {
  const known = before?.collections.find((one) => one.name === name);
  const all = memory.pages.flatMap((page) => page.collections.filter((one) => one.name === name));
  const newest = Math.max(1, ...all.map(({ generation = 1 }) => generation));
  if (!before || !known) return newest;
  const was = new Map(before.tools.map((hash) => [memory.defs[hash]?.name ?? '', hash]));
  const same = known.description === description && known.tools.join() === tools.join() && tools.every((tool) => was.get(tool) === hashes.get(tool));
  return same ? newest : newest + 1;
}

/**
 * Without definitions that no page has, and without the oldest pages where it is too large.
 * @param {Memory} memory
 * @returns {Memory}
 */
function bounded({ pages, defs }) {
  for (let count = pages.length; count > 0; count -= 1) {
    const kept = pages.slice(0, count);
    const used = new Set(kept.flatMap((page) => page.tools));
    const memory = { v: /** @type {const} */ (1), pages: kept, defs: Object.fromEntries(Object.entries(defs).filter(([hash]) => used.has(hash))) };
    if (JSON.stringify(memory).length <= SIZE) return memory;
  }
  return nothing();
}

/** Tells definitions apart; guards nothing. @param {string} text */
function hashOf(text) {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  return (b >>> 0).toString(36) + (a >>> 0).toString(36);
}
