/**
 * Work that others may ask for without end: done at the end of the turn where it has rested, else once when its rest is
 * over, however often it was asked for meanwhile. What it works on is its own to keep.
 */
export class Pace {
  /** @type {() => number} */
  #work;
  /** Is there something to do? */
  #due = false;
  #working = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** When it may work again (`performance.now()`). */
  #free = 0;

  /** @param {() => number} work Gives the milliseconds that it has to rest afterwards. */
  constructor(work) {
    this.#work = work;
  }

  /** There is something to do. */
  ask() {
    if (this.#due) return;
    this.#due = true;
    if (!this.#working) this.#soon();
  }

  /** What is left to be done is done now, as somebody needs it. */
  now() {
    if (!this.#due || this.#working) return;
    clearTimeout(this.#timer);
    this.#due = false;
    this.#working = true;
    let rest = 0;
    try {
      rest = this.#work();
    } finally {
      this.#working = false;
      this.#free = performance.now() + rest;
      if (this.#due) this.#soon();
    }
  }

  #soon() {
    const wait = this.#free - performance.now();
    if (wait > 0) this.#timer = setTimeout(() => this.now(), wait);
    else queueMicrotask(() => this.now());
  }
}
