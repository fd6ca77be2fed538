// Waiting, in ways that also work in hidden tabs, where no frame is ever drawn.

/** @param {number} ms @returns {Promise<void>} */
export const pause = (ms) => new Promise((resolve) => {
  setTimeout(resolve, ms);
});

/**
 * The next frame, or a short while where frames are not drawn (hidden tab, throttled frame).
 * @param {Window} view
 * @returns {Promise<void>}
 */
export function frame(view) {
  return new Promise((resolve) => {
    if (view.document.visibilityState !== 'visible') {
      setTimeout(resolve, 16);
      return;
    }
    const late = setTimeout(resolve, 80);
    view.requestAnimationFrame(() => {
      clearTimeout(late);
      // After the frame's own callbacks, which a framework may use to write back.
      setTimeout(resolve, 0);
    });
  });
}
