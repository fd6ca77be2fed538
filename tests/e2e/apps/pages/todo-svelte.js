/** Mounts the Svelte page. */
import { mount } from 'svelte';
import App from './todo.svelte';

mount(App, { target: /** @type {Element} */ (document.querySelector('#app')) });
