/** The exceptions of "everything except …": what agents have to ask about all the same. */
import { effectWords, h, t } from './lib.js';

/** @import { Class } from '../shared/protocol' */

/** @type {Class[]} */
const OFFERED = ['write', 'act', 'navigate', 'download', 'upload', 'submit', 'consequential', 'send', 'auth', 'delete', 'pay'];

/** @param {{ except: Class[], change: (except: Class[]) => void }} props */
export function Except({ except, change }) {
  return h('fieldset', null, h('legend', null, t('exceptAsk')),
    OFFERED.map((effect) => h('div', null, h('label', null,
      h('input', { type: 'checkbox', checked: except.includes(effect), onChange: () => change(except.includes(effect) ? except.filter((one) => one !== effect) : [...except, effect]) }), effectWords(effect)))));
}
