/** A todo app as Angular apps are written: a component with signals, `ngModel` on its inputs, no zone; compiled in the browser. */
import '@angular/compiler';
import { Component, provideZonelessChangeDetection, signal } from '@angular/core';
import { FormsModule } from '@angular/forms';
import { bootstrapApplication } from '@angular/platform-browser';

/** @typedef {{ id: number, text: string, done: boolean }} Todo */

const TEMPLATE = `
  <section aria-label="Todos">
    <form aria-label="New todo" (ngSubmit)="add()">
      <input name="text" placeholder="What needs to be done?" [ngModel]="text()" (ngModelChange)="text.set($event)">
    </form>
    <ul aria-label="Todo list">
      @for (todo of visible(); track todo.id) {
        <li>
          <input type="checkbox" [attr.aria-label]="'Done: ' + todo.text" [ngModel]="todo.done" (ngModelChange)="change(todo.id, { done: $event })">
          @if (editing() === todo.id) {
            <input aria-label="Edit" [(ngModel)]="draft" (keydown.enter)="finish()" (keydown.escape)="editing.set(0)" (blur)="finish()">
          } @else {
            <label (dblclick)="edit(todo)">{{ todo.text }}</label>
          }
          <button type="button" [attr.aria-label]="'Edit ' + todo.text" (click)="edit(todo)">Edit</button>
          <button type="button" [attr.aria-label]="'Delete ' + todo.text" (click)="remove(todo.id)">×</button>
        </li>
      }
    </ul>
    <p>{{ left() }} items left</p>
    @for (name of ['All', 'Active', 'Completed']; track name) {
      <button type="button" [attr.aria-pressed]="shown() === name" (click)="shown.set(name)">{{ name }}</button>
    }
    <button type="button" [disabled]="left() === todos().length" (click)="clear()">Clear completed</button>
  </section>`;

class App {
  /** @type {import('@angular/core').WritableSignal<Todo[]>} */
  todos = signal([]);
  text = signal('');
  shown = signal('All');
  editing = signal(0);
  draft = '';
  #last = 0;

  constructor() {
    Object.assign(window, { model: () => this.todos().map(({ text, done }) => ({ text, done })) });
  }

  visible() {
    return this.todos().filter(({ done }) => this.shown() === 'All' || done === (this.shown() === 'Completed'));
  }

  left() {
    return this.todos().filter(({ done }) => !done).length;
  }

  add() {
    if (this.text().trim()) this.todos.update((all) => [...all, { id: ++this.#last, text: this.text().trim(), done: false }]);
    this.text.set('');
  }

  /** @param {number} id @param {Partial<Todo>} to */
  change(id, to) {
    this.todos.update((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)));
  }

  /** @param {Todo} todo */
  edit(todo) {
    this.draft = todo.text;
    this.editing.set(todo.id);
  }

  finish() {
    if (this.editing() && this.draft.trim()) this.change(this.editing(), { text: this.draft.trim() });
    this.editing.set(0);
  }

  /** @param {number} id */
  remove(id) {
    this.todos.update((all) => all.filter((one) => one.id !== id));
  }

  clear() {
    this.todos.update((all) => all.filter(({ done }) => !done));
  }
}

document.querySelector('#app')?.append(document.createElement('todo-app'));
void bootstrapApplication(Component({ selector: 'todo-app', template: TEMPLATE, imports: [FormsModule] })(App), { providers: [provideZonelessChangeDetection()] });
