/**
 * Who decides with the script tag: the site's own function for the branch of a path, and where it has none or says
 * `ask`, the person. It must never take silence or an error for a yes.
 */
import { registryOf } from '../../extension/shared/registry.js';
import { Prompt } from './prompt.js';

/** @import { Asked, Request, Rule } from '../../extension/shared/protocol' */

export class Asker {
  /** @type {Window & typeof globalThis} */
  #window;
  /** @type {Prompt} */
  #prompt;

  /** @param {Window & typeof globalThis} window */
  constructor(window) {
    this.#window = window;
    this.#prompt = new Prompt(window.document);
  }

  get #approvers() {
    return registryOf(this.#window).approvers;
  }

  /** The rules that bring everything below a branch with a function here. @returns {Rule[]} */
  get rules() {
    return [...this.#approvers.keys()].map((branch) => ({
      origin: null, path: branch || null, effect: null, across: null, decision: /** @type {const} */ ('ask'),
    }));
  }

  /**
   * @param {Request} request
   * @returns {Promise<'allow' | 'ask' | 'deny'>}
   */
  async decide(request) {
    const decide = this.#approverOf(request.path);
    const { path, effect, args, says } = request;
    if (!decide) return this.#ask(request);
    try {
      const said = await decide({ path, effect, args, says });
      if (said === 'allow' || said === 'deny') return said;
      if (said !== 'ask') console.error(`onecall: approve gave ${JSON.stringify(said)}, which is none of allow, ask, deny; the person is asked`);
    } catch (error) {
      console.error('onecall: approve threw; the operation is denied', error);
      return 'deny';
    }
    return this.#ask(request);
  }

  /**
   * Asks the person; where that cannot be done it is still to be asked.
   * @param {Request} request
   */
  async #ask(request) {
    try {
      return await this.#prompt.ask(request);
    } catch (error) {
      console.error('onecall: the person cannot be asked on this page', error);
      return /** @type {const} */ ('ask');
    }
  }

  /** @param {Asked} record How far a request has come. */
  follow({ request, state }) {
    if (state !== 'pending') this.#prompt.withdraw(request.id);
  }

  /**
   * The function of the longest branch that a path lies in.
   * @param {string} path
   */
  #approverOf(path) {
    const fits = ([...this.#approvers.keys()]).filter((branch) => {
      const rest = path.slice(branch.length);
      return path.startsWith(branch) && (branch === '' || rest === '' || '.[('.includes(rest.charAt(0)));
    });
    const longest = fits.sort((a, b) => b.length - a.length)[0];
    return longest === undefined ? undefined : this.#approvers.get(longest);
  }
}
