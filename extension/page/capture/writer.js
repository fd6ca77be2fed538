// The stream of words and the string table that facts are made of, cut into parts.
// It knows the format of crate/protocol/src/facts.rs and nothing of the DOM.

/** Kinds of records; the low four bits of a record's first word. */
export const op = Object.freeze({ END: 0, ELEMENT: 1, TEXT: 2, REPLACE: 3, KEEP: 4, PATCH: 5 });

/** Words in one part at the most, so that no message blocks the port. */
const PART_WORDS = 262_144;
/** Characters in one part at the most, for the same reason. */
const PART_CHARS = 524_288;
/** No single record is longer: attributes and extras of an element are capped far below it. */
const RECORD_WORDS = 4_096;
/** Longer strings are hardly ever repeated; looking them up costs more than it saves. */
const SHARED_CHARS = 12;

/** @typedef {{nodes: Uint32Array, text: string}} Piece */

/** Collects records. Call `room()` between records, `done()` at the end. */
export class Writer {
  constructor() {
    this.words = new Uint32Array(PART_WORDS);
    this.at = 0;
    this.chars = 0;
    /** @type {string[]} */
    this.strings = [''];
    /** @type {Map<string, number>} */
    this.known = new Map([['', 0]]);
    /** @type {Piece[]} */
    this.pieces = [];
  }

  /** @param {number} word */
  word(word) {
    this.words[this.at++] = word;
  }

  /**
   * The index of a string that is likely to come again.
   * @param {string} text
   * @returns {number}
   */
  string(text) {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const index = this.add(text);
    this.known.set(text, index);
    return index;
  }

  /**
   * The index of a string of which nothing is known.
   * @param {string} text
   * @returns {number}
   */
  text(text) {
    return text.length > SHARED_CHARS ? this.add(text) : this.string(text);
  }

  /**
   * Adds a string that is not looked up.
   * @param {string} text
   * @returns {number}
   */
  add(text) {
    this.chars += text.length + 1;
    return this.strings.push(text.indexOf('\0') < 0 ? text : text.replaceAll('\0', '\ufffd')) - 1;
  }

  /** Begins a new part where the current one is full. Only between records. */
  room() {
    if (this.at > PART_WORDS - RECORD_WORDS || this.chars > PART_CHARS) this.flush();
  }

  flush() {
    this.pieces.push({ nodes: this.words.slice(0, this.at), text: this.strings.join('\0') });
    this.at = 0;
    this.chars = 0;
    this.strings = [''];
    this.known = new Map([['', 0]]);
  }

  /**
   * All parts, and an empty writer; at least one part, which may be empty.
   * @returns {Piece[]}
   */
  done() {
    if (this.at > 0 || this.pieces.length === 0) this.flush();
    const pieces = this.pieces;
    this.pieces = [];
    return pieces;
  }
}
