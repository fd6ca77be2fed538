/**
 * Svelte (4 and 5): `publish` for a component, or the action `use:published` for an element, which ties the two together.
 */
import { onDestroy } from 'svelte';
import { livePublish } from './live.js';

/** @import { Spec } from '../../extension/shared/publish' */
/** @import { Live } from './live.js' */

/**
 * While a component is made: publishes until it is gone. State that functions read is always the newest.
 * @param {string} name Below `app`.
 * @param {Spec} spec
 * @returns {Pick<Live, 'update' | 'notify'>}
 */
export function publish(name, spec) {
  if (typeof window === 'undefined') return { update() {}, notify() {} };
  const live = livePublish(name, spec);
  onDestroy(() => live.remove());
  return live;
}

/**
 * `<section use:published={{ name: 'cart', ...spec }}>`
 * @param {Element} element Is what shows the object on the page.
 * @param {Spec & { name: string }} given
 */
export function published(element, { name, ...spec }) {
  const live = livePublish(name, { element, ...spec });
  return {
    /** @param {Spec & { name: string }} next */
    update({ name: _same, ...next }) {
      live.update({ element, ...next });
    },
    destroy: () => live.remove(),
  };
}
