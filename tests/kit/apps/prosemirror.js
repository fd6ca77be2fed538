/** ProseMirror, the editor under TipTap and many others: its document is its own, the page only shows it. */
import { baseKeymap } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import { DOMParser } from 'prosemirror-model';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

const start = document.createElement('div');
start.innerHTML = '<p>old text</p>';
const state = EditorState.create({ doc: DOMParser.fromSchema(schema).parse(start), plugins: [keymap(baseKeymap)] });
const view = new EditorView(document.querySelector('main'), { state });
Object.assign(window, { model: () => view.state.doc.textBetween(0, view.state.doc.content.size, '\n') });
