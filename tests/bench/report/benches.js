/**
 * What the report has, in the order of its page: arguments that keep each bench to a few minutes, and what a reader should know.
 */

/**
 * @typedef {object} Bench
 * @property {string} name
 * @property {string} title
 * @property {string} about In two sentences: what is compared, and what a figure means.
 * @property {string[]} options
 * @property {number} minutes It is ended after as many.
 */

/** @type {Bench[]} */
export const BENCHES = [
  {
    name: 'read', title: 'Reading a page, beside the snapshots of other tools', options: ['--rounds', '3', '--most', '16', '--all'], minutes: 15,
    about: 'The same tab is read by Onecall, Playwright MCP and chrome-devtools-mcp. A fact counts when its value and an address that works are known; the ratios are against Playwright MCP.',
  },
  {
    name: 'act', title: 'Tasks in apps, beside Playwright MCP', options: [], minutes: 10,
    about: 'The same tasks in the same apps, by the shortest scripts for either side. Tokens are those of all calls and answers, without the definitions of the tools.',
  },
  {
    name: 'tools', title: 'Tools of a page, flat and through one call', options: [], minutes: 5,
    about: 'Public tool definitions, registered on a page. Flat is what a browser lists; through Onecall it is one definition and an overview, whatever the number.',
  },
  {
    name: 'clients', title: 'A page with 126 tools, client by client', options: [], minutes: 5,
    about: 'What each client puts before its model on the demo with 126 tools, as the page is and with Onecall on it. Playwright MCP asks in the script world of the page, from which tools are kept only where the site says `data-absorb="everywhere"`.',
  },
  {
    name: 'search', title: 'Finding the right tool, beside plain BM25', options: [], minutes: 10,
    about: 'Seven public retrieval sets, ranked by Onecall and by plain BM25 in the same run. Names with one or two typing errors should come first too.',
  },
  {
    name: 'run', title: 'One script against single calls', options: ['--rounds', '1'], minutes: 10,
    about: 'The same task as single calls and as one script in code mode.',
  },
  {
    name: 'miniwob', title: 'MiniWoB++ tasks that can be expressed', options: ['--seeds', '1'], minutes: 20,
    about: 'Scripts that speak only `call` solve public tasks; the page itself says whether they did. It measures what the tree can express, not how clever an agent is.',
  },
  {
    name: 'life', title: 'The extension over a long day', options: [], minutes: 10,
    about: 'Workers that end at any moment, many tabs, reloads, crashes. No call may be lost and no step done twice.',
  },
];
