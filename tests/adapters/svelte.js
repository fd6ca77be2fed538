// Mounts the Svelte component that publishes; the test compiles and bundles it. A hot reload takes it out and mounts the new one.
import { mount, unmount } from 'svelte';
import App from './App.svelte';

const target = /** @type {Element} */ (document.querySelector('main'));
let mounted = mount(App, { target });
/** @type {{ test: object }} */ (/** @type {unknown} */ (window)).test = {
  .../** @type {{ test: object }} */ (/** @type {unknown} */ (window)).test,
  hot: () => {
    void unmount(mounted);
    mounted = mount(App, { target, props: { times: 10 } });
  },
};
