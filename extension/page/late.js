// What a call of the page's own script came to, where it navigated and its caller went with the document: it is put
// before the answer to the next call.
import { takeWaiting } from './carry.js';
import { oneLine, wellFormed } from './text.js';

/** Characters of one line; the page's own script can write them too. */
const MOST = 1_200;

/**
 * @param {Window} window
 * @param {string} answer in lines, or one JSON object
 * @returns {string}
 */
export function withLate(window, answer) {
  const waiting = takeWaiting(window);
  if (!waiting.length) return answer;
  if (!answer.startsWith('{')) return wellFormed(['note     your call before this page came through:', ...waiting.map((line) => `earlier  ${oneLine(line, MOST)}`), answer].join('\n'));
  const parts = JSON.parse(answer);
  if (Array.isArray(parts.content)) {
    parts.content.unshift({ type: 'text', text: wellFormed(waiting.map((line) => `earlier  ${oneLine(line, MOST)}`).join('\n')) });
    return JSON.stringify(parts);
  }
  return wellFormed(JSON.stringify({ ...parts, earlier: waiting.map((line) => oneLine(line, MOST)) }));
}
