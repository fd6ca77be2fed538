// Small text tools of the page kit: well-formed strings, folded white space, and the one phrase of the page's
// own words that the tool's description quotes. Nothing here reads more of the document than cheap counts.

/** Invisible and direction-changing characters, and the tag block: they can hide text from a person. */
const INVISIBLE = /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;
/** Nothing of either, nor quotes: most titles, and the large patterns need not be made for them. */
const SIMPLE = /^[ !#-[\]-_a-~]*$/;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/**
 * A string without lone surrogates: one of them turns a whole tool result into `null` (platform.md).
 * @param {string} text
 */
export function wellFormed(text) {
  return text.toWellFormed();
}

/**
 * White space folded and trimmed, at most `most` UTF-16 units, cut on a character's boundary.
 * @param {string} text
 * @param {number} most
 */
export function fold(text, most) {
  const folded = text.replace(/\s+/g, ' ').trim();
  if (folded.length <= most) return folded;
  const cut = folded.slice(0, most);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/**
 * A line that is ours already, or JSON: visible characters only, and no end of a line.
 * @param {string} text
 * @param {number} most
 */
export function oneLine(text, most) {
  return fold(wellFormed(text).replace(CONTROL, ' ').replace(INVISIBLE, ''), most);
}

/**
 * Words of the page, made harmless inside a line of ours: visible characters only, no quotes or backslashes.
 * @param {string} text
 * @param {number} most
 */
export function plain(text, most) {
  if (SIMPLE.test(text)) return fold(text, most);
  const visible = wellFormed(text).replace(CONTROL, ' ').replace(INVISIBLE, '').replace(/["\\`]/g, "'");
  return fold(visible, most);
}

/**
 * The phrase for the tool's description: the title and the main areas, at most 60 characters, and fewer where each
 * takes more bytes (and so more tokens).
 * @param {Document} document
 */
export function phraseOf(document) {
  const counts = [
    [document.forms.length, 'form'],
    [document.getElementsByTagName('table').length, 'table'],
    [document.links.length, 'link'],
  ]
    .filter(([n]) => Number(n) > 0)
    .slice(0, 2)
    .map(([n, word]) => `${n} ${word}${n === 1 ? '' : 's'}`)
    .join(', ');
  const room = 60 - (counts ? counts.length + 3 : 0);
  const given = document.title;
  if (SIMPLE.test(given)) return [fold(given, room), counts].filter(Boolean).join(' · ');
  // Pictures say little here and take several tokens each.
  let title = plain(given.replace(/\p{Extended_Pictographic}/gu, ''), room);
  while (new TextEncoder().encode(title).length > 72) title = fold([...title].slice(0, -1).join(''), room);
  return [title, counts].filter(Boolean).join(' · ');
}
