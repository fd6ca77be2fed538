/**
 * The script tag as a classic script, `<script src="onecall.iife.js">`: says where its parts lie, nothing else.
 */
import { startHost } from './host.js';

/** @import { HeartModule } from './host.js' */

// Only known while the script runs for the first time.
const src = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';

startHost(window, {
  // The module's own part, so that there is one copy of it; a classic script may import modules too.
  heart: () => /** @type {Promise<HeartModule>} */ (import(new URL('onecall-heart.js', src || document.baseURI).href)),
  src,
});
