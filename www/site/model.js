/**
 * The site's own model for agents: its pages as a list, one read as text, and a search over all of them. Pages are fetched when
 * somebody asks.
 */

/** @typedef {{ name: string, title: string, group: string }} Entry */
/** @typedef {{ page: string, section: string, text: string }} Hit */

/** Hits that are given; characters of each. */
const HITS = 8;
const TEXT = 240;

/** @type {Map<string, Promise<Document>>} */
const fetched = new Map();

/** The pages, as the navigation has them. @returns {Entry[]} */
function pages() {
  return [...document.querySelectorAll('nav.side h2')].flatMap((heading) => {
    const links = heading.nextElementSibling?.querySelectorAll('a') ?? [];
    return [...links].map((link) => ({ name: (link.getAttribute('href') ?? '').replace(/\.html$/, ''), title: link.textContent ?? '', group: heading.textContent ?? '' }));
  });
}

/** @param {string} name @returns {Promise<Document>} */
function documentOf(name) {
  if (!pages().some((page) => page.name === name)) throw new Error(`There is no page ${name}.`);
  let found = fetched.get(name);
  if (!found) {
    found = fetch(`${name}.html`).then(async (response) => new DOMParser().parseFromString(await response.text(), 'text/html'));
    fetched.set(name, found);
  }
  return found;
}

/**
 * A page in sections: each heading with what stands below it.
 * @param {string} name
 * @returns {Promise<Array<{ section: string, text: string }>>}
 */
async function sections(name) {
  const main = (await documentOf(name)).querySelector('main');
  /** @type {Array<{ section: string, text: string }>} */
  const made = [];
  for (const element of main?.children ?? []) {
    const text = (element.textContent ?? '').replace(/[ \t]+/g, ' ').trim();
    if (/^H[1-3]$/.test(element.tagName)) made.push({ section: text, text: '' });
    else if (made.length > 0 && text) made[made.length - 1] = { section: made.at(-1)?.section ?? '', text: `${made.at(-1)?.text}\n${text}`.trim() };
  }
  return made;
}

/** @param {{ text: string }} args @returns {Promise<Hit[]>} */
async function search({ text }) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  /** @type {Array<Hit & { score: number }>} */
  const hits = [];
  for (const { name } of pages()) {
    for (const { section, text: body } of await sections(name)) {
      const [title, whole] = [section.toLowerCase(), body.toLowerCase()];
      const score = words.reduce((sum, word) => sum + (title.includes(word) ? 3 : 0) + (whole.includes(word) ? 1 : 0), 0);
      const at = Math.max(0, Math.min(...words.map((word) => whole.indexOf(word)).filter((index) => index >= 0), whole.length) - 40);
      if (score >= words.length) hits.push({ page: name, section, text: body.slice(at, at + TEXT), score });
    }
  }
  hits.sort((one, other) => other.score - one.score);
  return hits.slice(0, HITS).map(({ page, section, text: found }) => ({ page, section, text: found }));
}

/** @param {import('../src/onecall').Onecall} onecall */
export function publishSite(onecall) {
  onecall.publish('docs', {
    summary: "Onecall's documentation",
    properties: {
      pages: { get: pages, key: 'name', item: { type: 'object', properties: { name: { type: 'string' }, title: { type: 'string' }, group: { type: 'string' } } } },
    },
    methods: {
      read: {
        summary: 'A page as text, section by section.', effect: 'read',
        args: { type: 'object', required: ['page'], properties: { page: { type: 'string', description: 'Its name, as pages has it' } } },
        run: (/** @type {{ page: string }} */ { page }) => sections(page),
      },
      search: {
        summary: 'Sections of all pages by words.', effect: 'read',
        args: { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 2 } } },
        run: search,
      },
    },
  });
}
