/** A Vue page with two-way bindings, a lazy one among them. */
import { createApp } from 'vue';

/** @typedef {{ name: string, code: string, agreed: boolean, size: string, items: string[] }} Model */

const app = createApp({
  data: () => ({ name: '', code: '', agreed: false, size: 'm', items: [] }),
  mounted() {
    const page = /** @type {Model} */ (/** @type {unknown} */ (this));
    Object.assign(window, { model: () => JSON.parse(JSON.stringify({ name: page.name, code: page.code, agreed: page.agreed, size: page.size, items: page.items })) });
  },
  template: `<form @submit.prevent="items.push(name); name = ''">
    <input id=name v-model="name"><input id=code v-model.lazy="code" @change="code = code.toUpperCase().slice(0, 3)">
    <label><input id=agreed type=checkbox v-model="agreed">Agree</label>
    <select id=size v-model="size"><option value=s>Small</option><option value=m>Medium</option></select>
    <input id=fixed :value="'fixed'" @input="$forceUpdate()">
    <button :disabled="name === ''">Add</button><ul><li v-for="item in items">{{ item }}</li></ul></form>`,
});
app.mount('main');
