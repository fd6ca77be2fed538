/** Selects of Radix and Headless UI: popups in portals, page inert behind them, options that are filtered by typing. */
import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Listbox, ListboxButton, ListboxOption, ListboxOptions, Field, Label, Menu, MenuButton, MenuItem, MenuItems, Switch, Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import * as Radix from '@radix-ui/react-select';
import { createElement as h, Fragment, useState } from 'react';
import { createRoot } from 'react-dom/client';

const FRUIT = ['Apple', 'Banana', 'Blueberry', 'Cherry', 'Grape'];
const PEOPLE = ['Ann Lee', 'Bo Chen', 'Cem Demir', 'Dora Novak'];

function App() {
  const [fruit, setFruit] = useState('');
  const [person, setPerson] = useState(/** @type {string | null} */ (null));
  const [typed, setTyped] = useState('');
  const [size, setSize] = useState('Medium');
  const [on, setOn] = useState(false);
  const [did, setDid] = useState('');
  Object.assign(window, { model: () => ({ fruit, person, size, on, did }) });
  return h(Fragment, null, h('form', { 'aria-label': 'Order', onSubmit: (event) => event.preventDefault() },
    h('span', { id: 'fruit-label' }, 'Fruit'),
    h(Radix.Root, { value: fruit, onValueChange: setFruit },
      h(Radix.Trigger, { 'aria-labelledby': 'fruit-label' }, h(Radix.Value, { placeholder: 'Choose a fruit' })),
      h(Radix.Portal, null, h(Radix.Content, { position: 'popper' }, h(Radix.Viewport, null,
        FRUIT.map((name) => h(Radix.Item, { key: name, value: name.toLowerCase(), disabled: name === 'Grape' }, h(Radix.ItemText, null, name))))))),
    h(Field, null, h(Label, null, 'Assignee'), h(Combobox, { value: person, onChange: (name) => setPerson(/** @type {string | null} */ (name)), onClose: () => setTyped('') },
      h(ComboboxInput, { displayValue: (name) => String(name ?? ''), onChange: (event) => setTyped(event.target.value) }),
      h(ComboboxOptions, { anchor: 'bottom' }, PEOPLE.filter((name) => name.toLowerCase().includes(typed.toLowerCase())).map((name) => h(ComboboxOption, { key: name, value: name }, name))))),
    h(Field, null, h(Label, null, 'Size'), h(Listbox, { value: size, onChange: (name) => setSize(String(name)) },
      h(ListboxButton, null, size),
      h(ListboxOptions, { anchor: 'bottom' }, ['Small', 'Medium', 'Large'].map((name) => h(ListboxOption, { key: name, value: name }, name))))),
    h(Field, null, h(Label, null, 'Notify me'), h(Switch, { checked: on, onChange: setOn }))),
    h(Menu, null, h(MenuButton, null, 'More'), h(MenuItems, { anchor: 'bottom' },
      ['Duplicate', 'Archive'].map((name) => h(MenuItem, { key: name }, h('button', { type: 'button', onClick: () => setDid(name) }, name))))),
    h(TabGroup, null, h(TabList, null, ['Details', 'History'].map((name) => h(Tab, { key: name }, name))),
      h(TabPanels, null, h(TabPanel, null, 'All about it'), h(TabPanel, null, 'What was'))));
}

createRoot(/** @type {Element} */ (document.querySelector('#app'))).render(h(App));
