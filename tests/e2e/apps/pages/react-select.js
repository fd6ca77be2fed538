/** react-select: one option, several, options that come from a server, options in a portal. */
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import Select from 'react-select';
import AsyncSelect from 'react-select/async';

const CITIES = ['Amsterdam', 'Berlin', 'Bern', 'Bonn', 'Rome', 'Vienna', 'Zürich'].map((label) => ({ value: label.toLowerCase(), label }));
/** @typedef {{ value: string, label: string } | null} Option */

function App() {
  const [one, setOne] = useState(/** @type {Option} */ (null));
  const [many, setMany] = useState(/** @type {readonly Option[]} */ ([]));
  const [late, setLate] = useState(/** @type {Option} */ (null));
  const [away, setAway] = useState(/** @type {Option} */ (null));
  Object.assign(window, { model: () => ({ one: one?.value, many: many.map((option) => option?.value), late: late?.value, away: away?.value }) });
  /** @param {string} typed @returns {Promise<Option[]>} */
  const load = (typed) => new Promise((resolve) => {
    setTimeout(() => resolve(CITIES.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))), 200);
  });
  return h('form', { 'aria-label': 'Trip' },
    h('label', { htmlFor: 'from' }, 'From'), h(Select, { inputId: 'from', options: CITIES, value: one, onChange: (value) => setOne(/** @type {Option} */ (value)) }),
    h('label', { htmlFor: 'via' }, 'Via'), h(Select, { inputId: 'via', isMulti: true, options: CITIES, value: many, onChange: (value) => setMany(/** @type {readonly Option[]} */ (value)) }),
    h('label', { htmlFor: 'to' }, 'To'), h(AsyncSelect, { inputId: 'to', loadOptions: load, value: late, onChange: (value) => setLate(/** @type {Option} */ (value)) }),
    h('label', { htmlFor: 'back' }, 'Back'), h(Select, { inputId: 'back', options: CITIES, value: away, onChange: (value) => setAway(/** @type {Option} */ (value)), menuPortalTarget: document.body }));
}

createRoot(/** @type {Element} */ (document.querySelector('#app'))).render(h(App));
