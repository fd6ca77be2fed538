/**
 * A scripted client of `@playwright/mcp`: its tools over stdio, refs read from what it answered, every token counted.
 */
import { Rival } from '../read/rivals.js';
import { tokens } from '../../lib/tokens.js';

export class Peer {
  /** @type {Rival} */
  #rival;
  calls = 0;
  tokens = 0;
  /** What was shown last, line by line. @type {string[]} */
  lines = [];
  /** All that was shown, newest last: refs hold as long as the element does. @type {string[]} */
  #known = [];

  /** @param {Rival} rival */
  constructor(rival) {
    this.#rival = rival;
  }

  /** @param {number} port Where the browser listens. */
  static async start(port) {
    return new Peer(await Rival.start('playwright', ['@playwright/mcp/cli.js', '--cdp-endpoint', `http://127.0.0.1:${port}`, '--codegen', 'none', '--output-dir', 'target/playwright-mcp']));
  }

  /** Tokens of its tools' definitions. */
  get definitions() {
    return this.#rival.definitions;
  }

  /** @param {string} url Opens it; that is not counted, as Onecall's agent begins on the open page too. */
  async open(url) {
    await this.#rival.call('browser_navigate', { url });
    [this.calls, this.tokens, this.lines, this.#known] = [0, 0, [], []];
  }

  /**
   * @param {string} name
   * @param {Record<string, unknown>} [args]
   */
  async #call(name, args = {}) {
    const { text, tokens: size } = await this.#rival.call(name, args);
    this.calls += 1;
    // What an agent writes is the tool's name too, as it is in Onecall's path.
    this.tokens += size + tokens(name);
    return text;
  }

  /** @param {string} text */
  #shown(text) {
    this.lines = text.split('\n');
    this.#known.push(...this.lines);
  }

  /** @param {string} [target] Of a part of the page only. */
  async snapshot(target) {
    this.#shown(await this.#call('browser_snapshot', target === undefined ? {} : { target }));
  }

  /** @param {string} text Cheaper than a snapshot where one thing is looked for. */
  async find(text) {
    this.#shown(await this.#call('browser_find', { text }));
  }

  /**
   * The ref of the newest line that fits.
   * @param {RegExp} line
   * @param {number} [from] Of the answer shown last, from this line on.
   * @returns {string}
   */
  ref(line, from) {
    const found = this.maybe(line, from);
    if (!found) throw new Error(`no line of the answers fits ${line}`);
    return found;
  }

  /**
   * @param {RegExp} line
   * @param {number} [from]
   * @returns {string | undefined}
   */
  maybe(line, from) {
    const lines = from === undefined ? [...this.#known].reverse() : this.lines.slice(from);
    const found = lines.find((text) => line.test(text) && /\[ref=/.test(text));
    return /\[ref=([^\]]+)\]/.exec(found ?? '')?.[1];
  }

  /**
   * @param {string} tool
   * @param {string | RegExp} target A line's pattern: where the app made the element anew meanwhile, a new snapshot tells it.
   * @param {Record<string, unknown>} [more]
   */
  async #on(tool, target, more = {}) {
    if (typeof target === 'string') return void (await this.#call(tool, { target, ...more }));
    const input = { target: this.ref(target), ...more };
    try {
      await this.#call(tool, input);
    } catch (error) {
      if (!/not found in the current page snapshot/.test(String(error))) throw error;
      this.calls += 1;
      this.tokens += tokens(tool) + tokens(JSON.stringify(input)) + tokens(String(error));
      await this.snapshot();
      await this.#call(tool, { target: this.ref(target), ...more });
    }
  }

  /** @param {string | RegExp} target @param {boolean} [double] */
  click(target, double = false) {
    return this.#on('browser_click', target, double ? { doubleClick: true } : {});
  }

  /** @param {string | RegExp} target @param {string} text @param {boolean} [submit] */
  type(target, text, submit = false) {
    return this.#on('browser_type', target, submit ? { text, submit } : { text });
  }

  /** @param {string} textGone */
  async gone(textGone) {
    await this.#call('browser_wait_for', { textGone });
  }

  /** @param {string} target @param {string} value */
  async select(target, value) {
    await this.#call('browser_select_option', { target, values: [value] });
  }

  /** @param {Array<[target: string, name: string, type: string, value: string]>} fields */
  async fill(fields) {
    await this.#call('browser_fill_form', { fields: fields.map(([target, name, type, value]) => ({ target, name, type, value })) });
  }

  /** @param {string} text */
  async wait(text) {
    await this.#call('browser_wait_for', { text });
  }

  async stop() {
    await this.#rival.stop();
  }
}
