// What capture must know of a tag, looked up once per element. It is about HTML's and SVG's syntax and boxes,
// never about roles.

import { localName } from './dom.js';

/**
 * @typedef {object} Kind
 * @property {string} tag in lower case
 * @property {boolean} host may have a shadow root
 * @property {boolean} custom a custom element
 * @property {number} box BLOCK or INLINE_BLOCK unless a style sheet says otherwise (flag bits), else 0
 * @property {boolean} still its box is what `box` says unless a style sheet or its surroundings say otherwise
 * @property {boolean} named its content makes its name: inside it display decides on spaces
 * @property {boolean} never left out with all below it, wherever it stands
 * @property {boolean} svgNever left out where it is an SVG element
 * @property {boolean} shape an SVG shape: left out unless something says what it means
 * @property {boolean} frame may hold a document
 * @property {boolean} vessel what is below it may be other than its child nodes, shadow roots aside
 * @property {boolean} control its state changes without mutations
 * @property {boolean} stated has flags of its own (flags.js)
 * @property {boolean} shy the browser itself may hide it, or it has no box of its own
 * @property {boolean} veils what is directly below it may be hidden although no style sheet says so
 * @property {boolean} active takes clicks by itself
 * @property {boolean} valued may have extras although it has no attributes
 */

const BLOCK = 1 << 3;
const INLINE_BLOCK = 1 << 21;

/** @param {string} text */
const words = (text) => new Set(text.trim().split(/\s+/));

const BLOCKS = words(`
address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2
h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p pre search section summary table
tbody td tfoot th thead tr ul caption colgroup col`);
const ATOMS = words('button input select textarea meter progress img video audio canvas iframe object');
/** Boxes that attributes may move, or that the browser's own style sheet gives in ways of their own. */
const MOVED = words(`
img input table video audio canvas iframe object embed rt rp rb rtc ruby xmp plaintext marquee frameset frame slot svg
math dialog details summary meter progress area map param track source picture selectedcontent`);
const NAMED = words('a button h1 h2 h3 h4 h5 h6 label legend caption figcaption summary th td option dt');
const HOSTS = words('article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span');
// The last is the kit's own ring (act/highlight.js).
const NEVER = words('style template script noscript onecall-ring onecall-prompt');
const SVG_NEVER = words(`
defs symbol clippath mask lineargradient radialgradient pattern marker filter metadata animate animatemotion
animatetransform set view`);
const SHAPES = words('path circle ellipse line polygon polyline rect use');
const SHY = words(`
head title meta link base style script template noembed noframes param rp source track area datalist dialog input option
optgroup audio video embed object slot frame frameset html body details selectedcontent`);
const VEILS = words('details canvas object audio video select svg math slot picture map');
const ACTIVE = words('a button input select textarea label summary option area');
const STATED = words('input textarea select button option optgroup fieldset dialog details a area summary iframe frame');

/** @type {Map<string, Kind>} */
const kinds = new Map();

/**
 * @param {Element} element
 * @returns {Kind}
 */
export function kindOf(element) {
  const name = localName(element);
  const kind = kinds.get(name);
  if (kind !== undefined) return kind;
  const made = make(name.toLowerCase());
  // A page can make up any number of tags.
  if (kinds.size < 1_000) kinds.set(name, made);
  return made;
}

/**
 * @param {string} tag
 * @returns {Kind}
 */
function make(tag) {
  const custom = tag.indexOf('-') > 0;
  const control = tag === 'input' || tag === 'textarea' || tag === 'select' || tag === 'button';
  return {
    tag,
    host: custom || HOSTS.has(tag),
    custom,
    box: BLOCKS.has(tag) ? BLOCK : ATOMS.has(tag) ? INLINE_BLOCK : 0,
    still: !custom && !MOVED.has(tag),
    named: NAMED.has(tag),
    never: NEVER.has(tag),
    svgNever: SVG_NEVER.has(tag) || tag.startsWith('fe'),
    shape: SHAPES.has(tag),
    frame: tag === 'iframe' || tag === 'frame' || tag === 'object',
    vessel: tag === 'iframe' || tag === 'frame' || tag === 'object' || tag === 'slot',
    control,
    stated: custom || STATED.has(tag),
    shy: custom || SHY.has(tag),
    veils: VEILS.has(tag),
    active: ACTIVE.has(tag),
    valued: control || tag === 'meter' || tag === 'table',
  };
}
