// A component that publishes; the test bundles it with Vue.
import { createApp, h, ref } from 'vue';
import { usePublish } from '../../www/adapters/vue.js';

const step = ref(1);
const shown = ref(true);
Object.assign(window, { test: { setStep: (/** @type {number} */ to) => (step.value = to), setShown: (/** @type {boolean} */ to) => (shown.value = to), hot } });

/** Vue's own hot reload, as its development build has it. */
function hot() {
  const { __VUE_HMR_RUNTIME__: runtime } = /** @type {{ __VUE_HMR_RUNTIME__: { reload: (id: string, component: object) => void } }} */ (/** @type {unknown} */ (window));
  runtime.reload('counter', {
    setup() {
      const count = ref(0);
      usePublish('counter', () => ({ summary: 'A new counter', methods: { add: { run: (/** @type {{ by?: number }} */ { by = step.value }) => void (count.value += 10 * by) } } }));
      return () => h('p', `Count ${count.value}`);
    },
  });
}

const Counter = {
  __hmrId: 'counter',
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

/** @type {{ __VUE_HMR_RUNTIME__: { createRecord: (id: string, component: object) => void } }} */ (/** @type {unknown} */ (window)).__VUE_HMR_RUNTIME__.createRecord('counter', Counter);
createApp({ render: () => (shown.value ? h(Counter) : h('p', 'Nothing')) }).mount('main');
