/** TipTap: ProseMirror with extensions. */
import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

const editor = new Editor({ element: /** @type {Element} */ (document.querySelector('#app')), extensions: [StarterKit], content: '<p>old text</p>' });
Object.assign(window, { model: () => editor.getText({ blockSeparator: '\n' }) });
