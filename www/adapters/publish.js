/**
 * `publish` alone, for code that should not load Onecall itself: it waits for the script tag or the extension.
 */
import { registryOf } from '../../extension/shared/registry.js';

/** @import { Handle, Spec } from '../../extension/shared/publish' */

/**
 * @param {string} name Below `app`.
 * @param {Spec} spec
 * @returns {Handle}
 */
export const publish = (name, spec) => registryOf(globalThis).publish(name, spec);
