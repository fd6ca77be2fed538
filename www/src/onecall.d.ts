import type { Approve, Handle, Spec } from '../../extension/shared/publish';
export type * from '../../extension/shared/publish';
export type { Answer, Code, Fault, Steps, Usage } from './answer';

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

/** What a page may push before the script is there, and after: the name of a function of `onecall`, and its arguments. */
export type Queued = ['publish', string, Spec, ((handle: Handle) => void)?] | ['approve', Approve] | ['approve', string, Approve];

/** What `onecall.report()` gives; it also says it in the console. */
export interface Report {
  /** How many WebMCP tools the page has. */
  tools: number;
  /** Collections, and groups that were guessed. */
  groups: Array<{ name: string; tools: number; inferred: boolean }>;
  /** Tokens of all definitions, and of `call` alone. */
  tokens: { flat: number; one: number };
  /** Tools that are kept out of the browser's list, and why (not). */
  absorbed: number;
  because: string;
  /** Vague names, missing descriptions, what could not be absorbed. */
  problems: string[];
}

/** What the script tag puts at `window.onecall`. */
export interface Onecall {
  /**
   * Calls as an agent does and gives what an agent would read. Never rejects: a fault is an answer.
   * @example await onecall.call('page.forms["Sign in"].fill', { Email: 'a@b.c' })
   */
  call(path?: string, args?: CallInput['args']): Promise<string>;
  call(input: CallInput): Promise<string>;
  /**
   * Publishes an object for agents, at `app.<name>`. Throws where the name is taken: the first stays.
   * @example const cart = onecall.publish('cart', { summary: 'The cart', properties: { total: { type: 'number', get: () => total } } });
   */
  publish(name: string, spec: Spec): Handle;
  /** The site decides about operations by itself, for all or below a branch of paths; null takes that back. */
  approve(decide: Approve | null): void;
  approve(branch: string, decide: Approve | null): void;
  /** As an array that a page fills before the script is there. */
  readonly queue: { push(...entries: Queued[]): void };
  /** What a developer should know of this page's tools: grouping, tokens, problems. */
  report(): Promise<Report>;
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
