// Pictures: what of the screen a thing takes up, and what of that has to be painted over. Measured here, as only the page
// knows it; taken by the host, as only the browser sees what is drawn. It must never let a secret field or a document of
// another origin through, nor a picture of another moment than the one that was measured.
import { attached } from './guard.js';
import { bringIntoView, isShown } from './geometry.js';
import { frameOf } from './flat.js';
import { frame } from './time.js';

/**
 * Left, top, width and height, in parts of what the window shows (0 to 1).
 * @typedef {[number, number, number, number]} Area
 * @typedef {{ area: Area, covers: Area[], frames: boolean, wide: number }} Shot `frames`: there are documents of other origins, which
 *   have to be hidden while it is taken; `wide`: what is shown of the page, in CSS pixels across
 * @typedef {{ data: string, mimeType: string, width: number, height: number, bytes: number }} Taken
 * @typedef {object} Camera What the host gives.
 * @property {(shot: Shot) => Promise<Taken | string>} take A string says why there is no picture.
 * @property {(element: Element) => ShadowRoot | null} rootOf A shadow root, also a closed one.
 * @typedef {import('./types.js').Page} Page
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 */

/** Elements that show another document. */
const FRAMES = 'iframe,frame,object,embed,fencedframe';

/** CSS pixels that are painted over around a field: its shadow, an outline. */
const MARGIN = 3;

/** Tries until nothing has moved meanwhile. */
const TRIES = 3;

/** Elements that are looked at; on larger pages nobody could say that no secret was missed. */
const MOST = 200_000;

/**
 * @param {Page} page
 * @param {Camera} camera
 * @param {number[]} handles What is pictured, then what the core wants painted over.
 * @returns {Promise<{ taken: Taken, covered: number } | string>} A string says why there is none.
 */
async function picture(page, camera, [handle = 0, ...others]) {
  for (let at = 0; at < TRIES; at++) {
    const el = attached(page, handle);
    const whole = el === page.document.documentElement || el === page.document.body;
    if (!el || !(whole || isShown(el))) return 'it is not shown';
    if (!whole && at === 0) bringIntoView(el);
    await frame(page.window);
    const shot = measure(page, camera, whole ? null : el, others);
    if (typeof shot === 'string') return shot;
    const taken = await camera.take(shot);
    if (typeof taken === 'string') return taken;
    if (JSON.stringify(measure(page, camera, whole ? null : el, others)) === JSON.stringify(shot)) return { taken, covered: shot.covers.length };
  }
  return 'it keeps moving';
}

/**
 * @param {Page} page
 * @param {Camera} camera
 * @param {Element | null} el Nothing for all that the window shows.
 * @param {number[]} others
 * @returns {Shot | string}
 */
function measure(page, camera, el, others) {
  const { innerWidth, innerHeight, visualViewport } = page.window;
  const { scale = 1, offsetLeft = 0, offsetTop = 0 } = visualViewport ?? {};
  /** @param {Box} box @returns {Area} */
  const area = ({ x, y, width, height }) => {
    const left = clamp(((x - offsetLeft) * scale) / innerWidth);
    const top = clamp(((y - offsetTop) * scale) / innerHeight);
    return [left, top, clamp(((x + width - offsetLeft) * scale) / innerWidth) - left, clamp(((y + height - offsetTop) * scale) / innerHeight) - top];
  };
  const found = hidden(page, camera, others);
  if (found === null) return 'the page has too many elements to look for secrets on it';
  if (found.foreign && el && frameOf(el.ownerDocument)) return 'it is in a frame, and the page has frames of other origins, with which pictures leave out all frames';
  const box = el ? area(onScreen(el)) : /** @type {Area} */ ([0, 0, 1, 1]);
  if (box[2] * innerWidth < 2 || box[3] * innerHeight < 2) return 'none of it is in view';
  const covers = found.boxes.map((one) => area({ x: one.x - MARGIN, y: one.y - MARGIN, width: one.width + 2 * MARGIN, height: one.height + 2 * MARGIN }));
  return { area: box, covers: covers.filter((one) => meets(one, box)), frames: found.foreign, wide: innerWidth / scale };
}

/** @param {number} part */
const clamp = (part) => Math.min(1, Math.max(0, part));

/** @param {Area} a @param {Area} b */
const meets = (a, b) => a[2] > 0 && a[3] > 0 && a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];

/**
 * Where an element is on the screen of the top document.
 * @param {Element} el
 * @returns {Box}
 */
function onScreen(el) {
  const { x, y, width, height } = el.getBoundingClientRect();
  const outer = frameOf(el.ownerDocument);
  if (!outer) return { x, y, width, height };
  const around = onScreen(outer);
  if (isPlain(outer)) return { x: around.x + outer.clientLeft + x, y: around.y + outer.clientTop + y, width, height };
  // Turned or scaled: all of the frame.
  return around;
}

/** Is a frame drawn as large as it is laid out? @param {Element} frame */
function isPlain(frame) {
  const { width, height } = frame.getBoundingClientRect();
  const { offsetWidth = width, offsetHeight = height } = /** @type {HTMLElement} */ (frame);
  return Math.abs(width - offsetWidth) < 1 && Math.abs(height - offsetHeight) < 1;
}

/**
 * Where what must not be seen is: secret fields, documents of other origins, what the core names. Null on pages that are too large.
 * @param {Page} page
 * @param {Camera} camera
 * @param {number[]} others
 * @returns {{ boxes: Box[], foreign: boolean } | null}
 */
function hidden(page, camera, others) {
  /** @type {Element[]} */
  const found = others.flatMap((handle) => attached(page, handle) ?? []);
  let foreign = false;
  let seen = 0;
  /** @type {Array<Document | ShadowRoot>} */
  const roots = [page.document];
  for (let root = roots.pop(); root; root = roots.pop()) {
    for (const el of root.querySelectorAll('*')) {
      if (++seen > MOST) return null;
      const inner = camera.rootOf(el);
      if (inner) roots.push(inner);
      if (page.isSecret(el)) found.push(el);
      if (!el.matches(FRAMES)) continue;
      const document = documentOf(el);
      if (document) roots.push(document);
      else {
        foreign = true;
        found.push(el);
      }
    }
  }
  return { boxes: found.map(onScreen).filter(({ width, height }) => width > 0 && height > 0), foreign };
}

/** The document in a frame, where this script may look into it. @param {Element} el */
function documentOf(el) {
  try {
    return /** @type {HTMLIFrameElement} */ (el).contentDocument ?? null;
  } catch {
    return null;
  }
}

/**
 * Takes a picture and keeps it; what came of that is told as dear facts are.
 * @param {Page} page
 * @param {Camera} camera
 * @param {number[]} handles
 * @param {Taken[]} kept
 * @returns {Promise<import('../shared/protocol.d.ts').Probe[]>}
 */
export async function pictured(page, camera, handles, kept) {
  const [handle = 0] = handles;
  const came = await picture(page, camera, handles).catch(() => 'it could not be measured');
  const { width = 0, height = 0, bytes = 0 } = typeof came === 'string' ? {} : came.taken;
  if (typeof came !== 'string') kept.push(came.taken);
  return [{ handle, rect: null, hit: null, picture: { width, height, bytes, covered: typeof came === 'string' ? 0 : came.covered, why: typeof came === 'string' ? came : '' } }];
}
