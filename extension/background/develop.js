/**
 * Makes a small picture out of what a window shows: the part that is wanted, with flat colour over what must not be seen.
 * It must never draw a part before what covers it.
 */

/** @import { Area, Taken } from '../page/picture.js' */

/** Pixels of the longer side, from the first that is tried; a picture is there to be recognised, not to be read closely. */
const SIDES = [640, 480, 360, 240];

/** Bytes: with base64 and a model's price for an image of that size, about what a long answer costs. */
const BYTES = 12_000;

const QUALITY = 0.6;
const TYPE = 'image/webp';

/** What covers: a colour that is nobody's, so that it is seen to be no part of the page. */
const OVER = '#5c5470';

/**
 * @param {string} address The whole window, as a `data:` address.
 * @param {Area} area
 * @param {Area[]} covers
 * @param {number} wide CSS pixels across what the window shows: no picture is larger than the thing.
 * @returns {Promise<Taken>}
 */
export async function develop(address, area, covers, wide) {
  const whole = await createImageBitmap(await (await fetch(address)).blob());
  const [left, top, width, height] = [area[0] * whole.width, area[1] * whole.height, area[2] * whole.width, area[3] * whole.height];
  try {
    const cut = covered(whole, covers);
    for (const side of SIDES) {
      const ratio = Math.min(1, side / Math.max(width, height), wide / whole.width);
      const last = side === SIDES.at(-1);
      const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio)));
      const paint = canvas.getContext('2d');
      if (!paint) throw new Error('no canvas');
      paint.drawImage(cut, left, top, width, height, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: TYPE, quality: QUALITY });
      if (blob.size > BYTES && !last) continue;
      return { data: base64(new Uint8Array(await blob.arrayBuffer())), mimeType: TYPE, width: canvas.width, height: canvas.height, bytes: blob.size };
    }
    throw new Error('no size');
  } finally {
    whole.close();
  }
}

/**
 * The whole picture with what must not be seen painted over, at its full size: made small, a field's neighbours would take up some of it.
 * @param {ImageBitmap} whole
 * @param {Area[]} covers
 */
function covered(whole, covers) {
  const canvas = new OffscreenCanvas(whole.width, whole.height);
  const paint = canvas.getContext('2d');
  if (!paint) throw new Error('no canvas');
  paint.drawImage(whole, 0, 0);
  paint.fillStyle = OVER;
  for (const [x, y, width, height] of covers) {
    const [left, top] = [Math.floor(x * whole.width), Math.floor(y * whole.height)];
    paint.fillRect(left, top, Math.ceil((x + width) * whole.width) - left, Math.ceil((y + height) * whole.height) - top);
  }
  return canvas;
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
