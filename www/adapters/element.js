/**
 * Plain HTML: `<onecall-node name="cart" summary="3 lines">` publishes as long as it is in the document; one inside
 * another lies below it. Values may stand in it as JSON; functions are set as the property `spec`.
 */
import { registryOf } from '../../extension/shared/registry.js';

/** @import { Handle, PropertySpec, Spec } from '../../extension/shared/publish' */

const TAG = 'onecall-node';

class OnecallNode extends HTMLElement {
  static observedAttributes = ['name', 'summary'];

  /** @type {Handle | null} */
  #handle = null;
  /** @type {Spec} */
  #spec = {};

  /** Members, as `publish` takes them. @returns {Spec} */
  get spec() {
    return this.#spec;
  }

  set spec(spec) {
    this.#spec = spec;
    this.#handle?.changed(this.#whole());
  }

  /** What the page's code holds of it: `changed`, `notify`. */
  get handle() {
    return this.#handle;
  }

  connectedCallback() {
    const name = this.getAttribute('name') ?? '';
    const above = this.parentElement?.closest(TAG);
    try {
      const outer = above instanceof OnecallNode ? above.handle : null;
      this.#handle = outer ? outer.child(name, this.#whole()) : registryOf(window).publish(name, this.#whole());
    } catch (error) {
      console.error(error);
    }
  }

  disconnectedCallback() {
    this.#handle?.remove();
    this.#handle = null;
  }

  /**
   * @param {string} attribute
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(attribute, before, now) {
    if (!this.#handle || before === now) return;
    if (attribute === 'summary') {
      this.#handle.changed(this.#whole());
      return;
    }
    this.disconnectedCallback();
    this.connectedCallback();
  }

  /** @returns {Spec} */
  #whole() {
    const { properties, ...rest } = this.#spec;
    const summary = this.getAttribute('summary');
    return { ...(summary ? { summary } : {}), element: this, ...rest, properties: { ...this.#written(), ...properties } };
  }

  /** Values that stand in it. @returns {Record<string, PropertySpec>} */
  #written() {
    const data = this.querySelector(':scope > script[type="application/json"]');
    if (!data) return {};
    try {
      const values = /** @type {Record<string, unknown>} */ (JSON.parse(data.textContent ?? '{}'));
      return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
    } catch (error) {
      console.error(`<${TAG}>: the JSON inside cannot be read`, error);
      return {};
    }
  }
}

if (!customElements.get(TAG)) customElements.define(TAG, OnecallNode);

export { OnecallNode };
