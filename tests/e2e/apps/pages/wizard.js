/** A checkout in three steps: each step checks itself, regions are loaded after a country is chosen, prices come late. */
import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const REGIONS = /** @type {Record<string, string[]>} */ ({ Germany: ['Bavaria', 'Berlin'], Italy: ['Lazio', 'Tuscany'] });
const STEPS = ['Address', 'Delivery', 'Review'];

/** @typedef {{ name: string, email: string, country: string, region: string, speed: string, date: string, gift: boolean, note: string }} Order */

/** @param {{ label: string, error?: string | undefined, of: (props: object) => import('react').ReactNode }} props */
function Field({ label, error, of }) {
  const id = label.toLowerCase().replaceAll(' ', '-');
  return h('p', null, h('label', { htmlFor: id }, label), of({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}-error` : undefined }),
    error ? h('span', { id: `${id}-error` }, error) : null);
}

/** @param {Order} order @returns {Record<string, string>} */
function wrong({ name, email, country, region }) {
  return {
    ...(name.trim() ? {} : { name: 'Enter a name' }),
    ...(/^\S+@\S+\.\S+$/.test(email) ? {} : { email: 'Enter an e-mail address' }),
    ...(country ? {} : { country: 'Choose a country' }),
    ...(country && !region ? { region: 'Choose a region' } : {}),
  };
}

function App() {
  const [step, setStep] = useState(0);
  const [order, setOrder] = useState(/** @type {Order} */ ({ name: '', email: '', country: '', region: '', speed: 'standard', date: '', gift: false, note: '' }));
  const [errors, setErrors] = useState(/** @type {Record<string, string>} */ ({}));
  const [regions, setRegions] = useState(/** @type {string[] | null} */ (null));
  const [placed, setPlaced] = useState('');
  const [price, setPrice] = useState('…');
  Object.assign(window, { model: () => ({ step, order, placed }) });
  const change = (/** @type {Partial<Order>} */ part) => setOrder((all) => ({ ...all, ...part }));
  useEffect(() => {
    setRegions(null);
    if (!order.country) return undefined;
    const timer = setTimeout(() => setRegions(REGIONS[order.country] ?? []), 150);
    return () => clearTimeout(timer);
  }, [order.country]);
  useEffect(() => {
    const timer = setTimeout(() => setPrice(order.speed === 'express' ? '12.00' : '4.00'), 120);
    return () => clearTimeout(timer);
  }, [order.speed]);
  const text = (/** @type {'name' | 'email' | 'note'} */ key, /** @type {object} */ props) => h('input', { ...props, value: order[key], onChange: (event) => change({ [key]: event.target.value }) });
  const next = (/** @type {import('react').FormEvent} */ event) => {
    event.preventDefault();
    const found = step === 0 ? wrong(order) : step === 1 && order.speed === 'express' && !order.date ? { date: 'Choose a day' } : {};
    setErrors(/** @type {Record<string, string>} */ (found));
    if (Object.keys(found).length === 0) setStep(step + 1);
  };
  if (placed) return h('div', { role: 'status' }, `Order ${placed} is placed`);
  return h('form', { noValidate: true, onSubmit: next, 'aria-label': STEPS[step] },
    h('h2', null, `Step ${step + 1} of 3: ${STEPS[step]}`),
    step === 0 && [
      h(Field, { key: 'n', label: 'Full name', error: errors.name, of: (props) => text('name', props) }),
      h(Field, { key: 'e', label: 'E-mail', error: errors.email, of: (props) => text('email', props) }),
      h(Field, { key: 'c', label: 'Country', error: errors.country, of: (props) => h('select', { ...props, value: order.country, onChange: (/** @type {import('react').ChangeEvent<HTMLSelectElement>} */ event) => change({ country: event.target.value, region: '' }) },
        h('option', { value: '' }, 'Choose'), Object.keys(REGIONS).map((name) => h('option', { key: name }, name))) }),
      h(Field, { key: 'r', label: 'Region', error: errors.region, of: (props) => h('select', { ...props, value: order.region, disabled: !regions, onChange: (/** @type {import('react').ChangeEvent<HTMLSelectElement>} */ event) => change({ region: event.target.value }) },
        h('option', { value: '' }, 'Choose'), regions?.map((name) => h('option', { key: name }, name))) }),
    ],
    step === 1 && [
      h('fieldset', { key: 's' }, h('legend', null, 'Speed'), ['standard', 'express'].map((name) => h('label', { key: name },
        h('input', { type: 'radio', name: 'speed', value: name, checked: order.speed === name, onChange: () => change({ speed: name }) }), name))),
      h(Field, { key: 'd', label: 'Day', error: errors.date, of: (props) => h('input', { ...props, type: 'date', value: order.date, min: '2026-12-01', onChange: (event) => change({ date: event.target.value }) }) }),
      h('label', { key: 'g' }, h('input', { type: 'checkbox', checked: order.gift, onChange: (event) => change({ gift: event.target.checked }) }), 'It is a gift'),
      order.gift ? h(Field, { key: 'm', label: 'Message', of: (props) => text('note', props) }) : null,
      h('p', { key: 'p', 'aria-live': 'polite' }, `Delivery ${price} EUR`),
    ],
    step === 2 && h('dl', null, Object.entries(order).flatMap(([key, value]) => [h('dt', { key }, key), h('dd', { key: `${key}=` }, String(value))])),
    step > 0 ? h('button', { type: 'button', onClick: () => setStep(step - 1) }, 'Back') : null,
    step < 2 ? h('button', null, 'Continue') : h('button', { type: 'button', onClick: () => setTimeout(() => setPlaced('A-17'), 200) }, 'Finish'));
}

createRoot(/** @type {Element} */ (document.querySelector('#app'))).render(h(App));
