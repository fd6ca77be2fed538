/**
 * `onecall.report()`: what a developer should know of a page's tools. It is loaded when it is asked for, and changes
 * nothing.
 */
import { Census } from '../../extension/page/census.js';
import { cost } from '../../extension/page/toolbox.js';
import { description, NAME, SCHEMA } from '../../extension/shared/tool.js';

/** @import { Told, Toolbox } from '../../extension/page/toolbox.js' */
/** @import { Report } from './onecall' */

/** Names that say nothing about what the tool does here. */
const VAGUE = /^(do|run|get|set|go|act|action|call|click|button|handle|handler|process|submit|execute|exec|tool|test|data|item|fetch|update|main|default|func|function|method|api|request|query)[-_.]?\d*$/i;
/** Shorter descriptions tell an agent less than the name. */
const SHORT = 15;
/** Longer ones are cut by clients (platform.md). */
const LONG = 500;

/**
 * @param {Toolbox | null} toolbox
 * @param {(input: object) => Promise<string>} call
 * @returns {Promise<Report>}
 */
export async function report(toolbox, call) {
  const census = toolbox && new Census(toolbox);
  const tools = census ? await census.survey() : [];
  const absorbing = await census?.absorbing();
  const answer = JSON.parse(await call({ path: 'tools', format: 'json', budget: 5_000 }));
  const groups = (Array.isArray(answer.value) ? answer.value : []).map(
    (/** @type {{ name: string, tools: number, inferred: boolean }} */ { name, tools: count, inferred }) => ({ name, tools: count, inferred }));
  const one = cost(/** @type {Told} */ ({ name: NAME, description: description(''), inputSchema: SCHEMA }));
  /** @type {Report} */
  const made = {
    tools: tools.length,
    groups,
    tokens: { flat: tools.reduce((sum, tool) => sum + cost(tool), 0), one },
    absorbed: absorbing?.held ?? 0,
    because: absorbing?.because ?? 'the extension keeps the tools of this page',
    problems: [
      ...tools.flatMap(problemsOf),
      ...(toolbox?.collections.declared ?? []).flatMap(({ name, tools: names }) =>
        names.filter((tool) => tool !== NAME && !tools.some((known) => known.name === tool)).map((tool) => `collection ${name}: no tool ${tool} is registered`)),
      ...(absorbing?.missed ?? []).map((tool) => `not absorbed: ${tool}`),
    ],
  };
  console.info(textOf(made));
  return made;
}

/** @param {Told} tool @returns {string[]} */
function problemsOf({ name, description: says, inputSchema }) {
  const found = [];
  if (VAGUE.test(name) || name.length < 3) found.push('its name says nothing about what it does');
  if (says.trim().length < SHORT || says.trim().toLowerCase() === name.toLowerCase()) found.push('its description says no more than its name');
  if (says.length > LONG) found.push(`its description has ${says.length} characters; clients cut it`);
  const { properties = {}, type } = /** @type {{ properties?: Record<string, { description?: string, enum?: unknown[] }>, type?: string }} */ (inputSchema ?? {});
  if (inputSchema && type !== 'object') found.push('its inputSchema is not of type object');
  const bare = Object.entries(properties).filter(([key, of]) => key.length < 3 && !of?.description && !of?.enum).map(([key]) => key);
  if (bare.length) found.push(`nothing says what ${bare.join(', ')} means`);
  return found.map((problem) => `${name}: ${problem}`);
}

/** @param {Report} made */
function textOf({ tools, groups, tokens, absorbed, because, problems }) {
  return [
    `Onecall: ${tools} tools, about ${tokens.flat} tokens as a list, ${tokens.one} as one call; ${absorbed ? `${absorbed} absorbed` : 'none absorbed'} (${because}).`,
    ...groups.map(({ name, tools: count, inferred }) => `  tools.${name}: ${count}${inferred ? ' (inferred)' : ''}`),
    ...(problems.length ? ['Problems:', ...problems.map((problem) => `  ${problem}`)] : ['No problems.']),
  ].join('\n');
}
