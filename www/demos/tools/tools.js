/**
 * What the studio offers to agents: nine tools for each kind of record, 126 in all, in one collection for each kind. They do what
 * the buttons of the page do.
 */
import { KINDS } from './model.js';

/** @import { Column, Item, Kind, Studio } from './model.js' */

/** @typedef {{ id: string, text?: string } & Partial<Item>} Args */
/** @typedef {{ name: string, description: string, inputSchema: object, annotations?: object, execute: (args: Args) => unknown }} Tool */

const id = { type: 'string', description: 'The id, as list gives it' };

/** @param {Column} column */
const schemaOf = ({ kind, about }) => ({ type: kind === 'number' ? 'number' : 'string', ...(kind === 'date' ? { format: 'date' } : {}), description: about });

/**
 * @param {Studio} studio
 * @param {Kind} kind
 * @returns {Tool[]}
 */
export function toolsOf(studio, { one, many, columns }) {
  const values = { name: { type: 'string', description: `What the ${one} is called` }, note: { type: 'string', description: 'A few words about it' }, ...Object.fromEntries(columns.map((column) => [column.name, schemaOf(column)])) };
  const read = { readOnlyHint: true };
  const by = { type: 'object', required: ['id'], properties: { id } };
  const none = { type: 'object', properties: {} };
  return [
    { name: `${one}-list`, description: `Lists the ${many} that are not archived.`, inputSchema: none, annotations: read, execute: () => studio.all(one).filter(({ archived }) => !archived) },
    { name: `${one}-get`, description: `Gives one ${one} with all that is known of it.`, inputSchema: by, annotations: read, execute: (args) => studio.get(one, args.id) },
    {
      name: `${one}-search`, description: `Finds ${many} by words in their name or note, archived ones too.`, annotations: read,
      inputSchema: { type: 'object', required: ['text'], properties: { text: { type: 'string', description: 'Words' } } },
      execute: ({ text = '' }) => studio.all(one).filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(text.toLowerCase())),
    },
    { name: `${one}-count`, description: `Counts the ${many}, and how many of them are archived.`, inputSchema: none, annotations: read, execute: () => ({ all: studio.all(one).length, archived: studio.all(one).filter(({ archived }) => archived).length }) },
    { name: `${one}-create`, description: `Adds a ${one}.`, inputSchema: { type: 'object', required: ['name'], properties: values }, execute: (args) => studio.create(one, args) },
    { name: `${one}-update`, description: `Changes what is known of a ${one}; what is not named stays.`, inputSchema: { type: 'object', required: ['id'], properties: { id, ...values } }, execute: (args) => studio.update(one, args.id, args) },
    { name: `${one}-archive`, description: `Puts a ${one} into the archive; lists leave it out from then on.`, inputSchema: by, execute: (args) => studio.update(one, args.id, { archived: true }) },
    { name: `${one}-restore`, description: `Takes a ${one} out of the archive.`, inputSchema: by, execute: (args) => studio.update(one, args.id, { archived: false }) },
    { name: `${one}-delete`, description: `Deletes a ${one} for good.`, inputSchema: by, annotations: { consequentialHint: true }, execute: (args) => studio.remove(one, args.id) },
  ];
}

/** @param {Studio} studio */
export async function register(studio) {
  const context = /** @type {undefined | { registerTool: (tool: Tool) => Promise<void>, registerCollection?: (collection: object) => unknown }} */ (/** @type {unknown} */ (Reflect.get(document, 'modelContext')));
  let count = 0;
  // In a frame of a page that has no WebMCP there is nothing to register with.
  if (!context) return count;
  for (const kind of KINDS) {
    const tools = toolsOf(studio, kind);
    for (const tool of tools) await context.registerTool(tool);
    context.registerCollection?.({ name: kind.many, description: `All about ${kind.many}`, tools: tools.map(({ name }) => name) });
    count += tools.length;
  }
  return count;
}
