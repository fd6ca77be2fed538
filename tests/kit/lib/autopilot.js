/**
 * In the page, in any world: a whole content script with a small core that does what the call's input says, as a
 * worker would: every message arrives in a task of its own.
 */
import { arrive } from '../../../extension/page/arrive.js';
import { createCapture } from '../../../extension/page/capture.js';
import { createKit } from '../../../extension/page/kit.js';
import { register } from '../../../extension/page/register.js';

/** @import { Effect, Message } from '../../../extension/page/types.js' */
/** @import { Act } from '../../../extension/shared/protocol' */
/** @import { Kit } from '../../../extension/page/kit.js' */

/** What a call of these tests says. @typedef {{ on?: string, act?: Act, settle?: number, echo?: string, format?: string }} Wanted */

class Autopilot {
  /** @type {(effects: Effect[]) => void} */
  #tell = () => {};
  /** @type {Map<string, Wanted>} */
  #wanted = new Map();
  /** @type {ReturnType<typeof createCapture> | undefined} */
  #capture;
  /** @type {Kit} */
  kit;

  constructor() {
    // A message channel, as the worker's port: what comes over it is in no call's chain of tasks.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => this.#tell(data);
    port2.onmessage = ({ data }) => {
      const effects = /** @type {Message[]} */ (data).flatMap((message) => this.#answer(message));
      if (effects.length) port2.postMessage(effects);
    };
    this.kit = createKit({
      document, window,
      capture: (of, options) => {
        this.#capture = createCapture(of, options);
        return this.#capture;
      },
      link: { post: (messages) => port1.postMessage(messages), onEffects: (listener) => (this.#tell = listener), onDown() {}, up: () => true },
    });
  }

  /** @param {Message} message @returns {Effect[]} */
  #answer(message) {
    const { doc } = this.kit;
    if (message.kind === 'request') {
      const wanted = /** @type {Wanted} */ (message.input);
      this.#wanted.set(message.call, wanted);
      if (wanted.echo !== undefined) return [{ kind: 'answer', doc, call: message.call, output: wanted.echo, ok: true }];
      return [{ kind: 'capture', doc, since: 0, closed: false }];
    }
    if (message.kind === 'facts' && message.head.base === 0) {
      return [...this.#wanted].flatMap(([call, { on = '', act }]) => {
        if (!act) return [];
        const el = on ? document.querySelector(on) : null;
        const handle = el ? (this.#capture?.handleOf(el) ?? 0) : 0;
        return [{ kind: 'perform', doc, call, plan: 'p', frame: null, parting: `done     ${act.verb} ${on}`, step: { id: `${call}/1`, target: { handle, checks: [] }, act } }];
      });
    }
    if (message.kind === 'outcome') {
      const { settle = 1_000 } = this.#wanted.get(message.call) ?? {};
      return [{ kind: 'settle', doc, call: message.call, quiet: 100, most: settle }];
    }
    if (message.kind === 'settled') {
      return [{ kind: 'answer', doc, call: message.call, output: `done     settled, leaving ${message.leaving}`, ok: true }];
    }
    return [];
  }
}

arrive({ document, window });
/** @type {Autopilot | undefined} */
let pilot;
const registration = register({ document, window, run: (input, signal) => (pilot ??= new Autopilot()).kit.run(input, signal) });
Object.assign(globalThis, { registration });
