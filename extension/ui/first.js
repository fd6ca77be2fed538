/** First steps: has this browser WebMCP, how is it switched on, which agents can connect, and a first call. */
import { SETTINGS, settingsOf } from '../shared/settings.js';
import { ask, draw, h, rich, siteOf, t, useEffect, useState, useStored } from './lib.js';

const FLAG = 'chrome://flags/#enable-webmcp-testing';

/** What switches it on from the command line. */
const SWITCH = '--enable-features=WebMCP';

/** Agents by name, and the text that says how each connects. */
const agents = () => [
  ['chrome-devtools-mcp', t('agentDevtools')],
  ['Playwright MCP', t('agentPlaywright')],
  [t('agentProtocolName'), t('agentProtocol')],
  [t('agentPageName'), t('agentPage')],
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
    setAnswer(typeof text === 'string' ? text : t('notYet'));
  };
  return h('div', null,
    h('h1', null, t('firstTitle')),
    h('p', null, t('firstIntro')),
    h('h2', null, t('firstWebmcp')),
    has
      ? h('p', null, h('b', null, t('hasWebmcp')), ' ', t('hasWebmcpMore'))
      : !('sidePanel' in chrome) ? h('p', null, h('b', { class: 'warn' }, t('firefox')), ' ', t('firefoxMore'))
      : h('div', null, h('p', null, h('b', { class: 'warn' }, t('noWebmcp'))),
        h('p', null, rich('switchWebmcp', h('code', null, FLAG), h('code', null, SWITCH))),
        h('button', { onClick: () => void chrome.tabs.create({ url: FLAG }) }, t('openFlag'))),
    h('h2', null, t('firstAgent')),
    h('ul', null, agents().map(([name, how]) => h('li', null, h('b', null, name), ': ', how))),
    h('h2', null, t('firstCall')),
    tabs.length === 0 ? h('p', null, t('openOther')) : h('div', { class: 'row' },
      h('label', null, t('requestPage'), h('select', { value: String(chosen), onChange: (/** @type {Event} */ event) => setChosen(Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value)) },
        tabs.map(({ id, title, url }) => h('option', { value: String(id) }, title || url)))),
      h('button', { class: 'main', onClick: () => void call() }, t('callIt'))),
    h('div', { role: 'status' }, answer !== null && h('div', null, h('p', null, t('agentReads')), h('pre', { tabIndex: 0, 'aria-label': t('answer') }, answer))),
    h(Reader, null));
}

/** The second tool, with the reason for it. */
function Reader() {
  const settings = settingsOf(useStored('local', SETTINGS));
  return h('section', { 'aria-labelledby': 'reader' },
    h('h2', { id: 'reader' }, t('firstRead')),
    h('p', null, t('firstReadWhy')),
    h('p', null, h('label', null, h('input', { type: 'checkbox', checked: settings.readTool, onChange: () => void chrome.storage.local.set({ [SETTINGS]: { ...settings, readTool: !settings.readTool } }) }), t('firstReadAdd'))));
}

draw(First, 'firstTitle');
