// Names of the windows of a page's frames, as far as the page's own script may look into them.

/**
 * Where a frame stands among the frames, as numbers.
 * @param {Window} top
 * @param {Window} window
 */
export function placeOf(top, window) {
  /** @type {number[]} */
  const place = [];
  for (let at = window; at !== top && at !== at.parent && place.length < 9; at = at.parent) {
    const { parent } = at;
    let index = 0;
    while (index < parent.frames.length && parent.frames[index] !== at) index += 1;
    place.unshift(index);
  }
  return place.join('.');
}

/** @param {Window} window */
export function pathOf(window) {
  try {
    return window.location.pathname;
  } catch {
    return '';
  }
}

/** @param {Window} window @param {string} place */
export function nameOf(window, place) {
  try {
    const element = window.frameElement;
    return element?.getAttribute('title') || element?.getAttribute('name') || window.document.title || pathOf(window) || place;
  } catch {
    return place;
  }
}
