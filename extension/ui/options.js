/**
 * The options page until the panel exists: the person's own rules, to be read, added and taken away. It writes rules
 * only, and only what a person typed here.
 */
import { CLASSES, DECISIONS, readRules, RULES } from '../shared/rules.js';

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @returns {T}
 */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** @type {HTMLFormElement} */
const form = byId('add');
/** @type {HTMLElement} */
const said = byId('said');

/** @returns {Promise<unknown[]>} As they are stored, readable or not. */
async function stored() {
  const kept = (await chrome.storage.local.get(RULES))[RULES];
  return Array.isArray(kept) ? kept : [];
}

/** @param {unknown[]} rules */
const store = (rules) => chrome.storage.local.set({ [RULES]: rules });

/** @param {string} text @param {'td' | 'option'} tag */
function element(text, tag) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/**
 * @param {unknown} entry
 * @param {number} at
 * @returns {HTMLTableRowElement}
 */
function row(entry, at) {
  const [rule] = readRules([entry]);
  const line = document.createElement('tr');
  const cells = rule
    ? [rule.origin ?? 'all sites', rule.path ?? 'all paths', rule.effect ?? 'every effect', rule.decision]
    : [JSON.stringify(entry), '', '', 'cannot be read: no other rule allows anything until it is removed'];
  line.append(...cells.map((text) => element(text, 'td')));
  const remove = document.createElement('button');
  remove.textContent = 'Remove';
  remove.setAttribute('aria-label', `Remove rule ${at + 1}: ${cells.join(', ')}`);
  remove.addEventListener('click', async () => {
    const rules = await stored();
    await store(rules.filter((_, index) => index !== at));
    said.textContent = 'The rule was removed.';
  });
  line.append(document.createElement('td'));
  line.lastElementChild?.append(remove);
  return line;
}

async function show() {
  const rules = await stored();
  byId('rules').replaceChildren(...rules.map(row));
}

for (const name of CLASSES) byId('add').querySelector('[name=effect]')?.append(element(name, 'option'));
for (const name of DECISIONS) byId('add').querySelector('[name=decision]')?.append(element(name, 'option'));

/**
 * The origin as the core writes it; files have one for all of them.
 * @param {string} site
 */
function originOf(site) {
  const { origin, protocol } = new URL(site);
  return origin === 'null' ? `${protocol}//` : origin;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const text = (/** @type {string} */ name) => String(fields.get(name) ?? '').trim() || null;
  const site = text('origin');
  const rule = { origin: site === null ? null : originOf(site), path: text('path'), effect: text('effect'), decision: text('decision') };
  await store([...(await stored()), rule]);
  said.textContent = 'The rule was added.';
  form.reset();
});

chrome.storage.onChanged.addListener(() => void show());
void show();
