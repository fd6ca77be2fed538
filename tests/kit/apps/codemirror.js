/** CodeMirror 6: draws only the lines in view. */
import { basicSetup } from 'codemirror';
import { EditorView } from '@codemirror/view';

const doc = location.hash === '#long' ? 'line\n'.repeat(2_000) : 'old text';
const parent = document.querySelector('main') ?? document.body;
parent.style.height = '300px';
const view = new EditorView({ doc, extensions: [basicSetup, EditorView.theme({ '&': { height: '300px' } })], parent });
Object.assign(window, { model: () => view.state.doc.toString() });
