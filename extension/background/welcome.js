/**
 * Opens the first page when somebody has installed the extension: once, and where somebody is there to read it.
 */

/**
 * @typedef {object} Browser
 * @property {boolean} headless
 * @property {(page: string) => void} openTab
 * @property {Pick<import('../shared/area.js').Area, 'get'>} managed
 */

/**
 * @param {Browser} browser
 * @param {string} reason Why the worker was told: `install`, `update` …
 */
export async function welcome({ headless, openTab, managed }, reason) {
  if (reason !== 'install' || headless) return;
  // An organisation that installs it for its people may have told them itself. It rejects where there is none.
  const { settings } = await managed.get('settings').catch(() => /** @type {Record<string, unknown>} */ ({}));
  if (/** @type {{ welcome?: unknown } | undefined} */ (settings)?.welcome !== false) openTab('first.html');
}
