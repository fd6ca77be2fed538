/** First steps: has this browser WebMCP, how is it switched on, which agents can connect, and a first call. */
import { ask, draw, h, siteOf, useEffect, useState } from './lib.js';

const FLAG = 'chrome://flags/#enable-webmcp-testing';

const AGENTS = [
  ['chrome-devtools-mcp', 'an MCP server by the Chrome team. Start it with --categoryExperimentalWebmcp --chromeArg=--enable-features=WebMCP; your agent runs call with execute_webmcp_tool.'],
  ['Playwright MCP', 'offers the page\'s tool to your agent as webmcp_call.'],
  ['Any client of the DevTools protocol', 'WebMCP.enable, then WebMCP.invokeTool with toolName "call".'],
  ['Agents in the page', 'document.modelContext.getTools() lists call, also in browsers without WebMCP.'],
];

function First() {
  const has = 'modelContext' in document;
  const [tabs, setTabs] = useState(/** @type {chrome.tabs.Tab[]} */ ([]));
  const [chosen, setChosen] = useState(0);
  const [answer, setAnswer] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    const look = async () => {
      const open = (await chrome.tabs.query({})).filter(({ url }) => siteOf(url) !== null);
      setTabs(open);
      setChosen((before) => (open.some(({ id }) => id === before) ? before : (open[0]?.id ?? 0)));
    };
    void look();
    chrome.tabs.onUpdated.addListener(look);
    return () => chrome.tabs.onUpdated.removeListener(look);
  }, []);
  const call = async () => {
    const text = await ask(chosen, 'call', { input: {} });
    setAnswer(typeof text === 'string' ? text : 'Onecall is not on that page yet: it was open before Onecall was installed. Reload it and try again.');
  };
  return h('div', null,
    h('h1', null, 'Onecall: first steps'),
    h('p', null, 'Every page now has one tool, call. An agent that calls it reads the page as a tree of paths and acts by path. It may read; before it changes anything, you are asked in Onecall\'s panel.'),
    h('h2', null, '1. WebMCP in this browser'),
    has
      ? h('p', null, h('b', null, 'This browser has WebMCP.'), ' Agents find the tool by themselves.')
      : !('sidePanel' in chrome) ? h('p', null, h('b', { class: 'warn' }, 'Firefox has no WebMCP of its own yet.'), ' Onecall gives pages document.modelContext: agents in the page and this extension\'s panel can call; agents outside of the browser cannot.')
      : h('div', null, h('p', null, h('b', { class: 'warn' }, 'WebMCP is not switched on in this browser.')),
        h('p', null, 'Open ', h('code', null, FLAG), ', choose Enabled, and restart the browser. Or start it with ', h('code', null, '--enable-features=WebMCP'), '. Until then, only agents in the page and this extension\'s panel can call.'),
        h('button', { onClick: () => void chrome.tabs.create({ url: FLAG }) }, 'Open that page')),
    h('h2', null, '2. Connect an agent'),
    h('ul', null, AGENTS.map(([name, how]) => h('li', null, h('b', null, name), ': ', how))),
    h('h2', null, '3. A first call'),
    tabs.length === 0 ? h('p', null, 'Open any page in another tab, then come back.') : h('div', { class: 'row' },
      h('label', null, 'Page', h('select', { value: String(chosen), onChange: (/** @type {Event} */ event) => setChosen(Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value)) },
        tabs.map(({ id, title, url }) => h('option', { value: String(id) }, title || url)))),
      h('button', { class: 'main', onClick: () => void call() }, 'Call it')),
    h('div', { role: 'status' }, answer !== null && h('div', null, h('p', null, 'This is what an agent reads:'), h('pre', { tabIndex: 0, 'aria-label': 'Answer' }, answer))));
}

draw(First);
