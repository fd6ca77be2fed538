/**
 * How a script ends that never began: its interpreter could not be had. It stands apart from the interpreter, which may be what is missing.
 */

/** @import { ScriptEnd } from '../protocol' */

/**
 * @param {unknown} error
 * @returns {ScriptEnd}
 */
export function notLoaded(error) {
  console.error('Onecall: the interpreter for scripts cannot be loaded', error);
  const message = 'Onecall could not load its interpreter for scripts. Nothing was run; single calls work.';
  return {
    value: null, none: true, limit: null, printed: [], unawaited: [],
    error: { name: 'Error', message, code: 'unavailable', path: null, attempt: null, line: null, column: null, hint: null },
  };
}
