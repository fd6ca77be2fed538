/**
 * The script tag from the first call on: the page kit and the core, joined in the page. It is loaded once. What it needs
 * lies beside it, said in the form that bundlers follow.
 */
import init, { Engine, renew } from '#core';
import { Census } from '../../extension/page/census.js';
import { createKit } from '../../extension/page/kit.js';
import { withLate } from '../../extension/page/late.js';
import { absentCore, Core } from '../../extension/shared/core.js';
import { Dialogs } from '../../extension/shared/dialogs.js';
import { registryOf } from '../../extension/shared/registry.js';
import { Provider } from '../../extension/shared/provider/provider.js';
import { Asker } from './asker.js';
import { PageLink } from './link.js';

export { report } from './report.js';

/** @import { JsonValue, Policy, Taint } from '../../extension/shared/protocol' */
/** @import { Elsewhere } from '../../extension/shared/provider/tools.js' */
/** @import { Heart, Tools } from './host.js' */
/** @import { Keep } from './keep.js' */

/**
 * @param {Window & typeof globalThis} window
 * @param {Tools} tools
 * @returns {Promise<Heart>}
 */
export async function startHeart(window, { toolbox, keep }) {
  const asker = new Asker(window);
  const link = new PageLink(asker, async (post) => (await import('./onecall-script.js')).startScripts(new URL('./quickjs.wasm', import.meta.url), post));
  const core = await coreFrom(new URL('./onecall.wasm', import.meta.url), (error) => {
    console.error('Onecall: the core failed and is started again', error);
    if (core instanceof Core) core.setPolicy(policy(asker, link.taint));
    link.reset();
  });
  if (core instanceof Core) {
    core.setPolicy(policy(asker, link.taint));
    registryOf(window).onChange((name) => name === '' && core.setPolicy(policy(asker, link.taint)));
  }
  link.core = core;
  const kit = createKit({ document: window.document, window, link, dialogs: new Dialogs(window), provider: new Provider(window, toolbox && new Census(toolbox), keep && elsewhere(keep)) });
  return { run: async (...call) => withLate(window, await kit.run(...call)) };
}

/**
 * @param {Asker} asker
 * @param {Taint} taint
 * @returns {Policy}
 */
const policy = (asker, taint) => ({ host: 'page', rules: asker.rules, levels: [], bounds: [], grants: [], taint, budget: null });

/**
 * @param {URL} wasm
 * @param {(error: unknown) => void} onTrap
 * @returns {Promise<Pick<Core, 'take'>>}
 */
async function coreFrom(wasm, onTrap) {
  try {
    await init({ module_or_path: wasm });
    return new Core({ Engine, renew }, onTrap);
  } catch (error) {
    // The browser has no type of its own for a refusal by the page's policy, but always names the policy.
    if (!(error instanceof WebAssembly.CompileError && /content security policy/i.test(error.message))) throw error;
    const reason =
      "This page's Content-Security-Policy forbids WebAssembly, so Onecall cannot work here. " +
      "The site can allow it by adding 'wasm-unsafe-eval' to script-src; the Onecall extension works without that.";
    console.warn(`Onecall: ${reason}`);
    return absentCore(reason);
  }
}

/** @param {Keep} keep @returns {Elsewhere} */
function elsewhere(keep) {
  const plain = (/** @type {unknown} */ value) => /** @type {JsonValue} */ (value);
  return { before: () => plain(keep.before), tabs: async () => plain(await keep.tabs()) };
}
