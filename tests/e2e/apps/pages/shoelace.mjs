/** Shoelace: form controls that are web components with shadow roots, and a dialog. (No `.js`: its type declarations do not compile.) */
import '@shoelace-style/shoelace/dist/components/button/button.js';
import '@shoelace-style/shoelace/dist/components/checkbox/checkbox.js';
import '@shoelace-style/shoelace/dist/components/dialog/dialog.js';
import '@shoelace-style/shoelace/dist/components/input/input.js';
import '@shoelace-style/shoelace/dist/components/option/option.js';
import '@shoelace-style/shoelace/dist/components/radio/radio.js';
import '@shoelace-style/shoelace/dist/components/radio-group/radio-group.js';
import '@shoelace-style/shoelace/dist/components/select/select.js';
import '@shoelace-style/shoelace/dist/components/switch/switch.js';
import '@shoelace-style/shoelace/dist/components/textarea/textarea.js';

const place = /** @type {Element} */ (document.querySelector('#app'));
place.innerHTML = `<form aria-label="Profile">
  <sl-input name="name" label="Name" required></sl-input>
  <sl-textarea name="about" label="About"></sl-textarea>
  <sl-select name="team" label="Team"><sl-option value="red">Red team</sl-option><sl-option value="blue">Blue team</sl-option></sl-select>
  <sl-radio-group name="size" label="Size" value="m"><sl-radio value="s">Small</sl-radio><sl-radio value="m">Medium</sl-radio></sl-radio-group>
  <sl-checkbox name="agreed">I agree</sl-checkbox> <sl-switch name="news">News</sl-switch>
  <sl-button type="button" class="more">Open</sl-button></form>
  <sl-dialog label="Sure?">Really?<sl-button slot="footer" class="yes">Yes</sl-button></sl-dialog>`;
let said = '';
const dialog = /** @type {HTMLElement & { show: () => void, hide: () => void }} */ (place.querySelector('sl-dialog'));
place.querySelector('.more')?.addEventListener('click', () => dialog.show());
place.querySelector('.yes')?.addEventListener('click', () => {
  said = 'yes';
  dialog.hide();
});
const values = () => Object.fromEntries([...place.querySelectorAll('form > [name]')].map((el) => {
  const control = /** @type {HTMLInputElement} */ (el);
  return [control.getAttribute('name'), 'checked' in control && typeof control.checked === 'boolean' ? control.checked : control.value];
}));
Object.assign(window, { model: () => ({ ...values(), said }) });
