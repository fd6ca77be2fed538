/**
 * The script tag as an ES module, `<script type="module" src="onecall.js">`: says where its parts lie, nothing else.
 */
import { startHost } from './host.js';

export const onecall = startHost(window, {
  heart: () => import('./onecall-heart.js'),
  src: import.meta.url,
});
export default onecall;
