/**
 * The extension in one of its languages, whatever the browser speaks: a copy whose only catalogue is that language's.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './browser.js';

/** What of the checkout is the extension. */
const PARTS = ['extension/content/flag', 'extension/dist', 'extension/ui', 'extension/icons', 'extension/managed.json'];

/**
 * @param {string} language
 * @returns {{ dir: string, remove: () => void }}
 */
export function inLanguage(language) {
  const dir = mkdtempSync(join(tmpdir(), `onecall-${language}-`));
  for (const part of [...PARTS, `_locales/${language}`]) cpSync(join(root, part), join(dir, part), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8'));
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, default_locale: language }));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
