/**
 * React (18 and 19): publishes an object as long as a component is mounted. StrictMode and hot reload mount twice, one
 * after the other; the object is there once.
 */
import { useEffect, useRef } from 'react';
import { livePublish } from './live.js';

/** @import { Spec } from '../../extension/shared/publish' */
/** @import { Live } from './live.js' */

/**
 * @param {string} name Below `app`.
 * @param {Spec} spec Written anew with each rendering; agents always reach the newest functions.
 * @returns {(text: string) => void} Tells agents something.
 */
export function usePublish(name, spec) {
  const live = useRef(/** @type {Live | null} */ (null));
  const newest = useRef(spec);
  newest.current = spec;
  useEffect(() => {
    const made = livePublish(name, newest.current);
    live.current = made;
    return () => {
      made.remove();
      live.current = null;
    };
  }, [name]);
  useEffect(() => live.current?.update(spec));
  const notify = useRef((/** @type {string} */ text) => live.current?.notify(text));
  return notify.current;
}
