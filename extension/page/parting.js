// What a call is answered with when its document goes: the core's parting words and where the page goes.
import { wellFormed } from './text.js';

/**
 * The core's parting words with the place the document leaves for, in the form the caller asked for.
 * @param {string} parting lines, or JSON text
 * @param {string} url where to; empty where unknown
 * @param {unknown} input what the caller sent, for its `format`
 */
export function parted(parting, url, input) {
  const said = url ? `the document is leaving for ${JSON.stringify(url)}` : 'the document is going away';
  const json = typeof input === 'object' && input !== null && 'format' in input && input.format === 'json';
  if (!json) return wellFormed(`${parting}\nchanged  ${said}`);
  const answer = { ok: true, path: '', kind: 'act', done: doneLines(parting), changed: [said] };
  return wellFormed(JSON.stringify({ ...answer, usage: { tokens: Math.ceil(JSON.stringify(answer).length / 4), budget: 600 } }));
}

/**
 * What was done, from a core's parting words.
 * @param {string} parting
 * @returns {string[]}
 */
export function doneLines(parting) {
  if (parting.startsWith('{')) {
    try {
      const { done } = JSON.parse(parting);
      if (Array.isArray(done)) return done.filter((line) => typeof line === 'string');
    } catch {
      // Lines after all.
    }
  }
  return parting.split('\n').filter((line) => /^(done|gave) /.test(line)).map((line) => line.replace(/^done +/, '').replace(/^gave +/, 'gave ').trim());
}
