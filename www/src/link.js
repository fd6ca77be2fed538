/**
 * The link between kit and core where both are in the page: what would be a message to the worker is a call, a turn
 * later. What a person or the site has to decide it hands to the asker.
 */

import { notLoaded } from '../../extension/shared/script/failure.js';

/** @import { Core } from '../../extension/shared/core.js' */
/** @import { Message } from '../../extension/page/types.js' */
/** @import { Scripts } from '../../extension/shared/script/scripts.js' */
/** @import { Asker } from './asker.js' */
/** @import { Effect, Taint } from '../../extension/shared/protocol' */

export class PageLink {
  /** Set before the kit gets the link. @type {Pick<Core, 'take'> | null} */
  core = null;
  /** What agents have met on this page; a core that replaces a dead one is told. @type {Taint} */
  taint = { untrusted: false, private: false };
  /** @type {Message[]} */
  #turn = [];
  #up = false;
  /** @type {(post: (message: Message) => void) => Promise<Scripts>} */
  #loadScripts;
  /** @type {Asker} */
  #asker;
  /** @type {Promise<Scripts> | null} */
  #scripts = null;
  /** @type {Array<(effects: Effect[]) => void>} */
  #effectListeners = [];
  /** @type {Array<() => void>} */
  #downListeners = [];

  /**
   * @param {Asker} asker
   * @param {(post: (message: Message) => void) => Promise<Scripts>} loadScripts
   */
  constructor(asker, loadScripts) {
    this.#asker = asker;
    this.#loadScripts = loadScripts;
  }

  /** @param {(effects: Effect[]) => void} listener */
  onEffects(listener) {
    this.#effectListeners.push(listener);
  }

  /** @param {() => void} listener */
  onDown(listener) {
    this.#downListeners.push(listener);
  }

  /** @returns {boolean} */
  up() {
    return this.#up;
  }

  /** @param {Message[]} messages */
  post(messages) {
    this.#up = true;
    this.#turn.push(...messages);
    if (this.#turn.length === messages.length) queueMicrotask(() => this.#flush());
  }

  /** The core that was there is gone, with all it knew. */
  reset() {
    if (!this.#up) return;
    this.#up = false;
    void this.#scripts?.then((scripts) => scripts.clear(), () => {});
    // After what the dying core still had to say.
    queueMicrotask(() => {
      for (const listener of this.#downListeners) listener();
    });
  }

  /**
   * The interpreter comes with the first script.
   * @param {Extract<Effect, { kind: 'script' }>} effect
   */
  async #script(effect) {
    const { doc, call } = effect;
    this.#scripts ??= this.#loadScripts((message) => this.post([message]));
    try {
      (await this.#scripts).take(effect);
    } catch (error) {
      // The network may be back for the next script.
      this.#scripts = null;
      if (this.#up && effect.work.do === 'start') this.post([{ kind: 'scriptEnded', doc, call, end: notLoaded(error) }]);
    }
  }

  /** @param {Extract<Effect, { kind: 'ask' }>} effect */
  async #ask({ doc, call, request }) {
    const decision = await this.#asker.decide(request);
    if (this.#up) this.post([{ kind: 'decided', doc, call, request: request.id, decision }]);
  }

  #flush() {
    const messages = this.#turn.splice(0);
    /** @type {Effect[]} */
    const effects = [];
    while (messages.length > 0 && this.#up) {
      const message = messages.shift();
      if (!message) break;
      // What is for a worker: here no kit stands in a frame.
      if (message.kind === 'here' || message.kind === 'located' || message.kind === 'go') continue;
      for (const effect of this.core?.take(message) ?? []) {
        if (effect.kind === 'ask') void this.#ask(effect);
        else if (effect.kind === 'script') void this.#script(effect);
        else if (effect.kind === 'taint') this.taint = effect.taint;
        else if (effect.kind === 'approval') this.#asker.follow(effect.record);
        // A page has no log of its own: what happened here is known to the page's own script anyway.
        else if (effect.kind !== 'log') effects.push(effect);
      }
    }
    if (effects.length > 0) for (const listener of this.#effectListeners) listener(effects);
  }
}
