/**
 * Capture in Chromium: deltas against fresh captures, what is withheld, what is not painted, and pages that are against it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { launch, root } from '../e2e/lib/browser.js';
import { serve } from '../e2e/lib/server.js';

/** @type {import('../e2e/lib/browser.js').Launched} */
let browser;
/** @type {import('../e2e/lib/server.js').Served} */
let served;

before(async () => {
  served = await serve({ '/': '<!doctype html><title>t</title><body></body>' }, { '/': root });
  browser = await launch({ extension: false });
});
after(async () => {
  await browser.close();
  await served.close();
});

/**
 * Evaluates an expression over tests/capture/inpage.js in a page with this body.
 * @template T
 * @param {string} html
 * @param {string} expression
 * @returns {Promise<T>}
 */
async function inPage(html, expression) {
  const page = await browser.page();
  try {
    await page.goto(served.origin);
    await page.evaluate((body) => {
      document.body.innerHTML = body;
    }, html);
    return /** @type {T} */ (await page.evaluate(`import('/tests/capture/inpage.js').then((t) => ${expression})`));
  } finally {
    await page.close();
  }
}

for (let seed = 1; seed <= 30; seed += 1) {
  test(`after random changes a delta leaves what a fresh capture makes (seed ${seed})`, async () => {
    const found = await inPage('', `t.randomChanges(${seed}, 60)`);
    assert.ok(found === null, found ? different(/** @type {{ step: number, kept: string, fresh: string }} */ (found)) : '');
  });
}

for (const far of [false, true]) {
  for (let seed = 101; seed <= 108; seed += 1) {
    test(`the same on a large page${far ? ' whose style sheets look at siblings' : ''} (seed ${seed})`, async () => {
      const found = await inPage('', `t.randomChanges(${seed}, 60, { large: true, far: ${far} })`);
      assert.ok(found === null, found ? different(/** @type {{ step: number, kept: string, fresh: string }} */ (found)) : '');
    });
  }
}

/** @param {{ step: number, kept: string, fresh: string }} found */
function different({ step, kept, fresh }) {
  const [a, b] = [kept.split('\n'), fresh.split('\n')];
  const at = a.findIndex((line, at) => line !== b[at]);
  return `step ${step}, line ${at}\nkept:\n${a.slice(Math.max(0, at - 4), at + 4).join('\n')}\nfresh:\n${b.slice(Math.max(0, at - 4), at + 4).join('\n')}`;
}

test('a change costs what it changes, and nothing costs nothing', async () => {
  const html = `<ul>${'<li><a href=#>item</a></li>'.repeat(2_000)}</ul>`;
  const [none, one] = /** @type {number[]} */ (
    await inPage(html, `(() => { const w = new t.Watched(); const none = w.delta(); document.querySelector('a').textContent = 'other'; return [none, w.delta()]; })()`)
  );
  assert.equal(none, 0);
  assert.ok(one !== undefined && one > 0 && one < 40, String(one));
});

const SECRETS = `
  <form><input type=password value=hunter2-a><input autocomplete=one-time-code value=hunter2-b><input autocomplete="section-x cc-number" value=hunter2-c>
  <input name=cvv value=hunter2-d><input type=hidden name=csrf_token value=hunter2-e><input type=hidden name=id value=hunter2-f>
  <select autocomplete=cc-exp-month><option value=1>Jan</option><option value=2 selected>Feb</option></select>
  <input id=dots style="-webkit-text-security: disc" value=hunter2-g><textarea autocomplete=one-time-code>hunter2-h</textarea>
  <input name="card-number" value=hunter2-i><meta name=csrf-token content=hunter2-j><input id=once type=password value=hunter2-k></form>`;

test('secrets are not in the facts', async () => {
  const text = /** @type {string} */ (await inPage(SECRETS, 't.everything()'));
  assert.equal(text.includes('hunter2'), false, text.split('\n').join(' ').match(/.{20}hunter2.{5}/)?.[0]);
});

test('an input that once was a password stays one', async () => {
  const text = /** @type {string} */ (
    await inPage(SECRETS, `(() => { const w = new t.Watched(); once.type = 'text'; once.value = 'hunter2-l'; w.delta(); return w.mirror.print(); })()`)
  );
  assert.equal(text.includes('hunter2'), false);
  assert.match(text, /input .*id="once".*type="text"/);
});

test('a secret choice is not told by which option is selected', async () => {
  const options = /** @type {string} */ (await inPage(SECRETS, 't.printed()')).split('\n').filter((line) => /^\s*option /.test(line));
  assert.equal(options.length, 2);
  const flags = options.map((line) => Number.parseInt(line.trim().split(' ')[1] ?? '0', 2) & (1 << 7));
  assert.deepEqual(flags, [0, 0]);
});

test('what is not painted is told why, and what is spoken only is painted', async () => {
  const found = /** @type {Record<string, { flags: string[], unpainted: string[] }>} */ (
    await inPage(
      `<style>.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap} .sr2{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
      .away{position:absolute;left:-9999px} .indent{text-indent:-9999px} .zero{height:0;overflow:hidden} .small{font-size:0} .clear{color:transparent} .scale{transform:scale(0)}
      .clip{position:absolute;width:200px;height:50px;clip-path:inset(100%)} .icon{text-indent:-9999px;background-image:linear-gradient(red,red)} .faint{opacity:0}</style>
      <p id=plain>x</p><p id=sr class=sr>x</p><p id=sr2 class=sr2>x</p><p id=away class=away>x</p><p id=indent class=indent>x</p><div id=zero class=zero><p>x</p></div><p id=small class=small>x</p>
      <p id=clear class=clear>x</p><p id=scale class=scale>x</p><p id=clip class=clip>x</p><a id=icon class=icon href=#>x</a><p id=faint class=faint>x</p><p class=small><span id=deep>x</span><b id=big style="font-size:12px">x</b></p>
      <div id=lets class=zero><p style="position:fixed">x</p></div>`,
      't.shown()',
    )
  );
  const reasons = Object.fromEntries(Object.entries(found).map(([id, { unpainted }]) => [id, unpainted.join()]));
  assert.deepEqual(reasons, {
    plain: '', sr: '', sr2: '', away: 'OFFSCREEN', indent: 'INDENT', zero: 'EMPTY', small: 'SIZE', clear: 'COLOUR', scale: 'SCALED', clip: 'CLIPPED', icon: '', faint: '', deep: 'SIZE', big: '', lets: '',
  });
  assert.equal(found.faint?.flags.includes('OPAQUE'), false);
});

test('text that has the colour of what is behind it is not painted, unless something else may be behind it', async () => {
  const found = /** @type {Record<string, { unpainted: string[] }>} */ (
    await inPage(
      `<style>:root{--paper:#fff;--ink:rgb(20 20 20)} .white{color:#fff} .near{color:rgb(252,252,252)} .button{background:#036;color:white} .var{color:var(--paper)} .dark{background:#111;color:#eee}
      .blue{color:#369} .ground{background:#369} .card{background:#eee} .glass{background:rgba(255,255,255,.5)} .shadow{color:#fff;text-shadow:0 0 2px #000} .through{color:rgba(0,0,0,.02)}
      .hero{position:relative;height:80px} .hero>*{position:absolute;inset:0} .photo{background-image:linear-gradient(red,blue)} .fill{color:#000;-webkit-text-fill-color:#fff}</style>
      <p id=white class=white>x</p><p id=near class=near>x</p><p id=inline style="color:#fff">x</p><p id=old><font id=font color=white>x</font></p><button id=button class=button>x</button><p id=var class=var>x</p>
      <div class=dark><p id=dark>x</p><div class=card><p id=card>x</p><b id=own style="color:#111">x</b></div></div><div class=white><p id=inherited>x</p><p id=again style="color:#222">x</p></div>
      <div class=ground><p id=blue class=blue>x</p></div><p id=blueOnWhite class=blue>x</p><div class=glass><p id=glass class=white>x</p></div><p id=shadow class=shadow>x</p><p id=through class=through>x</p>
      <div class=hero><img alt=a src=data:,><h1 id=hero class=white>x</h1></div><div class=photo><p id=photo class=white>x</p></div><p id=fill class=fill>x</p><p id=plain>x</p>
      <div class=hero><div class=dark></div><h2 id=layered class=white>x</h2></div>`,
      't.shown()',
    )
  );
  const hidden = Object.entries(found).filter(([, { unpainted }]) => unpainted.join() === 'COLOUR').map(([id]) => id);
  assert.deepEqual(hidden.sort(), ['blue', 'card', 'fill', 'font', 'glass', 'inherited', 'inline', 'near', 'through', 'var', 'white']);
  assert.equal(Object.values(found).every(({ unpainted }) => unpainted.length === 0 || unpainted.join() === 'COLOUR'), true);
});

const PAGE = '<main><h1>Shop</h1><p>Some text of the page that one can read beside a panel, long enough to be no layer at all, whatever it lies in.</p><button>Buy</button></main>';
for (const [what, html, modal] of /** @type {[string, string, boolean][]} */ ([
  ['on a backdrop', '<div style="position:fixed;inset:0;background:#0008"></div><div id=d role=dialog aria-modal=true style="position:fixed;inset:30%">Sure? <button>Yes</button></div>', true],
  ['in a layer', '<div style="position:fixed;inset:0"><div id=d role=dialog aria-modal=true style="margin:100px">Sure? <button>Yes</button></div></div>', true],
  ['over a page that takes no clicks', '<style>body{pointer-events:none}</style><div id=d role=dialog aria-modal=true style="position:fixed;inset:30%;pointer-events:auto">Sure?</div>', true],
  ['over the whole page', '<div id=d role=dialog aria-modal=true style="position:fixed;inset:0;background:#fff">Sure?</div>', true],
  ['as a bar at the bottom', '<div id=d role=dialog aria-modal=true style="position:fixed;left:0;right:0;bottom:0">Cookies?</div>', false],
  ['in the flow of the page', '<div id=d role=dialog aria-modal=true>Subscribe?</div>', false],
  ['not rendered', '<div style="position:fixed;inset:0;display:none"><div id=d role=dialog aria-modal=true>Sure?</div></div>', false],
  ['in an app that fills the viewport', `<div style="position:absolute;inset:0">${PAGE}<div id=d role=dialog aria-modal=true style="position:fixed;inset:40%">Sure?</div></div>`, false],
])) {
  test(`a dialog that says aria-modal, ${what}, is ${modal ? '' : 'not '}modal`, async () => {
    const found = /** @type {Record<string, { flags: string[] }>} */ (await inPage(`${PAGE}${html}`, 't.shown()'));
    assert.equal(found.d?.flags.includes('MODAL'), modal);
  });
}

test('a form whose fields shadow its properties is read all the same', async () => {
  const text = /** @type {string} */ (
    await inPage('<form id=f aria-label=F><input name=firstChild><input name=attributes><input name=getAttribute><input name=localName><input name=id value=7><input name=nodeType><input name=textContent></form>', 't.printed()')
  );
  assert.match(text, /form \d+ aria-label="F" id="f"/);
  assert.equal(text.split('\n').filter((line) => /^\s*input /.test(line)).length, 7);
});

test('boxes: hidden, contents, options, canvas, details, slots', async () => {
  const found = /** @type {Record<string, { flags: string[] }>} */ (
    await inPage(
      `<style>.c{display:contents}</style><div id=none style="display:none"><b id=in>x</b></div><div id=contents class=c><b id=inContents>x</b></div><select><option id=option>x</option><option id=gone hidden>x</option></select>
      <canvas><button id=fallback>x</button></canvas><details><summary id=summary>s</summary><p id=closed>x</p></details><div hidden=until-found id=until><p id=found>x</p></div><p id=inv style="visibility:hidden">x<b id=vis style="visibility:visible">y</b></p>`,
      't.shown()',
    )
  );
  const rendered = Object.fromEntries(Object.entries(found).map(([id, { flags }]) => [id, flags.includes('RENDERED') && flags.includes('VISIBLE')]));
  assert.deepEqual(rendered, {
    none: false, in: false, contents: true, inContents: true, option: true, gone: false, fallback: true, summary: true, closed: false, until: true, found: false, inv: false, vis: true,
  });
});

test('raw text is the text of the facts', async () => {
  const same = await inPage(
    `<div id=x>  a <b> b</b><!-- c -->c <style>no</style><script>no</script><noscript>no</noscript><textarea>no</textarea><svg><path></path><title>t</title></svg>é \ud83d\ude00 <span>${'long '.repeat(90)}</span></div>`,
    `(() => {
      const w = new t.Watched();
      const node = w.mirror.byId('x');
      let text = '';
      const walk = (n) => { if (typeof n === 'string') text += n; else n.children.forEach(walk); };
      walk(node);
      const folded = Array.from(text.replace(/[ \\t\\n\\f\\r]+/g, ' ').trim()).slice(0, 200).join('');
      return [w.capture.rawText(document.querySelector('#x')).trimEnd(), folded.trimEnd()];
    })()`,
  );
  const [raw, folded] = /** @type {string[]} */ (same);
  assert.equal(raw, folded);
  assert.match(raw ?? '', /^a bc t?é 😀|^a b ?c/);
});

test('an element is found by its handle wherever it moved, and not once it is gone', async () => {
  const found = await inPage(
    '<p id=a></p><p id=b><i id=i>x</i></p>',
    `(() => {
      const w = new t.Watched();
      const i = document.querySelector('#i');
      const n = w.capture.handleOf(i);
      const first = w.capture.elementOf(n) === i;
      document.querySelector('#a').append(i);
      const moved = w.capture.elementOf(n) === i;
      i.remove();
      return [first, moved, w.capture.elementOf(n), w.capture.elementOf(999_999)];
    })()`,
  );
  assert.deepEqual(found, [true, true, null, null]);
});

test('large pages come in parts that fit together', async () => {
  const [parts, same] = /** @type {[number, boolean]} */ (
    await inPage(
      `<ul>${'<li title="some title that is not shared 1234567890">item with a text of its own that is long enough to fill parts quickly</li>'.repeat(12_000)}</ul>`,
      `(() => { const w = new t.Watched(); const { kept, fresh } = w.both(); return [w.capture.full().length, kept === fresh]; })()`,
    )
  );
  assert.ok(parts > 1);
  assert.equal(same, true);
});
