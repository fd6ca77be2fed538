// The answer for `format: "json"`, made from crate/protocol by `cargo xtask types`. Do not edit.

/** An answer. The text form says the same in lines. */
export interface Answer {
  /** False for a fault. */
  ok: boolean;
  /** Set where `ok` is false: clients of MCP look for it. */
  isError?: boolean;
  /** The call that it answers, where another document than the one that was called does. */
  call?: string;
  /** Canonical path of the place. */
  path: string;
  /** What stands there: `overview`, `form`, `row`, `text` … */
  kind: string;
  /** What was read. */
  value?: unknown;
  /** How the call was understood, where that is not plain. */
  notes?: Array<string>;
  /** What was done. */
  done?: Array<string>;
  /** What is different now. */
  changed?: Array<string>;
  /** What was said meanwhile. */
  events?: Array<string>;
  /** Calls that continue what was cut. */
  more?: Array<string>;
  /** Calls worth making. */
  next?: Array<string>;
  /** What can be said to the place. */
  members?: Array<string>;
  /** What was wrong. */
  fault?: Fault;
  /** Size. */
  usage: Usage;
}

/** What was wrong. */
export interface Fault {
  /** Its code. */
  code: Code;
  /** Whose fault it is. */
  whose: Whose;
  /** One or two sentences. */
  message: string;
  /** Near names. */
  near?: Array<string>;
  /** A call that would work, as an input of `call`. */
  try?: unknown;
}

/** A stable code. Agents and tests go by it, never by the wording. */
export type Code =
  | "bad_path"
  | "not_found"
  | "not_now"
  | "ambiguous"
  | "invalid_argument"
  | "not_writable"
  | "not_a_method"
  | "needs_approval"
  | "denied"
  | "stale"
  | "covered"
  | "disabled"
  | "not_visible"
  | "needs_user"
  | "failed"
  | "timed_out"
  | "navigated"
  | "too_large"
  | "cancelled"
  | "unavailable"
  | "internal";

/** Whose fault it was. */
export type Whose =
  | "caller"
  | "page"
  | "person"
  | "onecall";

/** Size of an answer. */
export interface Usage {
  /** Estimated tokens (o200k). */
  tokens: number;
  /** What was allowed. */
  budget: number;
}

/** Answers to the steps of one call. */
export interface Steps {
  /** False where one of them is a fault. */
  ok: boolean;
  /** As `ok`: clients of MCP look for it. */
  isError?: boolean;
  /** The answers, in order; after a fault no step is run. */
  steps: Array<Answer>;
  /** How many steps were not run. */
  left: number;
}

