/** Draft.js: follows the browser's editing and keeps a model of its own. */
// @ts-expect-error it has no types
import { ContentState, Editor, EditorState } from 'draft-js';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';

function App() {
  const [state, setState] = useState(() => EditorState.createWithContent(ContentState.createFromText('old text')));
  Object.assign(window, { model: () => state.getCurrentContent().getPlainText('\n') });
  return h(Editor, { editorState: state, onChange: setState, ariaLabel: 'Notes' });
}

createRoot(/** @type {Element} */ (document.querySelector('#app'))).render(h(App));
