// Types that cross a world, made from crate/protocol by `cargo xtask types`. Do not edit.

/**
 * Primitive acts of the page kit. The core maps members to these.
 */
export type Act = { "verb": "click" } | { "verb": "doubleClick" } | { "verb": "hover" } | { "verb": "setValue", 
/**
 * The new text.
 */
text: string, 
/**
 * A secret: never put it into an outcome.
 */
secret: boolean, } | { "verb": "selectOptions", 
/**
 * Positions among the select's options.
 */
positions: Array<number>, } | { "verb": "pickDate", 
/**
 * `2026-11-30`, `2026-11-30T14:30`.
 */
iso: string, } | { "verb": "expand", 
/**
 * The state.
 */
on: boolean, } | { "verb": "check", 
/**
 * The state.
 */
on: boolean, } | { "verb": "editText", 
/**
 * The text.
 */
text: string, 
/**
 * Append instead of replace.
 */
append: boolean, } | { "verb": "attach", 
/**
 * The files.
 */
files: Array<File>, } | { "verb": "submit", 
/**
 * Handle of the submit button, 0 for none.
 */
by: number, } | { "verb": "reset" } | { "verb": "press", 
/**
 * The key with its modifiers.
 */
key: string, } | { "verb": "focus" } | { "verb": "scrollTo", 
/**
 * Empty: it itself. `start`, `end`, `next`, `back`: what is in it. `place`: what stands at `to` in it.
 */
what: string, 
/**
 * For `place`: `aria-rowindex` or `aria-posinset` where its rows say it, else the number of the row from 1.
 */
to: number | null, } | { "verb": "selectText", 
/**
 * The words, as they are shown.
 */
text: string, } | { "verb": "dragTo", 
/**
 * The other element.
 */
onto: number, } | { "verb": "close" } | { "verb": "media", 
/**
 * `play`, `pause` or `seek`.
 */
what: string, 
/**
 * Seconds, for `seek`.
 */
to: number | null, } | { "verb": "highlight", 
/**
 * What to say beside it.
 */
message: string, } | { "verb": "dialogs", 
/**
 * Accept `confirm` and `prompt` instead of dismissing them.
 */
accept: boolean, 
/**
 * What an accepted `prompt` is answered with; absent: what the page suggests.
 */
text: string | null, } | { "verb": "goto", 
/**
 * Absolute URL.
 */
url: string, } | { "verb": "history", 
/**
 * -1 or 1.
 */
delta: number, } | { "verb": "reload" } | { "verb": "appGet", 
/**
 * The published node.
 */
node: number, 
/**
 * Its property.
 */
name: string, 
/**
 * Where inside the value: keys and positions.
 */
within: Array<JsonValue>, 
/**
 * Of a list: the first item wanted.
 */
from: number, 
/**
 * Of a list: how many.
 */
most: number, } | { "verb": "appSet", 
/**
 * The published node.
 */
node: number, 
/**
 * Its property.
 */
name: string, 
/**
 * The value, checked.
 */
value: JsonValue, } | { "verb": "appCall", 
/**
 * The published node.
 */
node: number, 
/**
 * Its method.
 */
name: string, 
/**
 * For a method of a list's item: the list's name, then the item's key.
 */
item: Array<JsonValue>, 
/**
 * Named arguments, checked.
 */
args: JsonValue, } | { "verb": "tabCall", 
/**
 * The document, as the host names it.
 */
doc: string, 
/**
 * The operation, as an agent there would send it.
 */
input: JsonValue, } | { "verb": "toolCall", 
/**
 * The tool.
 */
name: string, 
/**
 * Its input, checked.
 */
args: JsonValue, };

/**
 * An answer. The text form says the same in lines.
 */
export type Answer = { 
/**
 * False for a fault.
 */
ok: boolean, 
/**
 * Set where `ok` is false: clients of MCP look for it.
 */
isError: boolean, 
/**
 * The call that it answers, where another document than the one that was called does.
 */
call: string, 
/**
 * Canonical path of the place.
 */
path: string, 
/**
 * What stands there: `overview`, `form`, `row`, `text` …
 */
kind: string, 
/**
 * What was read.
 */
value: JsonValue, 
/**
 * How the call was understood, where that is not plain.
 */
notes: Array<string>, 
/**
 * What was done.
 */
done: Array<string>, 
/**
 * What is different now.
 */
changed: Array<string>, 
/**
 * What was said meanwhile.
 */
events: Array<string>, 
/**
 * Calls that continue what was cut.
 */
more: Array<string>, 
/**
 * Calls worth making.
 */
next: Array<string>, 
/**
 * What can be said to the place.
 */
members: Array<string>, 
/**
 * What was wrong.
 */
fault: Fault | null, 
/**
 * Size.
 */
usage: Usage, };

/**
 * A request from its beginning to its result, as the host keeps it. Secrets are masked; the operation itself stays in
 * the page kit that was asked for it.
 */
export type Asked = { 
/**
 * What was asked.
 */
request: Request, 
/**
 * The document that it is bound to.
 */
doc: string, 
/**
 * The call that asked.
 */
call: string, 
/**
 * Its tab, where the host has tabs.
 */
tab: number | null, 
/**
 * How far it has come.
 */
state: State, 
/**
 * The answer of the operation, once it has run.
 */
result: string, 
/**
 * What waits is a script, which goes on whatever the answer is.
 */
script: boolean, };

/**
 * A raw fact that must still hold.
 */
export type Check = { "what": "text", 
/**
 * Whose.
 */
handle: number, 
/**
 * What it was.
 */
was: string, } | { "what": "attr", 
/**
 * Whose.
 */
handle: number, 
/**
 * Which.
 */
name: string, 
/**
 * What it was.
 */
was: string | null, } | { "what": "inside", 
/**
 * The inner element.
 */
handle: number, 
/**
 * The outer one.
 */
within: number, };

/**
 * What an operation does to the world. Ordered from harmless to grave.
 */
export type Class = "read" | "write" | "act" | "navigate" | "download" | "upload" | "submit" | "consequential" | "send" | "auth" | "delete" | "pay";

/**
 * A stable code. Agents and tests go by it, never by the wording.
 */
export type Code = "bad_path" | "not_found" | "not_now" | "ambiguous" | "invalid_argument" | "not_writable" | "not_a_method" | "needs_approval" | "denied" | "stale" | "covered" | "disabled" | "not_visible" | "needs_user" | "failed" | "timed_out" | "navigated" | "too_large" | "cancelled" | "unavailable" | "internal";

/**
 * What the policy says.
 */
export type Decision = "allow" | "ask" | "deny";

/**
 * One thing to be done. All but `Store` and `Ask` are carried out by the page kit of `doc`.
 */
export type Effect = { "kind": "capture", 
/**
 * The document.
 */
doc: string, 
/**
 * Revision the core has; 0 for none.
 */
since: number, 
/**
 * Whether closed shadow roots may be read; where it is another than last time, all facts are sent.
 */
closed: boolean, } | { "kind": "frames", 
/**
 * The top document.
 */
doc: string, 
/**
 * The frame elements.
 */
wanted: Array<FrameElement>, } | { "kind": "probe", 
/**
 * The document.
 */
doc: string, 
/**
 * The call that needs them.
 */
call: string, 
/**
 * Whose facts.
 */
handles: Array<number>, 
/**
 * Which facts.
 */
fields: Array<ProbeField>, } | { "kind": "perform", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * What to do.
 */
step: Step, 
/**
 * The whole plan, in bytes only the core reads: what a new core needs to finish this call. Empty where it is the
 * one that came with the step before.
 */
plan: string, 
/**
 * What to answer if the document goes away before the outcome is known.
 */
parting: string, 
/**
 * The frame's document that the step is for, where it is not `doc`: its kit does it once that of `doc` has the plan.
 */
frame: string | null, } | { "kind": "settle", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * Quiet for this long, in milliseconds, counts as settled.
 */
quiet: number, 
/**
 * Wait no longer than this, in milliseconds.
 */
most: number, } | { "kind": "answer", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * Text, or JSON text for `format: "json"`.
 */
output: string, 
/**
 * False where the answer is a fault.
 */
ok: boolean, } | { "kind": "ledger", 
/**
 * The document.
 */
doc: string, 
/**
 * Bytes only the core reads.
 */
entry: string, 
/**
 * Replace instead of append.
 */
all: boolean, } | { "kind": "events", 
/**
 * The document.
 */
doc: string, 
/**
 * Bytes only the core reads.
 */
kept: string, 
/**
 * Place in what the kit has heard up to which the log has it.
 */
place: number, } | { "kind": "timer", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * Milliseconds.
 */
after: number, 
/**
 * Which of the call's clocks it is; given back with `elapsed`.
 */
tag: number, } | { "kind": "script", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * What to do.
 */
work: ScriptWork, } | { "kind": "ask", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * What is asked.
 */
request: Request, } | { "kind": "approval", 
/**
 * The document.
 */
doc: string, 
/**
 * The request.
 */
record: Asked, } | { "kind": "hold", 
/**
 * The document.
 */
doc: string, 
/**
 * The request, `ap-7`.
 */
id: string, 
/**
 * An input of the tool.
 */
input: JsonValue, } | { "kind": "run", 
/**
 * The document.
 */
doc: string, 
/**
 * The call, `<doc>:ap-7`.
 */
call: string, 
/**
 * The request, `ap-7`.
 */
id: string, } | { "kind": "tabs", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * The tab's number (absent: the list).
 */
at: number | null, 
/**
 * What it is called with.
 */
input: JsonValue, 
/**
 * Only read.
 */
look: boolean, 
/**
 * The origin that the tab has to have; absent: the host says first which it has.
 */
of: string | null, 
/**
 * Which operation of the call it is: a host that is asked again hands it over once.
 */
operation: number, } | { "kind": "taint", 
/**
 * The document that was read.
 */
doc: string, 
/**
 * All that was met.
 */
taint: Taint, } | { "kind": "log", 
/**
 * The document.
 */
doc: string, 
/**
 * What happened, with secrets masked.
 */
entry: LogEntry, };

/**
 * What was wrong.
 */
export type Fault = { 
/**
 * Its code.
 */
code: Code, 
/**
 * Whose fault it is.
 */
whose: Whose, 
/**
 * One or two sentences.
 */
message: string, 
/**
 * Near names.
 */
near?: Array<string>, 
/**
 * A call that would work, as an input of `call`.
 */
try?: JsonValue | null, };

/**
 * A file for `Act::Attach`.
 */
export type File = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its media type.
 */
mime: string, 
/**
 * Its content as text …
 */
text: string | null, 
/**
 * … or in base64.
 */
base64: string | null, };

/**
 * A frame element, by the kit that has it.
 */
export type FrameElement = { 
/**
 * The document that it is in, or the one whose kit reads that document.
 */
doc: string, 
/**
 * The element.
 */
handle: number, };

/**
 * A document in a frame, as the host knows it.
 */
export type Framed = { 
/**
 * The document.
 */
doc: string, 
/**
 * The document whose kit has the frame element.
 */
within: string, 
/**
 * The frame element.
 */
handle: number, 
/**
 * Its origin, as the browser says; `sandboxed https://pay.test` where it has an opaque one.
 */
origin: string, };

/**
 * A remembered yes. It answers only what the same rule would ask again.
 */
export type Grant = { 
/**
 * Where it counts.
 */
origin: string, 
/**
 * In this document only, where given.
 */
doc: string | null, 
/**
 * In this branch only, where given.
 */
branch: string | null, 
/**
 * For this effect, and no graver or milder one.
 */
effect: Class | null, 
/**
 * The rule that asked, as [`Request::rule`] has it.
 */
rule: string, 
/**
 * The member that was asked about …
 */
path: string, 
/**
 * … and its declared shape then, as [`Request::shape`] has it.
 */
shape: string, };

/**
 * The head of a piece of facts.
 */
export type Head = { 
/**
 * The document.
 */
doc: string, 
/**
 * Revision that these facts bring the core to; from 1.
 */
rev: number, 
/**
 * Revision they build on; 0 for full facts.
 */
base: number, 
/**
 * This part, from 0.
 */
part: number, 
/**
 * How many parts there are; at least 1.
 */
parts: number, 
/**
 * `location.href`.
 */
url: string, 
/**
 * `document.title`.
 */
title: string, 
/**
 * `document.documentElement.lang`.
 */
lang: string, 
/**
 * `document.readyState`.
 */
ready: string, 
/**
 * Handle of the focused element, 0 for none.
 */
active: number, };

/**
 * Something said on the page that may be gone already.
 */
export type Heard = { 
/**
 * `alert`, `status`, `log` or a JS dialog: `js:alert`, `js:confirm`, `js:prompt`; what an app notified: `notify`.
 */
from: string, 
/**
 * The text.
 */
text: string, 
/**
 * When.
 */
at: number, 
/**
 * In a closed shadow root: the page's own script could not read it.
 */
closed: boolean, };

/**
 * The thing a core runs in.
 */
export type HostKind = "extension" | "page";

/**
 * One message to the core. Facts come beside it, as typed arrays (see [`crate::facts`]).
 */
export type Input = { "kind": "policy", 
/**
 * The policy.
 */
policy: Policy, } | { "kind": "open", 
/**
 * The document.
 */
doc: string, 
/**
 * `location.href`.
 */
url: string, 
/**
 * What the kit kept of the ledger, in order.
 */
ledger: Array<string>, 
/**
 * What the kit kept of the log of events, or found of the document before it.
 */
events: string, 
/**
 * The log is that of the document before it: it was kept where the page can write.
 */
carried: boolean, 
/**
 * Its tab, where the host has tabs; the host says it, not the kit.
 */
tab: number | null, 
/**
 * Its origin as rules have it, where the host knows better than the address says (`blob:`, `about:blank`);
 * the host says it, not the kit.
 */
origin: string | null, } | { "kind": "close", 
/**
 * The document.
 */
doc: string, } | { "kind": "frames", 
/**
 * The top document.
 */
doc: string, 
/**
 * The documents.
 */
framed: Array<Framed>, } | { "kind": "request", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * What the agent sent, unread.
 */
input: JsonValue, 
/**
 * By the tool that only reads: whatever acts is refused.
 */
look: boolean, 
/**
 * What the kit kept of this call, where it was begun by a core that is gone.
 */
journal: Journal | null, 
/**
 * Now.
 */
now: number, 
/**
 * When the caller sent it; earlier than now where a core that is gone had begun it. 0: now.
 */
began: number, } | { "kind": "heard", 
/**
 * The document.
 */
doc: string, 
/**
 * What, in order.
 */
heard: Array<Heard>, 
/**
 * Place in what the kit has heard, for [`Effect::Events`].
 */
place: number, } | { "kind": "cancel", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, } | { "kind": "outcome", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * The step.
 */
step: string, 
/**
 * What came of it.
 */
outcome: Outcome, } | { "kind": "settled", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * True where the page was quiet before the bound.
 */
quiet: boolean, 
/**
 * Live-region messages and JS dialogs since what was last reported, in order.
 */
heard: Array<Heard>, 
/**
 * As in [`Input::Heard`].
 */
place: number, 
/**
 * Where the page is going, when it is about to leave.
 */
leaving: string | null, } | { "kind": "probed", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * One entry per handle asked for.
 */
found: Array<Probe>, } | { "kind": "elapsed", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * Now.
 */
now: number, 
/**
 * Which clock.
 */
tag: number, } | { "kind": "approvals", 
/**
 * The requests.
 */
records: Array<Asked>, } | { "kind": "tabs", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * The tabs.
 */
tabs: Array<SharedTab>, 
/**
 * What the call in the tab was answered with; absent for the list, and where there is no such tab.
 */
output: string | null, } | { "kind": "stop", 
/**
 * The document.
 */
doc: string, } | { "kind": "scriptOps", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * The operations, in order.
 */
ops: Array<ScriptOp>, 
/**
 * Now.
 */
now: number, } | { "kind": "scriptEnded", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * How.
 */
end: ScriptEnd, } | { "kind": "published", 
/**
 * The document.
 */
doc: string, 
/**
 * Its name below `app`.
 */
name: string, 
/**
 * What it is (core, publish/node.rs); null where it was removed.
 */
node: JsonValue, } | { "kind": "tools", 
/**
 * The document.
 */
doc: string, 
/**
 * A list of them.
 */
tools: JsonValue, } | { "kind": "decided", 
/**
 * The document.
 */
doc: string, 
/**
 * The call.
 */
call: string, 
/**
 * The request, `ap-7`.
 */
request: string, 
/**
 * Allow or deny; `ask` where nobody answered in time.
 */
decision: Decision, };

/**
 * What the kit keeps of an open call.
 */
export type Journal = { 
/**
 * The plan as it came with the last step.
 */
plan: string, 
/**
 * Outcomes of the steps done, in order.
 */
outcomes: Array<[string, Outcome]>, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * What a person lets agents do at a site, in one word.
 */
export type Level = "all" | "grave" | "ask" | "read";

/**
 * One line of the log.
 */
export type LogEntry = { 
/**
 * When.
 */
at: number, 
/**
 * Where.
 */
doc: string, 
/**
 * The document's origin.
 */
origin: string, 
/**
 * Canonical path.
 */
path: string, 
/**
 * Its effect.
 */
effect: Class, 
/**
 * What the policy said.
 */
decision: Decision, 
/**
 * Tokens of the answer.
 */
tokens: number, 
/**
 * `ok` or a fault's code.
 */
result: string, 
/**
 * The person tried it in a page of ours; no agent did.
 */
own: boolean, };

/**
 * What came of a step.
 */
export type Outcome = { "kind": "done", 
/**
 * What the control holds now, read back (never of a secret).
 */
value: JsonValue | null, 
/**
 * It differs from what was asked: the page changed or refused it.
 */
reverted: boolean, } | { "kind": "refused", 
/**
 * Which guard.
 */
reason: Refusal, 
/**
 * The element in the way (covered, modal), 0 for none.
 */
by: number, 
/**
 * For `stale`: what is there now, as raw text. Else a detail for the agent.
 */
found: string, } | { "kind": "failed", 
/**
 * What happened.
 */
message: string, };

/**
 * What came of taking a picture; the picture itself the kit keeps, and puts it beside the call's answer.
 */
export type Picture = { 
/**
 * In pixels.
 */
width: number, 
/**
 * In pixels.
 */
height: number, 
/**
 * Its size.
 */
bytes: number, 
/**
 * Parts of it that are painted over.
 */
covered: number, 
/**
 * Why there is none, in words of ours; empty where there is one.
 */
why: string, };

/**
 * The host's defaults and what the person has set, as given to the core.
 */
export type Policy = { 
/**
 * Which defaults apply.
 */
host: HostKind, 
/**
 * The rules, in any order.
 */
rules: Array<Rule>, 
/**
 * Levels of sites.
 */
levels: Array<SiteLevel>, 
/**
 * Levels that an organisation has set: they may only make stricter what else is set.
 */
bounds: Array<SiteLevel>, 
/**
 * Remembered answers.
 */
grants: Array<Grant>, 
/**
 * What was met before this core began.
 */
taint: Taint, 
/**
 * Tokens of an answer where the caller does not say.
 */
budget: number | null, };

/**
 * Dear facts of one element.
 */
export type Probe = { 
/**
 * The element.
 */
handle: number, 
/**
 * Its box, where asked for.
 */
rect: [number, number, number, number] | null, 
/**
 * What a click would hit, where asked for.
 */
hit: number | null, 
/**
 * The picture, where asked for.
 */
picture: Picture | null, };

/**
 * Dear facts, read on request only.
 */
export type ProbeField = "rect" | "hit" | "picture";

/**
 * Guards of the page kit; the browser's own, which synthetic events would pass by.
 */
export type Refusal = "gone" | "stale" | "notVisible" | "unstable" | "disabled" | "readonly" | "inert" | "covered" | "tooLong" | "badValue" | "needsUser" | "cancelled";

/**
 * What the core answers each message with.
 */
export type Reply = { 
/**
 * What is to be done, in order.
 */
effects: Array<Effect>, 
/**
 * Why the message could not be read; then nothing happened.
 */
refused: string | null, };

/**
 * What a person is asked.
 */
export type Request = { 
/**
 * `ap-7`.
 */
id: string, 
/**
 * The document's origin.
 */
origin: string, 
/**
 * Canonical path.
 */
path: string, 
/**
 * Its gravest effect.
 */
effect: Class, 
/**
 * Arguments, secrets masked.
 */
args: JsonValue, 
/**
 * One sentence: what will happen.
 */
says: string, 
/**
 * Why it is asked: the rule or default, in words.
 */
why: string, 
/**
 * The signs that told the effect.
 */
because: Array<string>, 
/**
 * The rule, for remembering the answer.
 */
rule: string, 
/**
 * The member's declared shape, likewise.
 */
shape: string, 
/**
 * What stands for the call and its exact arguments.
 */
hash: string, 
/**
 * Where it is about reading what the page itself cannot: whose that is, as [`Rule::across`] has it.
 */
across: string | null, 
/**
 * Further acts of the same call that this answer covers, one sentence each.
 */
also: Array<string>, };

/**
 * One rule. An absent part matches everything.
 */
export type Rule = { 
/**
 * `https://shop.test`, exact.
 */
origin: string | null, 
/**
 * Canonical path of a branch; it and all below.
 */
path: string | null, 
/**
 * Class of effect.
 */
effect: Class | null, 
/**
 * With it the rule is about nothing but what the page's own script cannot read (design.md §8): the origin of frames
 * (`https://pay.test`; `sandboxed https://pay.test` for sandboxed ones), [`CLOSED`] for closed shadow roots, or [`PICTURES`] for pictures.
 */
across: string | null, 
/**
 * What follows.
 */
decision: Decision, };

/**
 * How a script ended.
 */
export type ScriptEnd = { 
/**
 * What it returned.
 */
value: JsonValue | null, 
/**
 * It returned nothing.
 */
none: boolean, 
/**
 * What it threw.
 */
error: ScriptError | null, 
/**
 * The limit it ran into: `time`, `memory`.
 */
limit: string | null, 
/**
 * Lines it printed.
 */
printed: Array<string>, 
/**
 * Operations that failed and that nobody awaited.
 */
unawaited: Array<ScriptError>, };

/**
 * Something a script threw.
 */
export type ScriptError = { 
/**
 * `TypeError`, or `OnecallError` for an operation's fault.
 */
name: string, 
/**
 * What it said.
 */
message: string, 
/**
 * An operation's fault code.
 */
code: string | null, 
/**
 * The operation's path.
 */
path: string | null, 
/**
 * A call that would work.
 */
attempt: JsonValue | null, 
/**
 * Line in the script, from 1.
 */
line: number | null, 
/**
 * Column, from 1.
 */
column: number | null, 
/**
 * What to write instead.
 */
hint: string | null, };

/**
 * An operation that a script asks for.
 */
export type ScriptOp = { 
/**
 * Its number, from 1.
 */
n: number, 
/**
 * Where.
 */
path: string, 
/**
 * Arguments of the last segment.
 */
args: JsonValue | null, 
/**
 * Assigned to the property.
 */
value: JsonValue | null, 
/**
 * It slept so long, in milliseconds, and has woken; the rest is absent.
 */
sleep: number | null, };

/**
 * The reply to an operation of a script.
 */
export type ScriptReply = { 
/**
 * Which operation, from 1.
 */
n: number, 
/**
 * When it was given.
 */
at: number, 
/**
 * JSON text: `{value}` or `{fault: {code, message, attempt}}`.
 */
reply: string, };

/**
 * What the host's interpreter is to do.
 */
export type ScriptWork = { "do": "start", 
/**
 * The script.
 */
source: string, 
/**
 * Names of the roots it finds.
 */
roots: Array<string>, 
/**
 * Its clock's first time.
 */
start: number, 
/**
 * What its chance starts from.
 */
seed: number, 
/**
 * Replies given before, in order.
 */
replies: Array<ScriptReply>, } | { "do": "reply", 
/**
 * The reply.
 */
reply: ScriptReply, } | { "do": "stop" };

/**
 * A tab that the person has shared with agents.
 */
export type SharedTab = { 
/**
 * Its number, which no other tab gets.
 */
at: number, 
/**
 * Its title.
 */
title: string, 
/**
 * Its address.
 */
url: string, 
/**
 * Its origin, as the browser says.
 */
origin: string, };

/**
 * A level for a site, or for all of them.
 */
export type SiteLevel = { 
/**
 * `https://shop.test`, exact; absent for all sites that have none of their own.
 */
origin: string | null, 
/**
 * The level.
 */
level: Level, 
/**
 * With [`Level::All`]: effects that ask all the same.
 */
except: Array<Class>, };

/**
 * How far a request has come.
 */
export type State = "pending" | "allowed" | "running" | "done" | "denied" | "withdrawn";

/**
 * One step of a plan: a primitive act on one element or on the document.
 */
export type Step = { 
/**
 * `<call>/<n>`, unique; makes a step run at most once.
 */
id: string, 
/**
 * On what.
 */
target: Target, 
/**
 * What.
 */
act: Act, };

/**
 * Answers to the steps of one call.
 */
export type Steps = { 
/**
 * False where one of them is a fault.
 */
ok: boolean, 
/**
 * As `ok`: clients of MCP look for it.
 */
isError: boolean, 
/**
 * The answers, in order; after a fault no step is run.
 */
steps: Array<Answer>, 
/**
 * How many steps were not run.
 */
left: number, };

/**
 * What an agent has met so far in this browser's session; it only grows.
 */
export type Taint = { 
/**
 * It has read words of strangers.
 */
untrusted: boolean, 
/**
 * It has read something that is the person's own.
 */
private: boolean, };

/**
 * The element meant and the facts that made it this element.
 */
export type Target = { 
/**
 * The element; 0 for the document.
 */
handle: number, 
/**
 * Re-read in the same task as the act; any difference is the outcome `stale`.
 */
checks: Array<Check>, };

/**
 * Size of an answer.
 */
export type Usage = { 
/**
 * Estimated tokens (o200k).
 */
tokens: number, 
/**
 * What was allowed.
 */
budget: number, };

/**
 * Whose fault it was.
 */
export type Whose = "caller" | "page" | "person" | "onecall";
