/**
 * The core's mirror of facts once more, in JavaScript and as plainly as the format allows, so that tests can look at
 * what capture sent. It shares no code with capture.
 */

/** @typedef {{ handle: number, tag: string, flags: number, attributes: [string, string][], extras: [number, number | string][], children: (Mirrored | string)[] }} Mirrored */
/** @typedef {{ head: { base: number, rev: number, part: number, parts: number }, nodes: Uint32Array, text: string }} Part */

const STRINGS = new Set([1, 2, 3, 4, 8, 10, 13]);

export class Mirror {
  constructor() {
    /** @type {Map<number, Mirrored>} */
    this.byHandle = new Map();
    /** @type {Mirrored | null} */
    this.root = null;
    this.rev = 0;
  }

  /** @param {Part[]} parts */
  apply(parts) {
    const [first] = parts;
    if (!first) throw new Error('no part');
    if (first.head.base === 0) {
      this.byHandle.clear();
      this.root = null;
    } else if (first.head.base !== this.rev) throw new Error(`based on ${first.head.base}, have ${this.rev}`);
    /** @type {Mirrored[]} */
    const open = [];
    let replacing = false;
    parts.forEach((part, at) => {
      if (part.head.part !== at || part.head.parts !== parts.length) throw new Error('parts out of order');
      const { nodes } = part;
      const table = part.text.split('\0');
      let i = 0;
      const word = () => {
        if (i >= nodes.length) throw new Error('a record is cut off');
        return /** @type {number} */ (nodes[i++]);
      };
      const string = () => {
        const text = table[word()];
        if (text === undefined) throw new Error('no such string');
        return text;
      };
      /** @param {number} flags @returns {Mirrored} */
      const own = (flags) => {
        const handle = word();
        const tag = string();
        const counts = word();
        /** @type {[string, string][]} */
        const attributes = [];
        for (let n = counts & 0xffff; n > 0; n -= 1) attributes.push([string(), string()]);
        /** @type {[number, number | string][]} */
        const extras = [];
        for (let n = counts >>> 16; n > 0; n -= 1) {
          const kind = word();
          extras.push([kind, STRINGS.has(kind) ? string() : word()]);
        }
        return { handle, tag, flags, attributes, extras, children: [] };
      };
      while (i < nodes.length) {
        const first = word();
        const flags = first >>> 4;
        switch (first & 15) {
          case 0:
            open.pop();
            break;
          case 1: {
            const element = own(flags);
            if (replacing) {
              replacing = false;
              const known = this.known(element.handle);
              Object.assign(known, element);
              open.push(known);
              break;
            }
            this.byHandle.set(element.handle, element);
            const parent = open.at(-1);
            if (parent) parent.children.push(element);
            else this.root = element;
            open.push(element);
            break;
          }
          case 2:
            open.at(-1)?.children.push(string());
            break;
          case 3:
            this.known(word());
            open.length = 0;
            replacing = true;
            break;
          case 4:
            open.at(-1)?.children.push(this.known(word()));
            break;
          case 5: {
            const { children: _, ...facts } = own(flags);
            Object.assign(this.known(facts.handle), facts);
            break;
          }
          default:
            throw new Error(`unknown record ${first & 15}`);
        }
      }
    });
    this.rev = first.head.rev;
  }

  /** @param {number} handle */
  known(handle) {
    const element = this.byHandle.get(handle);
    if (!element) throw new Error(`${handle} is not known`);
    return element;
  }

  /**
   * The tree as text. Handles are left out, so that two captures of one page are the same text.
   * @returns {string}
   */
  print() {
    /** @type {string[]} */
    const lines = [];
    /** @param {Mirrored | string} node @param {string} indent */
    const visit = (node, indent) => {
      if (typeof node === 'string') {
        lines.push(`${indent}${JSON.stringify(node)}`);
        return;
      }
      const attributes = [...node.attributes].sort().map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join('');
      // Extras that hold handles (5 to 7) are told by the element that they name.
      const extras = node.extras.map(([kind, value]) => ` ${kind}:${kind >= 5 && kind <= 7 ? (this.byHandle.get(Number(value))?.tag ?? '?') : JSON.stringify(value)}`).join('');
      lines.push(`${indent}${node.tag} ${node.flags.toString(2)}${attributes}${extras}`);
      for (const child of node.children) visit(child, `${indent} `);
    };
    if (this.root) visit(this.root, '');
    return lines.join('\n');
  }

  /** @param {string} id @returns {Mirrored | undefined} */
  byId(id) {
    /** @type {(Mirrored | string)[]} */
    const all = this.root ? [this.root] : [];
    for (let at = 0; at < all.length; at += 1) {
      const node = /** @type {Mirrored | string} */ (all[at]);
      if (typeof node === 'string') continue;
      if (node.attributes.some(([name, value]) => name === 'id' && value === id)) return node;
      all.push(...node.children);
    }
    return undefined;
  }
}
