/**
 * Other ways for an agent to read the same tab: `@playwright/mcp` and `chrome-devtools-mcp`, each through its own MCP server,
 * attached to the browser that Onecall runs in.
 */
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { root } from '../../e2e/lib/browser.js';
import { tokens } from '../../lib/tokens.js';

/** @typedef {{ text: string, ms: number, tokens: number }} Answer tokens of the question and the answer */

export class Rival {
  /**
   * @param {string} name
   * @param {Client} client
   * @param {number} definitions tokens of its tools' definitions
   */
  constructor(name, client, definitions) {
    this.name = name;
    this.client = client;
    this.definitions = definitions;
  }

  /**
   * @param {string} name As it is shown.
   * @param {string[]} command Path inside node_modules, then arguments.
   * @returns {Promise<Rival>}
   */
  static async start(name, command) {
    const [file = '', ...args] = command;
    const client = new Client({ name: 'onecall-bench', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [join(root, 'node_modules', file), ...args], stderr: 'ignore' }));
    const { tools } = await client.listTools();
    const shown = tools.map((tool) => ({ name: tool.name, description: tool.description, inputSchema: tool.inputSchema }));
    return new Rival(name, client, tokens(JSON.stringify(shown)));
  }

  /**
   * Calls a tool and gives what the agent reads.
   * @param {string} name
   * @param {Record<string, unknown>} [args]
   * @returns {Promise<Answer>}
   */
  async call(name, args = {}) {
    const begun = performance.now();
    const { content, isError } = await this.client.callTool({ name, arguments: args });
    const ms = performance.now() - begun;
    const parts = /** @type {{ type: string, text?: string }[]} */ (content);
    const text = parts.map((part) => part.text ?? '').join('\n');
    if (isError) throw new Error(`${this.name}: ${name} failed: ${text.slice(0, 400)}`);
    return { text, ms, tokens: tokens(JSON.stringify(args)) + tokens(text) };
  }

  async stop() {
    await this.client.close();
  }
}

/**
 * @param {number} port Where the browser listens.
 * @param {string[]} [more] Further flags of chrome-devtools-mcp.
 * @returns {Promise<{ playwright: Rival, devtools: Rival }>}
 */
export async function rivals(port, more = []) {
  const endpoint = `http://127.0.0.1:${port}`;
  const playwright = await Rival.start('playwright', ['@playwright/mcp/cli.js', '--cdp-endpoint', endpoint, '--codegen', 'none', '--output-dir', join(root, 'target/playwright-mcp')]);
  const devtools = await Rival.start('devtools', ['chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js', '--browserUrl', endpoint, '--no-usage-statistics', '--no-page-id-routing', ...more]);
  return { playwright, devtools };
}
