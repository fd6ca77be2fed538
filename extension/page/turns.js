// Acts of one document run one after the other, in the order in which they came.

export class Turns {
  /** @type {Promise<void>} */
  #last = Promise.resolve();

  /**
   * Does something when all before it is over.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async take(work) {
    const before = this.#last;
    let free = () => {};
    this.#last = new Promise((resolve) => {
      free = resolve;
    });
    await before;
    try {
      return await work();
    } finally {
      free();
    }
  }
}
