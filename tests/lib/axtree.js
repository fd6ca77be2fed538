/**
 * What the same page costs without Onecall: the browser's own accessibility tree, one line a node, as tools that hand a
 * page to an agent print it. Ignored nodes are left out and texts that only repeat their parent's name are too, so the
 * figure is on the low side.
 */

/** @import { CDPSession } from 'playwright-core' */

/**
 * @typedef {{ value?: unknown }} AxValue
 * @typedef {{ nodeId: string, ignored: boolean, role?: AxValue, name?: AxValue, value?: AxValue, parentId?: string, childIds?: string[], properties?: Array<{ name: string, value: AxValue }> }} AxNode
 */

/** States worth a word; the rest of the properties is left out. */
const STATES = new Set(['checked', 'disabled', 'expanded', 'focused', 'invalid', 'level', 'pressed', 'readonly', 'required', 'selected']);

/** Roles that say nothing by themselves. */
const SILENT = new Set(['none', 'generic', 'InlineTextBox', 'LineBreak']);

/**
 * The tree of a page, as text.
 * @param {CDPSession} session
 * @returns {Promise<string>}
 */
export async function accessibilityTree(session) {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const all = /** @type {AxNode[]} */ (/** @type {unknown} */ (nodes));
  const byId = new Map(all.map((node) => [node.nodeId, node]));
  const root = all.find((node) => node.parentId === undefined);
  /** @type {string[]} */
  const lines = [];
  /** @type {Array<{ node: AxNode, depth: number, parentName: string }>} */
  const waiting = root ? [{ node: root, depth: 0, parentName: '' }] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth, parentName } = next;
    const text = lineOf(node, parentName);
    if (text !== null) lines.push('  '.repeat(depth) + text);
    const name = text === null ? parentName : String(node.name?.value ?? '');
    const children = (node.childIds ?? []).map((id) => byId.get(id)).filter((child) => child !== undefined);
    for (const child of children.reverse()) waiting.push({ node: child, depth: text === null ? depth : depth + 1, parentName: name });
  }
  return lines.join('\n');
}

/**
 * @param {AxNode} node
 * @param {string} parentName
 * @returns {string | null} Null where the node has no line of its own.
 */
function lineOf(node, parentName) {
  const role = String(node.role?.value ?? '');
  const name = String(node.name?.value ?? '').trim();
  if (node.ignored || SILENT.has(role)) return null;
  if (role === 'StaticText') return name === '' || name === parentName ? null : `text ${JSON.stringify(name)}`;
  const parts = [role];
  if (name !== '') parts.push(JSON.stringify(name));
  const value = node.value?.value;
  if (value !== undefined && value !== '') parts.push(`value=${JSON.stringify(value)}`);
  for (const { name: state, value: held } of node.properties ?? []) {
    if (!STATES.has(state) || held.value === false || held.value === 'false') continue;
    parts.push(held.value === true ? state : `${state}=${String(held.value)}`);
  }
  return parts.join(' ');
}
