/**
 * The report: what is drawn follows from the figures that are kept, a bench that broke off leaves what was there, and the README
 * says what the figures say.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { draw, drawn, keepRun, noteFailure, PLACE, readme, runOf } from './kept.js';
import { ratiosFirst } from './page.js';

let folder = '';
/** @type {import('./kept.js').Place} */
let place = PLACE;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'onecall-report-'));
  place = { out: join(folder, 'bench'), readme: join(folder, 'README.md') };
  writeFileSync(place.readme, '# x\n<!-- figures: begin -->\nold\n<!-- figures: end -->\nend\n');
});
after(() => rm(folder, { recursive: true }));

test('pages, plots and the README are what the kept figures say', () => {
  for (const [file, text] of drawn()) assert.equal(readFileSync(join(PLACE.out, file), 'utf8'), text, `www/bench/${file}: run cargo xtask bench report --draw`);
  const others = readdirSync(PLACE.out).filter((file) => !file.endsWith('.json') && !drawn().has(file));
  assert.deepEqual(others, []);
  assert.equal(readFileSync(PLACE.readme, 'utf8'), readme(), 'README.md: run cargo xtask bench report --draw');
});

test('ratios stand first', () => {
  const made = ratiosFirst({ head: ['page', 'ours', 'theirs', 'fewer ×'], rows: [['a', '10', '25', '2.5'], ['b', '1', '1', '–']] });
  assert.deepEqual(made, { head: ['page', 'fewer', 'ours', 'theirs'], rows: [['a', '2.5 ×', '10', '25'], ['b', '–', '1', '1']] });
});

test('a bench that breaks off leaves the figures before it, and its page says so', () => {
  const tables = [{ head: ['tools', 'fewer ×', 'flat', 'as call', 'overview'], rows: [['10', '1.3 ×', '534', '250', '160'], ['126', '28.8 ×', '11,806', '250', '160']] }];
  keepRun({ name: 'tools', command: 'cargo xtask bench tools', when: '2026-11-01', machine: 'a machine', seconds: 9, missed: false, tables }, place);
  assert.equal(draw(place), 1);
  noteFailure('tools', '2026-11-02', place);
  noteFailure('life', '2026-11-02', place);
  assert.equal(runOf('life', place), null);
  assert.equal(draw(place), 1);
  const page = readFileSync(join(place.out, 'tools.md'), 'utf8');
  assert.match(page, /28\.8 × \| 11,806/);
  assert.match(page, /2026-11-01, 9 seconds, on a machine\. A run on 2026-11-02 broke off; these are the figures before it\./);
  assert.match(readFileSync(join(place.out, 'tools-1.svg'), 'utf8'), /28\.8 ×<\/text>/);
  assert.match(readFileSync(place.readme, 'utf8'), /\*\*28\.8 × fewer tokens\*\* \| for a page with 126 tools: 410 instead of 11,806 \|\n<!-- figures: end -->\nend/);
  // Missed goals are figures too.
  keepRun({ name: 'tools', command: 'cargo xtask bench tools', when: '2026-11-03', machine: 'a machine', seconds: 9, missed: true, tables }, place);
  draw(place);
  assert.match(readFileSync(join(place.out, 'tools.md'), 'utf8'), /A goal of this bench was missed in this run/);
});
