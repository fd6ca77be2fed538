/** Input of the tool `call`; all fields are optional (README.md). */
export interface CallInput {
  /** Where; absent or empty is the overview. */
  path?: string;
  /** Arguments of the last segment: positional or named. */
  args?: unknown[] | Record<string, unknown> | string;
  /** Assigned to the property that the path names. */
  value?: unknown;
  /** Several operations, in order; stops at the first fault. */
  steps?: Array<Pick<CallInput, 'path' | 'args' | 'value'>>;
  /** Size of the answer in tokens. */
  budget?: number;
  format?: 'text' | 'json';
  /** Seconds that this call may take. */
  timeout?: number;
}

/** What the script tag puts at `window.onecall`. */
export interface Onecall {
  /**
   * Calls as an agent does and gives what an agent would read. Never rejects: a fault is an answer.
   * @example await onecall.call('page.forms["Sign in"].fill', { Email: 'a@b.c' })
   */
  call(path?: string, args?: CallInput['args']): Promise<string>;
  call(input: CallInput): Promise<string>;
  /** Who answers agents on this page: this script, the extension, or nobody (with the reason in `reason`). */
  readonly host: 'page' | 'extension' | 'none';
  /** Why nobody answers agents; empty where somebody does. */
  readonly reason: string;
}

export declare const onecall: Onecall;
export default onecall;

declare global {
  interface Window {
    onecall?: Onecall;
  }
}
