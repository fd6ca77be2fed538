/**
 * The playground: a real page in a frame, what an agent would send to it, what it would read, and the tree behind it. The
 * page's own Onecall answers; nothing here is prepared. A page that shows all it can only in a window of its own gets one.
 */
import { DEMOS } from './tries.js';

/** @import { Demo, Variant } from './tries.js' */

/** @typedef {{ call: (input?: unknown, args?: unknown) => Promise<string> }} Onecall */
/** @typedef {Window & { onecall?: Onecall }} Called */
/** @typedef {{ ok: boolean, kind: string, path: string, value?: unknown, usage: { tokens: number } }} Answer */

/**
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {Array<Node | string>} [inside]
 */
function element(tag, attributes = {}, inside = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/** @param {HTMLElement} place */
export function play(place) {
  const demo = DEMOS[place.dataset.demo ?? 'office'];
  const first = demo?.variants[0];
  if (demo && first) start(place, demo, first);
}

/**
 * @param {HTMLElement} place
 * @param {Demo} demo
 * @param {Variant} first
 */
function start(place, demo, first) {
  const frame = /** @type {HTMLIFrameElement} */ (element('iframe', { title: demo.title }));
  /** @type {Window | null} */
  let opened = null;
  let variant = first;
  const input = /** @type {HTMLTextAreaElement} */ (element('textarea', { id: 'ask', rows: '3', spellcheck: 'false', autocapitalize: 'off', }));
  const suggest = element('div', { class: 'suggest', role: 'group', 'aria-label': 'How the path can go on' });
  const send = element('button', { class: 'send', type: 'button' }, ['Send']);
  const cost = element('output', { class: 'cost', for: 'ask' });
  const answer = element('pre', { class: 'answer', tabindex: '0', role: 'log', 'aria-label': 'Answer' });
  const tree = element('div', { class: 'tree' });
  const tries = element('div', { class: 'row', role: 'group', 'aria-label': 'Calls to try' });
  const choose = element('div', { class: 'row choose', role: 'group', 'aria-label': 'Which page is called' });
  const asking = element('div', { class: 'ask' }, [
    ...(demo.variants.length > 1 || demo.own ? [choose] : []),
    element('label', { for: 'ask' }, ['What the agent sends to ', element('code', {}, ['call'])]), tries, input, suggest, element('div', { class: 'row' }, [send, cost]),
  ]);
  const left = element('div', {}, [asking, answer, tree]);
  place.replaceChildren(demo.own ? left : element('div', { class: 'two' }, [left, frame]));

  /** @param {Variant} next */
  function turnTo(next) {
    variant = next;
    choose.replaceChildren(...demo.variants.map((one) => {
      const button = element('button', { type: 'button', 'aria-pressed': String(one === next) }, [one.name]);
      button.addEventListener('click', () => demo.own ? open(one) : turnTo(one));
      return button;
    }));
    tries.replaceChildren(...next.tries.map(([name, call]) => {
      const button = element('button', { type: 'button' }, [name]);
      button.addEventListener('click', () => void ask(call));
      return button;
    }));
    tree.replaceChildren(node('page', 'page'));
    if (demo.own) {
      answer.textContent = 'Open the page first: choose above, with its tools or without. It stands in a window of its own, and what you send here is called there.';
      return;
    }
    frame.src = next.src;
    void ask({});
  }

  /** @param {Variant} next */
  function open(next) {
    opened?.close();
    opened = window.open(next.src, 'onecall-demo', 'popup,width=900,height=760');
    turnTo(next);
    if (opened) void ask({});
  }

  const called = () => /** @type {Called | null} */ (demo.own ? opened : frame.contentWindow);

  /** The page's own Onecall, as soon as it is there. @returns {Promise<Onecall>} */
  const onecall = () =>
    new Promise((resolve) => {
      const look = () => {
        const page = called();
        const found = page?.document.readyState === 'loading' ? undefined : page?.onecall;
        const wanted = new URL(variant.src, location.href);
        const isThere = page?.location.pathname.startsWith(wanted.pathname) && page.location.search.includes('plain') === wanted.search.includes('plain');
        if (typeof found?.call === 'function' && isThere) resolve(found);
        else setTimeout(look, 50);
      };
      look();
    });

  /**
   * Calls, and where the page goes on to another before it has answered, asks that one: its answer says what was done.
   * @param {object} call
   * @returns {Promise<string>}
   */
  async function answered(call) {
    const { call: run } = await onecall();
    const page = called();
    /** @type {Promise<string>} */
    const next = new Promise((resolve) => {
      page?.addEventListener('pagehide', () => setTimeout(() => void onecall().then((other) => other.call({})).then(resolve), 50), { once: true });
    });
    return Promise.race([run(call), next]);
  }

  /** @param {object} call */
  async function ask(call) {
    input.value = Object.keys(call).length ? JSON.stringify(call, null, 1).replace(/\n\s*/g, ' ') : '{}';
    await sent();
  }

  /** How many calls were sent: an answer that comes after a later call was sent is not shown in place of that call's. */
  let calls = 0;
  async function sent() {
    const mine = ++calls;
    let call;
    try {
      call = JSON.parse(input.value || '{}');
    } catch {
      // A path alone is a call too.
      call = { path: input.value.trim() };
    }
    const began = performance.now();
    const text = await answered(call);
    if (mine !== calls) return;
    const took = performance.now() - began;
    show(text);
    cost.textContent = `${estimate(text).toLocaleString('en')} tokens in ${took.toFixed(0)} ms`;
  }

  /** @param {string} text */
  function show(text) {
    answer.replaceChildren();
    for (const line of text.split('\n')) {
      const word = /^(done|changed|event|more|next|members|note|try|fault \w+|value|print)\b/.exec(line)?.[0];
      if (word) answer.append(element('b', word.startsWith('fault') ? { class: 'fault' } : {}, [word]), line.slice(word.length), '\n');
      else answer.append(line, '\n');
    }
    answer.scrollTop = 0;
  }

  /** What can follow the path that is being written. */
  let wanted = 0;
  async function complete() {
    const mine = ++wanted;
    suggest.replaceChildren();
    const path = pathOf(input.value);
    if (path === undefined) return;
    const base = path.replace(/(\.[\w$]*|\[[^\]]*)$/, '');
    const children = await childrenOf(base);
    if (mine !== wanted) return;
    const begun = path.slice(base.length).replace(/^[.[]"?/, '').toLowerCase();
    for (const child of children.filter((one) => one.slice(base.length).replace(/^[.[]"?/, '').toLowerCase().startsWith(begun)).slice(0, 8)) {
      const button = element('button', { type: 'button' }, [child.slice(base.length) || child]);
      button.addEventListener('click', () => {
        input.value = JSON.stringify({ path: child });
        input.focus();
        void complete();
      });
      suggest.append(button);
    }
  }

  /** @param {string} path @returns {Promise<Answer | undefined>} */
  async function read(path) {
    try {
      return JSON.parse(await (await onecall()).call({ path, format: 'json', budget: 2_000 }));
    } catch {
      return undefined;
    }
  }

  /** @param {string} path @returns {Promise<string[]>} */
  async function childrenOf(path) {
    if (!path) return ['page', 'find', 'run'];
    const answer = await read(path);
    return answer?.ok ? below(path, answer) : [];
  }

  /** @param {string} path @param {HTMLElement} into */
  async function branch(path, into) {
    const answer = await read(path);
    const children = answer?.ok ? below(path, answer) : [];
    into.replaceChildren(...children.slice(0, 40).map((child) => node(child, child.slice(path.length))));
    if (children.length === 0) into.append(element('p', {}, [answer?.ok ? leaf(answer.value) : 'nothing to read here']));
    if (children.length > 40) into.append(element('p', {}, [`and ${children.length - 40} more`]));
  }

  /** @param {string} path @param {string} name @returns {HTMLElement} */
  function node(path, name) {
    const inside = element('div');
    const made = /** @type {HTMLDetailsElement} */ (element('details', {}, [element('summary', {}, [name]), inside]));
    made.addEventListener('toggle', () => {
      if (made.open && inside.childNodes.length === 0) void branch(path, inside);
    });
    return made;
  }

  send.addEventListener('click', () => void sent());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void sent();
  });
  input.addEventListener('input', () => void complete());
  turnTo(first);
}

/**
 * The path in what is being written: a call, or a path alone.
 * @param {string} text
 * @returns {string | undefined}
 */
function pathOf(text) {
  try {
    const call = JSON.parse(text);
    return typeof call.path === 'string' && call.args === undefined ? call.path : undefined;
  } catch {
    return text.trimStart().startsWith('{') ? undefined : text.trim();
  }
}

/**
 * Paths right below a place, from its answer.
 * @param {string} path
 * @param {Answer} answer
 * @returns {string[]}
 */
function below(path, { value }) {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      if (typeof item?.path === 'string') return [item.path];
      return typeof item?.key === 'string' ? [path + segment(item.key)] : [];
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  // A container says how many of each kind stand in it.
  const counts = Object.entries(value).filter(([, count]) => typeof count === 'number');
  return counts.map(([name]) => `${path}.${name}`);
}

/** @param {string} key */
function segment(key) {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** @param {unknown} value */
function leaf(value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value) ?? '';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/**
 * Tokens, roughly: words and marks of an o200k vocabulary. The core counts closer; this is for a line under a text.
 * @param {string} text
 */
function estimate(text) {
  let count = 0;
  for (const [word] of text.matchAll(/\p{L}+|\p{N}{1,3}|[^\s\p{L}\p{N}]{1,2}|\n+/gu)) count += Math.max(1, Math.round(word.length / 6));
  return count;
}
