/** Lexical: takes the selection from the DOM and writes the DOM itself. */
import { registerRichText } from '@lexical/rich-text';
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical';

const root = document.querySelector('main') ?? document.body;
root.contentEditable = 'true';
const editor = createEditor({ namespace: 'test', onError: (error) => console.error(error) });
editor.setRootElement(root);
registerRichText(editor);
editor.update(() => {
  $getRoot().clear().append($createParagraphNode().append($createTextNode('old text')));
}, { discrete: true });
Object.assign(window, { model: () => editor.getEditorState().read(() => $getRoot().getTextContent().replaceAll('\n\n', '\n')) });
