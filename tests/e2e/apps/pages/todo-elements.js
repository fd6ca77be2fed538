/** The same todo app of plain web components with open shadow roots, which draws itself anew with each change. */

/** @typedef {{ text: string, done: boolean }} Todo */

class TodoItem extends HTMLElement {
  /** @type {Todo} */
  todo = { text: '', done: false };
  #root = this.attachShadow({ mode: 'open' });

  connectedCallback() {
    this.#draw();
  }

  #say(/** @type {string} */ what) {
    this.dispatchEvent(new CustomEvent(what, { bubbles: true, composed: true }));
  }

  #draw(editing = false) {
    const { text, done } = this.todo;
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: done, ariaLabel: `Done: ${text}` });
    box.addEventListener('change', () => {
      this.todo.done = box.checked;
      this.#say('todo-change');
    });
    const edit = Object.assign(document.createElement('button'), { textContent: 'Edit', ariaLabel: `Edit ${text}` });
    edit.addEventListener('click', () => this.#draw(true));
    const remove = Object.assign(document.createElement('button'), { textContent: '×', ariaLabel: `Delete ${text}` });
    remove.addEventListener('click', () => this.#say('todo-remove'));
    if (!editing) {
      const label = Object.assign(document.createElement('label'), { textContent: text });
      label.addEventListener('dblclick', () => this.#draw(true));
      this.#root.replaceChildren(box, label, edit, remove);
      return;
    }
    const field = Object.assign(document.createElement('input'), { value: text, ariaLabel: 'Edit' });
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#draw();
      if (event.key !== 'Enter') return;
      this.todo.text = field.value.trim() || text;
      this.#say('todo-change');
    });
    this.#root.replaceChildren(box, field, edit, remove);
    field.focus();
  }
}

class TodoApp extends HTMLElement {
  /** @type {Todo[]} */
  #todos = [];
  #shown = 'All';
  #root = this.attachShadow({ mode: 'open' });

  connectedCallback() {
    Object.assign(window, { model: () => this.#todos.map(({ text, done }) => ({ text, done })) });
    this.#root.addEventListener('todo-change', () => this.#draw());
    this.#root.addEventListener('todo-remove', (event) => {
      this.#todos = this.#todos.filter((todo) => todo !== /** @type {TodoItem} */ (event.target).todo);
      this.#draw();
    });
    this.#draw();
  }

  #draw() {
    this.#root.innerHTML = `<section aria-label="Todos"><form aria-label="New todo"><input placeholder="What needs to be done?"></form>
      <ul aria-label="Todo list"></ul><p>${this.#todos.filter((todo) => !todo.done).length} items left</p>
      ${['All', 'Active', 'Completed'].map((name) => `<button class="show" aria-pressed="${name === this.#shown}">${name}</button>`).join('')}
      <button class="clear" ${this.#todos.some((todo) => todo.done) ? '' : 'disabled'}>Clear completed</button></section>`;
    const list = this.#root.querySelector('ul');
    for (const todo of this.#todos) {
      if (this.#shown !== 'All' && todo.done !== (this.#shown === 'Completed')) continue;
      const item = document.createElement('li');
      const inner = /** @type {TodoItem} */ (document.createElement('todo-item'));
      inner.todo = todo;
      item.append(inner);
      list?.append(item);
    }
    const form = this.#root.querySelector('form');
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = form.querySelector('input')?.value.trim() ?? '';
      if (text) this.#todos.push({ text, done: false });
      this.#draw();
    });
    for (const button of this.#root.querySelectorAll('.show')) {
      button.addEventListener('click', () => {
        this.#shown = button.textContent ?? '';
        this.#draw();
      });
    }
    this.#root.querySelector('.clear')?.addEventListener('click', () => {
      this.#todos = this.#todos.filter((todo) => !todo.done);
      this.#draw();
    });
  }
}

customElements.define('todo-item', TodoItem);
customElements.define('todo-app', TodoApp);
document.querySelector('#app')?.append(document.createElement('todo-app'));
