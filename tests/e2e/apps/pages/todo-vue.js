/** The same todo app in Vue 3: two-way bindings, `v-for`, editing in place. */
import { createApp, nextTick } from 'vue';

/** @typedef {{ id: number, text: string, done: boolean }} Todo */
/** @typedef {{ todos: Todo[], text: string, shown: string, edited: number, draft: string }} Model */

let last = 0;

const app = createApp({
  data: () => ({ todos: [], text: '', shown: 'All', edited: 0, draft: '' }),
  computed: {
    /** @this {Model} */
    visible() {
      return this.todos.filter((todo) => this.shown === 'All' || todo.done === (this.shown === 'Completed'));
    },
  },
  mounted() {
    const page = /** @type {Model} */ (/** @type {unknown} */ (this));
    Object.assign(window, { model: () => page.todos.map(({ text, done }) => ({ text, done })) });
  },
  methods: {
    /** @this {Model} */
    add() {
      if (this.text.trim()) this.todos.push({ id: ++last, text: this.text.trim(), done: false });
      this.text = '';
    },
    /** @this {Model} @param {Todo} todo */
    edit(todo) {
      this.edited = todo.id;
      this.draft = todo.text;
      void nextTick(() => /** @type {HTMLElement | null} */ (document.querySelector('[aria-label="Edit"]'))?.focus());
    },
    /** @this {Model} @param {Todo} todo */
    finish(todo) {
      if (this.edited !== todo.id) return;
      this.edited = 0;
      if (this.draft.trim()) todo.text = this.draft.trim();
    },
  },
  template: `<section aria-label="Todos">
    <form aria-label="New todo" @submit.prevent="add"><input v-model="text" placeholder="What needs to be done?"></form>
    <ul aria-label="Todo list"><li v-for="todo in visible" :key="todo.id">
      <input type="checkbox" v-model="todo.done" :aria-label="'Done: ' + todo.text">
      <input v-if="edited === todo.id" aria-label="Edit" v-model="draft" @blur="finish(todo)" @keydown.enter="finish(todo)" @keydown.esc="edited = 0">
      <label v-else @dblclick="edit(todo)">{{ todo.text }}</label>
      <button :aria-label="'Edit ' + todo.text" @click="edit(todo)">Edit</button>
      <button :aria-label="'Delete ' + todo.text" @click="todos = todos.filter((one) => one.id !== todo.id)">×</button>
    </li></ul>
    <p>{{ todos.filter((todo) => !todo.done).length }} items left</p>
    <button v-for="name in ['All', 'Active', 'Completed']" :aria-pressed="shown === name" @click="shown = name">{{ name }}</button>
    <button :disabled="!todos.some((todo) => todo.done)" @click="todos = todos.filter((todo) => !todo.done)">Clear completed</button></section>`,
});
app.mount('#app');
