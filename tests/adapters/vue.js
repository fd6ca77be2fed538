// A component that publishes; the test bundles it with Vue.
import { createApp, h, ref } from 'vue';
import { usePublish } from '../../www/adapters/vue.js';

const step = ref(1);
const shown = ref(true);
Object.assign(window, { test: { setStep: (/** @type {number} */ to) => (step.value = to), setShown: (/** @type {boolean} */ to) => (shown.value = to) } });

const Counter = {
  setup() {
    const count = ref(0);
    usePublish('counter', () => ({
      summary: 'A counter',
      properties: { count: { type: 'integer', get: () => count.value, set: (/** @type {number} */ value) => (count.value = value) } },
      methods: {
        add: {
          args: { type: 'object', properties: { by: { type: 'integer' } } },
          run: (/** @type {{ by?: number }} */ { by = step.value }) => void (count.value += by),
        },
        ...(step.value > 1 ? { reset: { run: () => void (count.value = 0) } } : {}),
      },
    }));
    return () => h('p', `Count ${count.value}`);
  },
};

createApp({ render: () => (shown.value ? h(Counter) : h('p', 'Nothing')) }).mount('main');
