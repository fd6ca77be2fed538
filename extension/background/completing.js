/**
 * A page's list of tools completed with what its site has elsewhere: when the page tells it, and again before a call where
 * tabs came, went or changed since. It must never change what a page says of itself.
 */

/** @import { Message } from '../shared/core.js' */
/** @import { JsonValue } from '../shared/protocol' */
/** @import { Client } from './client.js' */
/** @import { Sites } from './sites.js' */

export class Completing {
  /** @type {Pick<Sites, 'completed' | 'around'>} */
  #sites;
  /** What each page told last, and what was around it then. @type {WeakMap<Client, { tools: JsonValue, around: string }>} */
  #told = new WeakMap();

  /** @param {Pick<Sites, 'completed' | 'around'>} sites */
  constructor(sites) {
    this.#sites = sites;
  }

  /**
   * @param {Client} client
   * @param {Message} message
   * @returns {Message[]} For the core.
   */
  take(client, message) {
    if (message.kind === 'tools') return [this.#completed(client, message.doc, message.tools)];
    const told = message.kind === 'request' ? this.#told.get(client) : undefined;
    if (!told || message.kind !== 'request' || told.around === this.#sites.around(client.place)) return [message];
    return [this.#completed(client, message.doc, told.tools), message];
  }

  /**
   * @param {Client} client
   * @param {string} doc
   * @param {JsonValue} tools
   * @returns {Message}
   */
  #completed(client, doc, tools) {
    this.#told.set(client, { tools, around: this.#sites.around(client.place) });
    return { kind: 'tools', doc, tools: this.#sites.completed(client.place, tools) };
  }
}
