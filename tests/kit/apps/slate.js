/** Slate: keeps its own model and selection, and loses both when the DOM changes behind its back. */
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createEditor, Node } from 'slate';
import { Editable, Slate, withReact } from 'slate-react';

const editor = withReact(createEditor());
/** @type {import('slate').Descendant[]} */
const initialValue = [{ children: [{ text: 'old text' }] }];
const app = createElement(Slate, { editor, initialValue, children: createElement(Editable) });
createRoot(document.querySelector('main') ?? document.body).render(app);
Object.assign(window, { model: () => editor.children.map((node) => Node.string(node)).join('\n') });
