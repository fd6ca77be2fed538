/**
 * Who is at the other end of a port, as the browser says it. It must never look at what a message says of itself.
 */

/**
 * The part of `chrome.runtime.MessageSender` that is used.
 * @typedef {object} Sender
 * @property {string} [id]
 * @property {string} [url]
 * @property {string} [origin]
 * @property {number} [frameId]
 * @property {string} [documentId]
 * @property {string} [documentLifecycle]
 * @property {{ id?: number }} [tab]
 */

/**
 * @typedef {object} Place
 * @property {string} origin Of the document, as rules have it; of one in a frame `sandboxed https://a.test` where it is opaque.
 * @property {string} address What its address says: for `about:blank` and the like something else.
 * @property {number} tab
 * @property {boolean} frame Is it in a frame? A prerendered document is the top one of its tree, though the tab's frame 0 is another.
 * @property {string} document The browser's name for the document; the same after a reconnect.
 */

/**
 * The place of a sender that may be a page kit: our own content script in a document of a tab.
 * @param {Sender | undefined} sender
 * @param {string} ownId
 * @returns {Place | null} Null for everybody else.
 */
export function placeOf(sender, ownId) {
  if (sender?.id !== ownId || sender.tab?.id === undefined || sender.url === undefined) return null;
  const frame = sender.frameId !== 0 && sender.documentLifecycle !== 'prerender';
  const address = originOf(sender.url);
  const origin = frame ? frameOrigin(sender) : topOrigin(sender, address);
  if (origin === null || address === null || /^(chrome|moz)-extension:/.test(origin)) return null;
  return { origin, address, document: sender.documentId ?? `${sender.tab.id} ${sender.frameId}`, tab: sender.tab.id, frame };
}

/**
 * Is a sender one of our own pages: panel, popup, options, first page? A content script has the page's address, and
 * pages cannot frame ours, as no file of ours is accessible to them.
 * @param {Sender | undefined} sender
 * @param {string} ownId
 * @param {string} pages Where our pages lie.
 * @returns {boolean}
 */
export function isOwnPage(sender, ownId, pages) {
  return sender?.id === ownId && sender.url !== undefined && sender.url.startsWith(pages) && (sender.frameId ?? 0) === 0;
}

/**
 * A page that a site has opened empty, or made of a blob, is the site's.
 * @param {Sender} sender
 * @param {string | null} address
 */
function topOrigin({ origin }, address) {
  return origin !== undefined && origin !== 'null' ? origin : address;
}

/**
 * Can a document at this place have this address?
 * @param {Place} place
 * @param {string} url
 */
export function standsAt({ origin, address }, url) {
  const of = originOf(url);
  return of === origin || of === address;
}

/**
 * A document in a frame may be sandboxed, or have no address of its own.
 * @param {Sender} sender
 * @returns {string | null}
 */
function frameOrigin({ origin, url }) {
  if (origin !== undefined && origin !== 'null') return origin;
  const from = originOf(url ?? '');
  return from === null ? null : `sandboxed ${from}`;
}

/**
 * The origin of an address; for those that have none the scheme, and for files what rules have for all of them.
 * @param {string} address
 * @returns {string | null} Null where it is no address.
 */
export function originOf(address) {
  if (!URL.canParse(address)) return null;
  const { origin, protocol } = new URL(address);
  if (origin !== 'null') return origin;
  return protocol === 'file:' ? 'file://' : protocol;
}
