/**
 * What a solver has: `call`, and readers of its text answers. It reads what an agent reads and nothing else; it must
 * never know the page.
 */

/**
 * @typedef {(caller: Caller, said: string) => Promise<void>} Solver It gets the task's words.
 * @typedef {{ path: string, name: string, line: string, cells: string[] }} Thing One line of a list.
 */

/** A string as JSON writes it. */
const QUOTED = /^"(?:[^"\\]|\\.)*"/;
/** A path: names, brackets with strings. */
const PATH = /^page(?:[^\s"]|"(?:[^"\\]|\\.)*")*/;
/** Lines that are not things. */
const OURS = /^(?:"key" \||more |members |next |empty |fault |try |page {2}|! )/;

export class Caller {
  /** @type {Array<{ sent: string, answer: string }>} */
  log = [];
  /** @type {(input: object) => Promise<string>} */
  #invoke;

  /** @param {(input: object) => Promise<string>} invoke */
  constructor(invoke) {
    this.#invoke = invoke;
  }

  /**
   * One call, whatever it answers.
   * @param {object} input
   * @returns {Promise<string>}
   */
  async raw(input) {
    const answer = await this.#invoke(input);
    this.log.push({ sent: JSON.stringify(input), answer });
    return answer;
  }

  /**
   * Reads a place.
   * @param {string} [path]
   * @returns {Promise<string>}
   */
  async read(path) {
    return sound(await this.raw(path === undefined ? {} : { path }));
  }

  /**
   * Says something to a thing.
   * @param {string} path
   * @param {...unknown} args
   * @returns {Promise<string>}
   */
  async say(path, ...args) {
    return sound(await this.raw({ path, args }));
  }

  /**
   * @param {string} path
   * @returns {Promise<string>}
   */
  click(path) {
    return this.say(`${path}.click`);
  }

  /**
   * Clicks the button of this name.
   * @param {string} name
   * @returns {Promise<string>}
   */
  press(name) {
    return this.click(at('page.buttons', name));
  }

  /**
   * Clicks a button that a list or calendar of a field may lie over: closes that and clicks again, as the fault says.
   * @param {string} name
   * @param {string} field
   * @returns {Promise<string>}
   */
  async uncovered(name, field) {
    const path = at('page.buttons', name);
    for (let go = 0; go < 4; go += 1) {
      const answer = await this.raw({ path: `${path}.click`, args: [] });
      if (!/^fault covered/m.test(answer)) return sound(answer);
      await this.say(`${field}.press`, 'Escape');
    }
    return this.click(path);
  }

  /**
   * The things of a group, all of them.
   * @param {string} group
   * @returns {Promise<Thing[]>}
   */
  async things(group) {
    /** @type {Thing[]} */
    const found = [];
    for (let path = group; path; ) {
      const answer = await this.read(path);
      found.push(...things(group, answer));
      path = PATH.exec(/^more +(.*)$/m.exec(answer)?.[1] ?? '')?.[0] ?? '';
      if (!/\[\d+:\d+\]$/.test(path)) break;
    }
    return found;
  }

  /**
   * The blocks of text of a place, its Markdown without the fence.
   * @param {string} [path]
   * @returns {Promise<string>}
   */
  async text(path = 'page.text') {
    return fenced(await this.read(path));
  }
}

/**
 * A key inside a group.
 * @param {string} group
 * @param {string} key
 * @returns {string}
 */
export function at(group, key) {
  return `${group}[${JSON.stringify(key)}]`;
}

/**
 * @param {string} answer
 * @returns {string} The same, where it is no fault.
 */
function sound(answer) {
  if (/^fault /m.test(answer)) throw new Error(answer);
  return answer;
}

/**
 * The things that an answer lists.
 * @param {string} group
 * @param {string} answer
 * @returns {Thing[]}
 */
export function things(group, answer) {
  // What happened meanwhile stands first, then what was asked.
  const lines = answer.split('\n').filter((line) => !line.startsWith('event '));
  return lines.slice(1).flatMap((line) => {
    const text = line.trim();
    const quoted = QUOTED.exec(text)?.[0];
    const path = quoted ? `${group}[${quoted}]` : PATH.exec(text)?.[0];
    if (!path || OURS.test(line)) return [];
    const rest = text.slice((quoted ?? path).length).replace(/^ *\| ?| +/, '');
    return [{ path, name: nameOf(path), line: text, cells: rest.split(/ \| /).map((cell) => cell.trim()) }];
  });
}

/**
 * What a path's last segment is called, as a person reads it.
 * @param {string} path
 * @returns {string}
 */
export function nameOf(path) {
  const bracket = /\[("(?:[^"\\]|\\.)*")\]$/.exec(path)?.[1];
  const key = bracket ? String(JSON.parse(bracket)) : (path.split('.').pop() ?? '');
  // Equals are numbered; a label's own number is escaped.
  return /[^\\]#\d+$/.test(key) ? key.replace(/#\d+$/, '') : key.replaceAll('\\#', '#');
}

/**
 * @param {string} answer
 * @returns {string} What stands between the fences, else what is quoted.
 */
export function fenced(answer) {
  const block = /^(`{3,})\n([\s\S]*?)\n\1$/m.exec(answer)?.[2];
  return block ?? strings(answer).join('\n');
}

/**
 * All JSON strings of a text.
 * @param {string} text
 * @returns {string[]}
 */
export function strings(text) {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map((match) => String(JSON.parse(match[0])));
}

/**
 * What a task's words put between quotes, or what a pattern finds.
 * @param {string} said
 * @param {RegExp} [pattern]
 * @returns {string[]}
 */
export function wanted(said, pattern = /"([^"]*)"/g) {
  if (pattern.global) return [...said.matchAll(pattern)].map((match) => match[1] ?? '');
  const found = pattern.exec(said);
  if (!found) throw new Error(`the task is not understood: ${said}`);
  return found.slice(1).map((part) => part ?? '');
}

/**
 * The position that `1st`, `2nd` … mean, from 0.
 * @param {string} said
 * @returns {number}
 */
export function ordinal(said) {
  return Number(/(\d+)(?:st|nd|rd|th)/.exec(said)?.[1] ?? NaN) - 1;
}

/**
 * The thing that is called so.
 * @param {Thing[]} all
 * @param {string | ((thing: Thing) => boolean)} which
 * @returns {Thing}
 */
export function one(all, which) {
  const found = all.find((thing) => (typeof which === 'string' ? thing.name === which : which(thing)));
  if (!found) throw new Error(`not found: ${which}; there are ${all.map((thing) => thing.name).join(', ')}`);
  return found;
}
