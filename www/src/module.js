/**
 * The script tag as an ES module, `<script type="module" src="onecall.js">`: says where its parts lie, nothing else.
 */
import { startHost } from './host.js';

export const onecall = startHost(window, {
  heart: () => import('./heart.js'),
  wasm: new URL('./onecall.wasm', import.meta.url),
  src: import.meta.url,
});
export default onecall;
