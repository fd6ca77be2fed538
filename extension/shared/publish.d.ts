/** What a site publishes for agents, and what it gets for it (README.md, "Publish your app's objects"). */

/** A JSON Schema. */
export type JsonSchema = { [keyword: string]: unknown } | boolean;

/** A schema of zod, arktype, valibot or any other library that follows Standard Schema. */
export interface StandardSchema {
  readonly '~standard': { readonly version: 1; readonly vendor: string; readonly validate: (value: unknown) => unknown };
}

export type AnySchema = JsonSchema | StandardSchema;

/** What something does to the world, from harmless to grave. */
export type Effect = 'read' | 'write' | 'act' | 'navigate' | 'download' | 'upload' | 'submit' | 'consequential' | 'send' | 'auth' | 'delete' | 'pay';

/** A value. With `get` it is read when an agent asks; with `value` it is what it is. */
export interface PropertySpec {
  summary?: string;
  /** What it holds. The keywords may also stand beside `get` themselves: `{ type: 'number', get }`. */
  schema?: AnySchema;
  type?: string;
  enum?: readonly unknown[];
  value?: unknown;
  get?: () => unknown;
  /** Makes it assignable. Throwing refuses the value. */
  set?: (value: never) => unknown;
  effect?: Effect;
  /** Makes it a list: the name of each item's key, or a function that gives it. */
  key?: string | ((item: never, position: number) => unknown);
  /** What an item is. */
  item?: AnySchema;
  /** What an item can be told. `run` gets the arguments, then the item. */
  methods?: Record<string, MethodSpec>;
  /** For long lists: how many there are, and some of them. Without, `get` gives all. */
  count?: () => number | Promise<number>;
  slice?: (from: number, to: number) => readonly unknown[] | Promise<readonly unknown[]>;
}

export interface MethodSpec {
  summary?: string;
  /** The schema of one object; its members are the arguments, in their order. */
  args?: AnySchema;
  returns?: AnySchema;
  /** Default `act`. */
  effect?: Effect;
  /** May be repeated without harm. */
  idempotent?: boolean;
  /** What a person is asked before it runs. */
  confirm?: string;
  /** Codes of its failures: the `code` of what it throws. */
  throws?: readonly string[];
  run: (args: never, ...more: never[]) => unknown;
}

/** An object for agents. Everything is optional. */
export interface Spec {
  /** A sentence; it stands in the overview. Give it anew with `changed()`. */
  summary?: string;
  properties?: Record<string, PropertySpec | (() => unknown)>;
  methods?: Record<string, MethodSpec>;
  /** Objects below it. A function gives one that comes and goes; it is asked when an agent looks after `changed()`. */
  children?: Record<string, Spec | (() => Spec | null | undefined)>;
  /** Objects below it with a key and a position, in order. */
  items?: readonly ItemSpec[] | (() => readonly ItemSpec[]);
  /** The element on the page that shows it. */
  element?: Element | (() => Element | null | undefined);
}

export interface ItemSpec extends Spec {
  key: string;
}

/** What `publish` gives. */
export interface Handle {
  /** Its members or values are others now; a new spec may be given. */
  changed(spec?: Spec): void;
  /** Tells agents something, with their next answer. */
  notify(text: string): void;
  /** Publishes an object below it. */
  child(name: string, spec: Spec): Handle;
  /** Takes it back. */
  remove(): void;
}

/** The site's own decision about an operation. */
export type Approve = (operation: { path: string; effect: Effect; args: unknown; says: string }) => 'allow' | 'ask' | 'deny' | Promise<'allow' | 'ask' | 'deny'>;
