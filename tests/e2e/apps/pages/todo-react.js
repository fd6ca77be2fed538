/** A todo app as React apps are written: controlled inputs, keyed rows, editing in place. Runs in React 18 and 19. */
import { createElement as h, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** @typedef {{ id: number, text: string, done: boolean }} Todo */

let last = 0;

/** @param {{ todo: Todo, change: (todo: Todo) => void, remove: () => void }} props */
function Item({ todo, change, remove }) {
  const [editing, setEditing] = useState('');
  const finish = () => {
    if (editing.trim()) change({ ...todo, text: editing.trim() });
    setEditing('');
  };
  return h('li', null,
    h('input', { type: 'checkbox', 'aria-label': `Done: ${todo.text}`, checked: todo.done, onChange: (event) => change({ ...todo, done: event.target.checked }) }),
    editing === ''
      ? h('label', { onDoubleClick: () => setEditing(todo.text) }, todo.text)
      : h('input', {
        'aria-label': 'Edit', autoFocus: true, value: editing, onChange: (event) => setEditing(event.target.value), onBlur: finish,
        onKeyDown: (event) => { if (event.key === 'Enter') finish(); else if (event.key === 'Escape') setEditing(''); },
      }),
    h('button', { 'aria-label': `Edit ${todo.text}`, onClick: () => setEditing(todo.text) }, 'Edit'),
    h('button', { 'aria-label': `Delete ${todo.text}`, onClick: remove }, '×'));
}

function App() {
  const [todos, setTodos] = useState(/** @type {Todo[]} */ ([]));
  const [text, setText] = useState('');
  const [shown, setShown] = useState('All');
  Object.assign(window, { model: () => todos.map(({ text, done }) => ({ text, done })) });
  const visible = todos.filter((todo) => shown === 'All' || todo.done === (shown === 'Completed'));
  const change = (/** @type {Todo} */ to) => setTodos((all) => all.map((one) => (one.id === to.id ? to : one)));
  return h('section', { 'aria-label': 'Todos' },
    h('form', {
      'aria-label': 'New todo',
      onSubmit: (event) => {
        event.preventDefault();
        if (text.trim()) setTodos([...todos, { id: ++last, text: text.trim(), done: false }]);
        setText('');
      },
    }, h('input', { placeholder: 'What needs to be done?', value: text, onChange: (event) => setText(event.target.value) })),
    h('ul', { 'aria-label': 'Todo list' }, visible.map((todo) => h(Item, { key: todo.id, todo, change, remove: () => setTodos((all) => all.filter((one) => one.id !== todo.id)) }))),
    h('p', null, `${todos.filter((todo) => !todo.done).length} items left`),
    ['All', 'Active', 'Completed'].map((name) => h('button', { key: name, 'aria-pressed': shown === name, onClick: () => setShown(name) }, name)),
    h('button', { disabled: !todos.some((todo) => todo.done), onClick: () => setTodos(todos.filter((todo) => !todo.done)) }, 'Clear completed'));
}

createRoot(/** @type {Element} */ (document.querySelector('#app'))).render(h(StrictMode, null, h(App)));
