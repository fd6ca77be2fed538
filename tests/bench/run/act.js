/**
 * The tasks of `bench act` as scripts: what the task calls is noted while it is done call by call, and said again as the lines of one
 * script. So both do the very same.
 */

/** @import { Caller } from './tasks.js' */
/** @import { Task } from '../act/tasks.js' */

/**
 * @param {Task} task
 * @param {Caller} call
 * @returns {Promise<string>} The script.
 */
export async function noted(task, call) {
  /** @type {string[]} */
  const lines = [];
  await task.ours(async (path, args) => {
    const input = Array.isArray(path) ? { steps: path } : { ...(path === undefined ? {} : { path }), ...(args === undefined ? {} : { args }) };
    // A script begins with what it knows; the overview is for who does not know the page.
    const steps = Array.isArray(path) ? path : path === undefined ? [] : [{ path, args }];
    for (const step of steps) lines.push(`await ${step.path}${step.args === undefined ? '' : said(step.args)}`);
    return call(input);
  });
  return lines.join('\n');
}

/** @param {unknown} args Positional, or an object of names. */
function said(args) {
  const all = Array.isArray(args) ? args : [args];
  return `(${all.map((one) => JSON.stringify(one)).join(', ')})`;
}
