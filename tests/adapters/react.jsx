// A component that publishes, mounted in StrictMode; the test bundles it with React 18 or 19.
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { usePublish } from '../../www/adapters/react.js';

function Counter({ step }) {
  const [count, setCount] = useState(0);
  usePublish('counter', {
    summary: 'A counter',
    properties: { count: { type: 'integer', get: () => count, set: setCount } },
    methods: {
      add: { args: { type: 'object', properties: { by: { type: 'integer' } } }, run: ({ by = step }) => setCount(count + by) },
      ...(step > 1 ? { reset: { run: () => setCount(0) } } : {}),
    },
  });
  return <p>Count {count}</p>;
}

/** The same component with new code, as a hot reload brings it. */
function Tenfold({ step }) {
  const [count, setCount] = useState(0);
  usePublish('counter', { summary: 'A new counter', methods: { add: { run: ({ by = step }) => setCount(count + 10 * by) } } });
  return <p>Count {count}</p>;
}

function App() {
  const [step, setStep] = useState(1);
  const [shown, setShown] = useState(true);
  const [Component, setComponent] = useState(() => Counter);
  window.test = { setStep, setShown, hot: () => setComponent(() => Tenfold) };
  return shown ? <Component step={step} /> : <p>Nothing</p>;
}

createRoot(document.querySelector('main')).render(<StrictMode><App /></StrictMode>);
