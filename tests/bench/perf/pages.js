/**
 * Pages of a given number of elements for measuring: what back offices and articles are made of, the same in each run.
 */

/**
 * About this many elements: navigation, sections with text, lists, forms, and one long table.
 * @param {number} elements
 * @returns {string}
 */
export function pageOf(elements) {
  /** @type {string[]} */
  const parts = [];
  let count = 8;
  for (let number = 1; count < elements; number += 1) {
    const block = number % 3 === 0 ? formBlock(number) : number % 3 === 1 ? textBlock(number) : tableBlock(number, Math.min(400, Math.ceil((elements - count) / 14)));
    parts.push(block.html);
    count += block.count;
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Measured ${elements}</title>
<style>body{font:14px sans-serif}.row:hover{background:#eee}.hidden{display:none}</style></head>
<body><header><h1>Measured</h1></header><main>${parts.join('\n')}</main></body></html>`;
}

/** @typedef {{ html: string, count: number }} Block */

/**
 * @param {number} number
 * @returns {Block}
 */
function textBlock(number) {
  const items = Array.from({ length: 12 }, (_, at) => `<li><a href="/p/${number}/${at}"><span>Article ${number}.${at}</span></a> <em>of the day</em></li>`);
  const paragraphs = Array.from({ length: 6 }, (_, at) => `<p>Paragraph ${at} of section ${number} says <strong>something</strong> and goes on for a while, as texts do.</p>`);
  return {
    html: `<section aria-labelledby="h${number}"><h2 id="h${number}">Section ${number}</h2>${paragraphs.join('')}<ul>${items.join('')}</ul></section>`,
    count: 3 + 6 * 2 + 12 * 4,
  };
}

/**
 * @param {number} number
 * @returns {Block}
 */
function formBlock(number) {
  const fields = Array.from(
    { length: 8 },
    (_, at) => `<div class="field"><label for="f${number}-${at}">Field ${at}</label><input id="f${number}-${at}" name="f${at}" value="v${at}"><span class="hidden">hint</span></div>`,
  );
  const options = Array.from({ length: 10 }, (_, at) => `<option>Choice ${at}</option>`);
  return {
    html: `<form aria-label="Form ${number}">${fields.join('')}<label>Pick <select>${options.join('')}</select></label><button>Save ${number}</button></form>`,
    count: 1 + 8 * 4 + 2 + 10 + 1,
  };
}

/**
 * @param {number} number
 * @param {number} rows
 * @returns {Block}
 */
function tableBlock(number, rows) {
  const body = Array.from(
    { length: rows },
    (_, at) =>
      `<tr class="row"><th scope="row">R-${number}-${at}</th><td>Name ${at}</td><td><time>2026-11-${(at % 28) + 1}</time></td><td><span class="pill">open</span></td><td>${at}.50</td><td><a href="/r/${at}">Details</a></td><td><button>View</button> <button>Refund</button></td></tr>`,
  );
  return {
    html: `<table><caption>Table ${number}</caption><thead><tr><th>Key</th><th>Name</th><th>Date</th><th>Status</th><th>Total</th><th>Link</th><th>Actions</th></tr></thead><tbody>${body.join('')}</tbody></table>`,
    count: 12 + rows * 13,
  };
}
