/**
 * Pages that several tests use, and the reading of answers.
 */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';

/** Where the script tag lies after a build. */
export const DIST = { '/onecall/': fileURLToPath(new URL('../../www/dist/', import.meta.url)) };

export const MODULE = '<script type="module" src="/onecall/onecall.js"></script>';
export const CLASSIC = '<script src="/onecall/onecall.iife.js"></script>';

/** The policy of a careful site: no inline script, no WebAssembly. */
export const STRICT = { 'content-security-policy': "default-src 'self'; script-src 'self'" };

/**
 * A page with a heading of its own.
 * @param {string} title
 * @param {string} [more]
 * @returns {string}
 */
export const page = (title, more = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${more}</main></body></html>`;

/**
 * The answer is the overview of this page.
 * @param {string} answer
 * @param {string} title
 */
export function isOverview(answer, title) {
  assert.ok(answer.startsWith(`${JSON.stringify(title)} `) || answer.startsWith(`"${title} `), `overview of ${title}, got: ${answer.slice(0, 200)}`);
}

/**
 * The answer is a fault of this code.
 * @param {string} answer
 * @param {string} code
 */
export function isFault(answer, code) {
  assert.ok(answer.startsWith(`fault ${code}  `), `fault ${code}, got: ${answer.slice(0, 200)}`);
}

/** Is it an answer as the package describes it? */
export const isAnswer = new Ajv({ strict: true, allowUnionTypes: true }).compile(JSON.parse(readFileSync(new URL('../../www/src/answer.schema.json', import.meta.url), 'utf8')));
