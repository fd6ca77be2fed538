//! Every cap of the core, with its reason. Nothing else may hold a bound.

/// Nesting that the tree keeps; deeper elements are dropped with a diagnostic. Real pages stay below
/// 100; the HTML parser itself stops at 512 in Chromium, scripts can go deeper.
pub const DEPTH: usize = 2_000;

/// Nodes that the tree keeps. Ten times the largest page met; beyond it memory, not use, grows.
pub const NODES: usize = 2_000_000;

/// The highest element handle that is taken. The page kit begins anew at four million; beyond that it is no kit.
pub const HANDLES: usize = 5_000_000;

/// Elements around which words or values may be different before all that was made of the page is made anew: beyond it
/// that costs less than to look at each.
pub const TOUCHED: usize = 20_000;

/// Documents in frames, over the life of a page, whose facts are joined to it. Pages have a handful; one that changes
/// its frames without end does not fill the memory.
pub const FRAMES: usize = 400;

/// Characters of an accessible name or description. Longer ones are content, not names.
pub const NAME_CHARS: usize = 2_000;

/// Keys that one call may press. Each takes a frame, and a call has twenty seconds.
pub const PRESSES: usize = 100;

/// Nodes of a page up to which things without a role are found unasked. Larger pages have thousands of them, and the
/// first overview would pay for each.
pub const SPOTS: usize = 6_000;

/// Nodes that one name is gathered from.
pub const NAME_NODES: usize = 20_000;

/// Nesting that a name is gathered from, references included.
pub const NAME_DEPTH: usize = 200;

/// Elements that one attribute refers to (`aria-labelledby`, `aria-owns` …).
pub const REFERENCES: usize = 100;

/// Tokens of an answer unless the caller says otherwise (Chrome's guidance: 1,500 characters).
pub const BUDGET: u32 = 600;

/// Bytes of a block of text; a longer one is several. At the usual budget an answer holds one such block, so that any text
/// can be read on from where it was cut.
pub const BLOCK_BYTES: usize = 2_000;

/// Tokens of an overview of any page (design.md §13).
pub const OVERVIEW: u32 = 400;

/// Nodes of a page whose whole text is looked at for the overview: what is larger has more to it than a notice.
pub const NOTICE_NODES: usize = 200;

/// Tokens up to which an answer may carry the members of its place although the budget is smaller.
pub const HINT: u32 = 200;

/// Characters of an answer unless the caller asks for a larger budget: clients cut at 8,000 (platform.md).
pub const ANSWER_CHARS: usize = 7_500;

/// The largest budget a caller may ask for, in tokens.
pub const BUDGET_MOST: u32 = 20_000;

/// Characters of a path. Longer ones are an attack or a mistake.
pub const PATH_CHARS: usize = 4_000;

/// Segments of a path, for the same reason.
pub const PATH_SEGMENTS: usize = 64;

/// Operations of one script: ten tables' worth of row by row work; more is a loop gone wrong.
pub const SCRIPT_OPS: u32 = 200;

/// Characters of a script.
pub const SCRIPT_CHARS: usize = 50_000;

/// Bytes of the replies that a script's journal keeps. The journal goes out with every step, so that the script outlives the
/// core; more than this is to be read in parts.
pub const SCRIPT_JOURNAL: usize = 1_000_000;

/// Tokens of a reading inside a script: it costs the agent nothing until it is returned.
pub const SCRIPT_READ: u32 = 100_000;

/// Values in an example made from a schema: more than anybody reads, and an end to schemas that refer to themselves.
pub const EXAMPLE_VALUES: u32 = 500;

/// Nesting of JSON in a path or argument.
pub const JSON_DEPTH: usize = 64;

/// Bytes of text in the input of a call: room for a file to attach, and an end to what a page may make the core copy.
pub const INPUT_BYTES: usize = 16_000_000;

/// Steps of one call.
pub const STEPS: usize = 50;

/// Characters of a label that a path shows; longer labels are cut in keys.
pub const KEY_CHARS: usize = 80;

/// Milliseconds a call may take unless it says otherwise.
pub const CALL_MS: u32 = 20_000;

/// The most it may ask for. Clients give up earlier; a wait for events of 40 seconds has to fit.
pub const CALL_MS_MOST: u32 = 120_000;

/// Entries of a page that search holds; the rest of a larger page is not searched, and said so.
pub const INDEXED: usize = 30_000;

/// How often the same failing call may come before it is told to stop.
pub const SAME_FAILURES: u32 = 3;

/// Events kept per document chain: more than anybody reads, few enough to be written on each change.
pub const EVENTS: usize = 60;

/// Characters of an event; a toast is shorter, and a text of this length can be read at its place.
pub const EVENT_CHARS: usize = 300;

/// Events beside an answer; the rest is counted.
pub const NEWS: usize = 4;

/// Answers remembered for `since()`: what an agent goes back to.
pub const READINGS: usize = 16;

/// Things that were read whose shape is compared when facts change: what an agent works with at a time.
pub const WATCHED: usize = 8;

/// Milliseconds between two looks at a condition that is waited for.
pub const WAIT_MS: u32 = 200;

/// Milliseconds without a change that count as settled after an act.
pub const QUIET_MS: u32 = 80;

/// Milliseconds to wait for that at the most.
pub const SETTLE_MS: u32 = 2_000;

/// Milliseconds without a change after which options that come late are taken to be all: a request to a server
/// takes 100 to 300, and the page shows nothing meanwhile.
pub const LATE_QUIET_MS: u32 = 500;

/// Milliseconds to wait for them at the most.
pub const LATE_MS: u32 = 3_000;

/// Milliseconds a person has to decide while the call waits.
pub const ASK_MS: u32 = 20_000;

/// Requests of one page that wait for a person; more is a flood that wears the person down.
pub const PENDING: usize = 8;

/// Requests that are kept, with their results; the host keeps the same.
pub const REQUESTS: usize = 60;

/// Addresses kept per document; the oldest go first.
pub const LEDGER: usize = 5_000;

/// Rows read of one table. What is beyond is counted in `total` only; pages with more use virtual rows.
pub const TABLE_ROWS: usize = 100_000;

/// Subtrees that an app may publish; more is a list that should be one subtree.
pub const APP_TREES: usize = 100;

/// Nodes of one published subtree. Long lists are data with a declared item, not nodes.
pub const APP_NODES: usize = 2_000;

/// Nesting of published nodes; paths end at 64 segments.
pub const APP_DEPTH: usize = 20;

/// Properties, methods or children of one published node.
pub const APP_MEMBERS: usize = 200;

/// Characters of a published summary: a sentence or two, not a manual.
pub const APP_SUMMARY: usize = 400;

/// Changes of published subtrees that are remembered until somebody asks.
pub const APP_NEWS: usize = 50;

/// Items of a published list, or characters of a published text, that are fetched at a time unless asked otherwise.
pub const APP_ITEMS: u32 = 50;

/// Items of a published list that a query looks through.
pub const APP_QUERY: u32 = 5_000;

/// Characters of a published text that are fetched at a time.
pub const APP_TEXT: u32 = 4_000;

/// Steps of one check against a schema: a schema that branches into itself would never end.
pub const SCHEMA_WORK: u32 = 50_000;

/// Length of a regular expression in a schema that is read; those of forms have a hundred at most.
pub const PATTERN_CHARS: usize = 2_000;

/// Steps of a regular expression as a program: `a{1000}` has a thousand.
pub const PATTERN_OPS: usize = 5_000;

/// Steps that the regular expressions of one check may take together, some 10 ms; then they refuse nothing.
pub const PATTERN_WORK: u32 = 1_000_000;

/// Items of a list that are compared with each other for `uniqueItems`.
pub const SCHEMA_UNIQUE: usize = 1_000;

/// Tools of one document with what is remembered of its site; ten times the largest page met.
pub const TOOLS: usize = 10_000;

/// Characters of a tool's name, as WebMCP allows them.
pub const TOOL_NAME: usize = 128;

/// Characters of a tool's or collection's description that are kept; clients cut long before.
pub const TOOL_TEXT: usize = 2_000;

/// Collections of one document.
pub const COLLECTIONS: usize = 200;

/// Pages and tabs of a site whose tools are remembered.
pub const TOOL_PAGES: usize = 20;

/// Groups that are guessed for tools without a collection: as many lines as a list of 126 tools has room for.
pub const TOOL_GROUPS: usize = 10;

/// Members of wrong arguments that are looked at for the corrected call; each costs a check of all.
pub const MENDED: usize = 24;

/// Tools that are listed one by one where their site has not grouped them; more would not fit beside the page.
pub const FEW_TOOLS: usize = 8;

/// Tokens of the list of collections and groups, however many tools there are (design.md §13: 126 tools in 300).
pub const TOOL_LIST: u32 = 280;

/// Tokens of an overview that tools may take.
pub const TOOL_OVERVIEW: u32 = 110;

/// Lines about tools that came, went or changed, kept until somebody asks.
pub const TOOL_NEWS: usize = 12;

/// Names in one such line.
pub const TOOL_NAMES: usize = 8;

/// Results of tools that can be read again, the last of each tool.
pub const TOOL_RESULTS: usize = 10;

/// Milliseconds that a call waits for a tool or an object that the page has not registered or published yet.
pub const PENDING_MS: u32 = 3_000;

/// Pictures beside one answer: each is some 10 kB, and the browser takes two a second.
pub const PICTURES: u32 = 6;
