// Which colours a document's style sheets give to text and to what is behind it, and to whom: only where the two can be alike
// is an element's own contrast looked at (contrast.js). Colours are compared coarsely, so that the answer is on the safe side.

/** @typedef {import('./selector.js').Subject} Subject */
/** @typedef {{texts: Map<string, Set<Subject>>, grounds: Map<string, Set<Subject>>}} Tints Who is given a colour, by the colour as it is written. */

/** Most colours that are compared; real sheets have some hundred. */
const COLOURS = 2_000;
/** Hardly a colour: it looks like whatever is behind it. */
const GLASS = 'glass';
/** Names that hidden text is written in; a sheet keeps the name. @type {Record<string, string>} */
const NAMED = { white: '#ffffff', black: '#000000', snow: '#fffafa', ivory: '#fffff0', whitesmoke: '#f5f5f5', ghostwhite: '#f8f8ff', red: '#ff0000', green: '#008000', blue: '#0000ff', yellow: '#ffff00', gray: '#808080', grey: '#808080', silver: '#c0c0c0', lightgray: '#d3d3d3', lightgrey: '#d3d3d3', navy: '#000080' };

/**
 * Those whose text may have the colour of a background, and those whose background may have the colour of a text.
 * @param {Tints} tints
 * @param {CSSStyleDeclaration | null} style of the document element
 * @returns {Set<Subject>}
 */
export function alike({ texts, grounds }, style) {
  const read = (/** @type {Map<string, Set<Subject>>} */ tints) => [...tints].map(([colour, subjects]) => /** @type {const} */ ([coarse(resolved(colour, style)), subjects]));
  const [front, back] = [read(texts), read(grounds)];
  // What no rule says: black text, and white behind it.
  const behind = new Set([coarse('white'), GLASS, ...back.map(([colour]) => colour)]);
  const before = new Set([coarse('black'), ...front.map(([colour]) => colour)]);
  /** @type {Set<Subject>} */
  const found = new Set();
  for (const [all, others] of /** @type {const} */ ([[front, behind], [back, before]])) {
    for (const [colour, subjects] of all) {
      if (colour !== '' && others.has(colour)) for (const subject of subjects) found.add(subject);
    }
  }
  return found;
}

/**
 * Remembers who is given a colour.
 * @param {Map<string, Set<Subject>>} tints
 * @param {string} colour
 * @param {Iterable<Subject>} subjects
 */
export function note(tints, colour, subjects) {
  if (colour === '' || (tints.size >= COLOURS && !tints.has(colour))) return;
  const known = tints.get(colour) ?? new Set();
  for (const subject of subjects) if (!subject.generated && !subject.other) known.add(subject);
  tints.set(colour, known);
}

/**
 * A variable as the document has it: themes are set there.
 * @param {string} colour
 * @param {CSSStyleDeclaration | null} style of the document element
 * @returns {string}
 */
function resolved(colour, style) {
  for (let turns = 0; turns < 4 && colour.startsWith('var('); turns += 1) {
    const [, name = '', rest = ''] = /^var\(\s*(--[^,)]+?)\s*(?:,(.*))?\)$/.exec(colour) ?? [];
    if (name === '') return '';
    colour = style?.getPropertyValue(name).trim() || rest.trim();
  }
  return colour;
}

/**
 * A colour with its finer shades left out; empty for what is no colour by itself.
 * @param {string} colour
 * @returns {string}
 */
function coarse(colour) {
  const said = NAMED[colour] ?? colour;
  const hex = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(said)?.slice(1).map((one) => one + one) ?? /^#(..)(..)(..)/.exec(said)?.slice(1);
  const all = /^rgba?\(([^)]*)\)$/.exec(said)?.[1]?.split(/[\s,/]+/).map(Number);
  if (all?.[3] !== undefined && all[3] < 0.2) return GLASS;
  const parts = hex?.map((one) => Number.parseInt(one, 16)) ?? all?.slice(0, 3);
  return parts && !parts.some(Number.isNaN) ? parts.map((part) => part >> 4).join() : '';
}
