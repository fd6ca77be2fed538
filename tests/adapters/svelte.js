// Mounts the Svelte component that publishes; the test compiles and bundles it.
import { mount } from 'svelte';
import App from './App.svelte';

mount(App, { target: /** @type {Element} */ (document.querySelector('main')) });
