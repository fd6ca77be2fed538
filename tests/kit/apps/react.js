/** A React page with controlled inputs: what React does not hear of, it takes back. */
import { createElement as h, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

function App() {
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [size, setSize] = useState('m');
  const [items, setItems] = useState(/** @type {string[]} */ ([]));
  Object.assign(window, { model: () => ({ name, code, agreed, size, items }) });
  return h('form', { onSubmit: (event) => { event.preventDefault(); setItems([...items, name]); setName(''); } },
    h('input', { id: 'name', value: name, onChange: (event) => setName(event.target.value) }),
    h('input', { id: 'code', value: code, onChange: (event) => setCode(event.target.value.toUpperCase().slice(0, 3)) }),
    h('label', null, h('input', { id: 'agreed', type: 'checkbox', checked: agreed, onChange: (event) => setAgreed(event.target.checked) }), 'Agree'),
    h('select', { id: 'size', value: size, onChange: (/** @type {import('react').ChangeEvent<HTMLSelectElement>} */ event) => setSize(event.target.value) }, h('option', { value: 's' }, 'Small'), h('option', { value: 'm' }, 'Medium')),
    h('input', { id: 'fixed', value: 'fixed', onChange: () => {} }),
    h('button', { disabled: name === '' }, 'Add'),
    h('ul', null, items.map((item) => h('li', { key: item }, item))));
}

createRoot(document.querySelector('main') ?? document.body).render(h(StrictMode, null, h(App)));
