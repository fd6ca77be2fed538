/**
 * What content scripts have to know of the settings before any call. They cannot read storage, where the rules lie, and
 * asking would start the worker for every page; so each flag is a small script that is registered beside them.
 */

/** @import { Settings } from '../shared/settings.js' */

/**
 * @typedef {object} Flag A registered script.
 * @property {string} id
 * @property {string[]} js
 * @property {string[]} matches
 */

/**
 * @typedef {object} Scripts
 * @property {() => Promise<Flag[]>} registered
 * @property {(flags: Flag[]) => Promise<void>} register
 * @property {(ids: string[]) => Promise<void>} unregister
 */

const EVERYWHERE = '<all_urls>';

export class Flags {
  /** @type {Scripts} */
  #scripts;
  /** @type {Flag[]} */
  #wanted = [];
  /** Changes go one after the other. */
  #setting = Promise.resolve();

  /** @param {Scripts} scripts */
  constructor(scripts) {
    this.#scripts = scripts;
  }

  /**
   * Resolves when pages that are opened from then on know these settings.
   * @param {Settings} settings
   */
  set(settings) {
    this.#wanted = flagsOf(settings);
    this.#setting = this.#setting.then(() => this.#set()).catch((error) => console.error('Onecall: a setting cannot be told to pages', error));
    return this.#setting;
  }

  /**
   * The files that stand for the settings at an address, for documents that are open already.
   * @param {string} url
   * @returns {string[]}
   */
  at(url) {
    const fits = (/** @type {Flag} */ { matches }) => matches.some((match) => match === EVERYWHERE || url.startsWith(match.slice(0, -1)));
    return this.#wanted.filter(fits).flatMap(({ js }) => js);
  }

  async #set() {
    const wanted = this.#wanted;
    const there = new Map((await this.#scripts.registered()).map((flag) => [flag.id, flag]));
    const same = (/** @type {Flag} */ flag) => there.get(flag.id)?.matches.toSorted().join() === flag.matches.toSorted().join();
    const stays = new Set(wanted.filter(same).map(({ id }) => id));
    const gone = [...there.keys()].filter((id) => !stays.has(id));
    if (gone.length > 0) await this.#scripts.unregister(gone);
    const added = wanted.filter(({ id }) => !stays.has(id));
    if (added.length > 0) await this.#scripts.register(added);
  }
}

/**
 * @param {Settings} settings
 * @returns {Flag[]}
 */
function flagsOf({ readTool, absorb, off }) {
  /** @type {(id: string, matches?: string[]) => Flag} */
  const flag = (id, matches = [EVERYWHERE]) => ({ id, js: [`extension/content/flag/${id}.js`], matches });
  const sites = off.filter((origin) => /^(https?:\/\/[^/*\s]+|file:\/\/)$/.test(origin)).map((origin) => `${origin}/*`);
  return [
    ...(readTool ? [flag('look')] : []),
    ...(absorb === 'auto' ? [] : [flag(absorb)]),
    ...(sites.length > 0 ? [flag('off', sites)] : []),
  ];
}
