/**
 * Vue 3: publishes an object as long as a component (or any effect scope) lives.
 */
import { onScopeDispose, toValue, watchEffect } from 'vue';
import { livePublish } from './live.js';

/** @import { Spec } from '../../extension/shared/publish' */
/** @import { MaybeRefOrGetter } from 'vue' */
/** @import { Live } from './live.js' */

/**
 * @param {string} name Below `app`.
 * @param {MaybeRefOrGetter<Spec>} spec A getter is looked at again when what it reads changes.
 * @returns {Live['notify']} Tells agents something.
 */
export function usePublish(name, spec) {
  // On a server there is nobody to publish for.
  if (typeof window === 'undefined') return () => {};
  const live = livePublish(name, toValue(spec));
  watchEffect(() => live.update(toValue(spec)));
  onScopeDispose(() => live.remove());
  return live.notify;
}
