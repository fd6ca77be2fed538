// The subjects of a selector: by what the elements that it matches can be told apart from most others. It is not a
// selector engine: each answer holds for every element that matches, and for some that do not.

/**
 * @typedef {object} Subject
 * @property {'classes' | 'ids' | 'tags' | 'attributes' | 'any'} kind
 * @property {string} key
 * @property {boolean} generated it is about `::before` or `::after`
 * @property {boolean} other it is about another pseudo-element
 * @property {boolean} far whether it matches hinges on more than the element and what stands above it
 */

/** Combinators of siblings, and pseudo-classes that look at siblings or into the element. */
const FAR = /[+~](?!=)|:(?:has|nth-|first-|last-|only-|empty)/;

const NAME = /^(?:\\[0-9a-f]{1,6}\s?|\\.|[\w-]|[^\x00-\x7f])+/iu;

/**
 * @param {string} selector
 * @param {Subject[]} around subjects that `&` stands for
 * @returns {Subject[]}
 */
export function subjectsOf(selector, around) {
  /** @type {Subject[]} */
  const subjects = [];
  const nested = around.some((subject) => subject.far);
  for (const one of split(selector)) subjects.push(...subjectOf(lastCompound(one), around, nested || FAR.test(one)));
  return subjects;
}

/**
 * The selectors of a list.
 * @param {string} text
 * @returns {string[]}
 */
function split(text) {
  if (text.indexOf(',') < 0) return [text];
  const parts = [];
  let from = 0;
  for (const at of topLevel(text)) {
    if (text[at] === ',') {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/**
 * What comes after the last combinator.
 * @param {string} text
 * @returns {string}
 */
function lastCompound(text) {
  const trimmed = text.trim();
  let from = 0;
  for (const at of topLevel(trimmed)) if (' >+~\n\t|'.includes(/** @type {string} */ (trimmed[at]))) from = at + 1;
  return trimmed.slice(from);
}

/**
 * Positions outside brackets, strings and escapes.
 * @param {string} text
 * @returns {Generator<number>}
 */
function* topLevel(text) {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = /** @type {string} */ (text[at]);
    if (char === '\\') at += 1;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(' || char === '[') depth += 1;
    else if (char === ')' || char === ']') depth -= 1;
    else if (depth === 0) yield at;
  }
}

/**
 * @param {string} compound
 * @param {Subject[]} around
 * @param {boolean} far
 * @returns {Subject[]}
 */
function subjectOf(compound, around, far) {
  const generated = /::?(?:before|after)$/i.test(compound);
  const other = !generated && compound.includes('::');
  const flags = { generated, other, far };
  /** @type {string} */
  let attribute = '';
  let tag = '';
  /** @type {Subject[]} */
  let either = [];
  let rest = compound;
  while (rest !== '') {
    const char = rest[0];
    if (char === '.' || char === '#') {
      const name = NAME.exec(rest.slice(1))?.[0] ?? '';
      return [{ kind: char === '.' ? 'classes' : 'ids', key: unescaped(name), ...flags }];
    }
    if (char === '[') {
      attribute ||= NAME.exec(rest.slice(1).trimStart())?.[0]?.toLowerCase() ?? '';
      rest = rest.slice(skip(rest));
    } else if (char === ':') {
      const name = /^::?[\w-]+/.exec(rest)?.[0] ?? ':';
      rest = rest.slice(name.length);
      if (rest[0] === '(') {
        const end = skip(rest);
        // It matches what one of these matches; that is enough to tell it by.
        if (/^:(?:is|where|matches|-webkit-any)$/i.test(name) && either.length === 0) either = subjectsOf(rest.slice(1, end - 1), around);
        rest = rest.slice(end);
      }
    } else if (char === '*' || char === '&') {
      rest = rest.slice(1);
    } else {
      const name = NAME.exec(rest)?.[0];
      if (!name) break;
      tag = name;
      rest = rest.slice(name.length);
    }
  }
  if (attribute !== '') return [{ kind: 'attributes', key: unescaped(attribute), ...flags }];
  if (tag !== '') return [{ kind: 'tags', key: unescaped(tag).toLowerCase(), ...flags }];
  if (either.length > 0) return either.map((subject) => ({ ...subject, ...flags }));
  if (compound.includes('&') && around.length > 0) return around.map((subject) => ({ ...subject, generated: subject.generated || generated, other: subject.other || other, far }));
  return [{ kind: 'any', key: '', ...flags }];
}

/**
 * Length of the brackets that a text begins with.
 * @param {string} text
 * @returns {number}
 */
function skip(text) {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = /** @type {string} */ (text[at]);
    if (char === '\\') at += 1;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(' || char === '[') depth += 1;
    else if (char === ')' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** @param {string} name */
function unescaped(name) {
  if (name.indexOf('\\') < 0) return name;
  return name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/giu, (_, hex, char) => (hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16) || 0xfffd, 0x10ffff)) : char));
}
