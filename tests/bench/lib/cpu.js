/**
 * Processor time of a page's main thread: unlike the clock it does not count what other processes do, so that figures
 * from a busy machine can be compared.
 */

/** @import { CDPSession, Page } from 'playwright-core' */

export class Cpu {
  /**
   * @param {Page} page
   * @param {CDPSession} session
   * @param {number} idle What measuring itself costs.
   */
  constructor(page, session, idle) {
    this.page = page;
    this.session = session;
    this.idle = idle;
  }

  /**
   * @param {Page} page
   * @returns {Promise<Cpu>}
   */
  static async of(page) {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const cpu = new Cpu(page, session, 0);
    const idle = [];
    for (let time = 0; time < 6; time += 1) idle.push(await cpu.time('0'));
    cpu.idle = Math.min(...idle);
    return cpu;
  }

  /**
   * Milliseconds that an expression takes, with what it makes the browser do.
   * @param {string} expression
   * @returns {Promise<number>}
   */
  async time(expression) {
    const before = await this.#spent();
    await this.page.evaluate(expression);
    return Math.max(0, (await this.#spent()) - before - this.idle);
  }

  async #spent() {
    const { metrics } = await this.session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  }
}
