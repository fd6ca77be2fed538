/**
 * What a page costs an agent, for the meter in the panel: its tools one by one, and a snapshot of all that it shows, as
 * other agents read it. Estimates, by characters; nothing of it is kept or sent anywhere.
 */

/** Characters of a token of such texts, on average (o200k). */
const CHARS = 3.6;

/** Elements that are looked at; what is beyond is scaled up. */
const MOST = 50_000;

/** @typedef {{ tools: number, toolTokens: number, snapshotTokens: number, callTokens: number, overviewTokens: number }} Costs */

/** Elements that a snapshot has a line for, whatever is in them. */
const LINES = 'a,button,input,select,textarea,h1,h2,h3,h4,h5,h6,li,td,th,img,nav,main,form,[role]';

/**
 * @param {Window & typeof globalThis} window
 * @param {(input: unknown, look: boolean) => Promise<string>} call
 * @returns {Promise<Costs>}
 */
export async function measure(window, call) {
  const { document } = window;
  let [tools, toolTokens, callTokens] = [0, 0, 0];
  if ('modelContext' in document) {
    const context = /** @type {{ getTools(): Promise<Array<{ name: string, title?: string, description?: string, inputSchema?: unknown }>> }} */ (document.modelContext);
    for (const { name, title, description, inputSchema } of await context.getTools()) {
      const tokens = size(JSON.stringify({ name, description, inputSchema }));
      if (title === 'Onecall') callTokens += tokens;
      else {
        tools += 1;
        toolTokens += tokens;
      }
    }
  }
  return { tools, toolTokens, snapshotTokens: snapshot(document), callTokens, overviewTokens: size(await call({}, false)) };
}

/** @param {string | undefined} text */
const size = (text) => Math.ceil((text?.length ?? 0) / CHARS);

/**
 * A line for each thing that is shown, `- role "name" [ref=e12]` as snapshots have it, and the texts between.
 * @param {Document} document
 */
function snapshot(document) {
  let chars = 0;
  const texts = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
  let looked = 0;
  for (let node = texts.nextNode(); node && looked < MOST; node = texts.nextNode(), looked++) {
    const text = node.nodeValue?.trim() ?? '';
    if (text !== '' && node.parentElement?.checkVisibility()) chars += text.length + 10;
  }
  const lines = document.querySelectorAll(LINES);
  return Math.ceil((chars + lines.length * 24) / CHARS);
}
