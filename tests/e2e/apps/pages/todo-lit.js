/** A small to-do list in Lit: templates in a shadow root. */
import { html, LitElement } from 'lit';

class LitTodos extends LitElement {
  /** @override */
  static properties = { items: { state: true }, text: { state: true } };

  constructor() {
    super();
    /** @type {{ text: string, done: boolean }[]} */
    this.items = [];
    this.text = '';
    Object.assign(window, { model: () => this.items });
  }

  /** @override */
  render() {
    return html`<form aria-label="New todo" @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.text) this.items = [...this.items, { text: this.text, done: false }];
      this.text = '';
    }}><input aria-label="Text" .value=${this.text} @input=${(/** @type {InputEvent} */ event) => { this.text = /** @type {HTMLInputElement} */ (event.target).value; }}><button>Add</button></form>
    <ul aria-label="Todo list">${this.items.map((item) => html`<li><label><input type="checkbox" .checked=${item.done} @change=${() => { this.items = this.items.map((one) => (one === item ? { ...one, done: !one.done } : one)); }}>${item.text}</label></li>`)}</ul>`;
  }
}
customElements.define('lit-todos', LitTodos);
document.querySelector('#app')?.append(document.createElement('lit-todos'));
