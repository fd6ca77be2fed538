/**
 * The person at the page: answers the script tag's built-in question with real input, over CDP, which alone sees into
 * a closed shadow root. What a script of the page can do is not enough for it.
 */

/** @import { CDPSession, Page } from 'playwright-core' */

/** @typedef {{ nodeId: number, nodeName: string, attributes?: string[], children?: Node[], shadowRoots?: Node[], contentDocument?: Node, nodeValue?: string }} Node */

/** @param {Node} node @returns {Node[]} */
const below = (node) => [...(node.children ?? []), ...(node.shadowRoots ?? []), ...(node.contentDocument ? [node.contentDocument] : [])];

/**
 * @param {Node} node
 * @param {(node: Node) => boolean} is
 * @returns {Node | undefined}
 */
function find(node, is) {
  if (is(node)) return node;
  for (const inner of below(node)) {
    const found = find(inner, is);
    if (found) return found;
  }
  return undefined;
}

/** @param {Node} node @returns {string} */
const textOf = (node) => (node.nodeName === 'STYLE' ? '' : (node.nodeValue ?? '') + below(node).map(textOf).join(' '));

/** @param {Node} node @param {string} name */
const has = (node, name) => (node.attributes ?? []).some((part, at) => at % 2 === 0 && part === name);

export class Person {
  /** @type {Page} */
  #page;
  /** @type {Promise<CDPSession>} */
  #cdp;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#cdp = page.context().newCDPSession(page);
  }

  /** Waits for the question and gives its words. @returns {Promise<string>} */
  async reads() {
    const { prompt } = await this.#question();
    return textOf(prompt).replace(/\s+/g, ' ').trim();
  }

  /**
   * Waits for the question and clicks one of its buttons with the mouse.
   * @param {'Allow once' | 'Deny'} label
   */
  async clicks(label) {
    const { prompt, cdp } = await this.#question();
    const button = find(prompt, (node) => node.nodeName === 'BUTTON' && textOf(node).trim() === label);
    if (!button) throw new Error(`no button ${label}`);
    if (has(button, 'disabled')) {
      await new Promise((resolve) => {
        cdp.on('DOM.attributeRemoved', ({ nodeId }) => {
          if (nodeId === button.nodeId) resolve(undefined);
        });
      });
    }
    const { model } = await cdp.send('DOM.getBoxModel', { nodeId: button.nodeId });
    const [x1 = 0, y1 = 0, , , x2 = 0, y2 = 0] = model.content;
    await this.#page.mouse.click((x1 + x2) / 2, (y1 + y2) / 2);
    await this.#page.waitForSelector('onecall-prompt', { state: 'detached' });
  }

  async #question() {
    await this.#page.waitForSelector('onecall-prompt', { state: 'attached' });
    const cdp = await this.#cdp;
    await cdp.send('DOM.enable');
    const { root } = await cdp.send('DOM.getDocument', { depth: -1, pierce: true });
    const prompt = find(/** @type {Node} */ (root), (node) => node.nodeName === 'ONECALL-PROMPT');
    if (!prompt) throw new Error('the question is gone');
    return { prompt, cdp };
  }
}
