// The tool `call` as the browser's agents see it: the same bytes on every page and in both hosts (a golden
// test holds them), apart from one short phrase of the page's own words in the description.

/** The tool's name. */
export const NAME = 'call';
/** Its name where the page has a tool of its own that is called `call`. */
export const OTHER_NAME = 'onecall';
/** The second tool, off by default: the same paths, but it only reads. */
export const LOOK = 'look';
/** Its title. With the description's beginning it tells our tool from a page's own, in every version: neither may ever change. */
export const TITLE = 'Onecall';

const BEGINNING = 'Read and operate this web page';
const REST =
  ' by path: text, forms, tables, buttons, the app\'s functions and tools. Start with {}.' +
  ' Answers give the paths to use next. With args a method runs and the answer says what changed; without, it is described.' +
  ' E.g. {"path":"page.forms[\\"Sign in\\"].fill","args":{"Email":"a@b.c"}}, {"path":"find","args":["refund an order"]},' +
  ' {"path":"page.tables.Orders.rows[0:5]"}, or any path + .$help';

/**
 * The description. `phrase` stands within the first 150 bytes, because clients that defer tools choose by it.
 * @param {string} phrase the page's own words, already sanitised; may be empty
 */
export function description(phrase) {
  return `${BEGINNING}${phrase ? ` ("${phrase}")` : ''}${REST}`;
}

/**
 * The description of the reading tool.
 * @param {string} phrase as above
 */
export function lookDescription(phrase) {
  return `${BEGINNING}, reading only${phrase ? ` ("${phrase}")` : ''}: what call does, with the same paths, but everything that would act is refused.`
    + ' Start with {}. To act, use call.';
}

/** `args` and `value` have no `type`: agents send them as objects, arrays and JSON text, and all are understood. */
export const SCHEMA = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Where; empty: overview' },
    args: { description: 'Object (named) or array (positional)' },
    value: { description: 'Assign to the property' },
    steps: { type: 'array', items: { type: 'object' }, description: 'Instead: several {path,args,value}' },
    budget: { type: 'integer', description: 'Answer size in tokens (600)' },
    format: { type: 'string', enum: ['text', 'json'] },
    timeout: { type: 'number', description: 'Seconds (20)' },
  },
};

/** What agents should know before they call: it can change things, and it brings words of the page. */
export const ANNOTATIONS = { readOnlyHint: false, untrustedContentHint: true };

/**
 * Is a listed tool Onecall's (another host's, or an earlier load's)?
 * @param {{ title?: string, description?: string }} tool
 */
export function isOurs(tool) {
  return tool.title === TITLE && (tool.description ?? '').startsWith(BEGINNING);
}
