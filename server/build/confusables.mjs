/*
 * Writes server/domain/accounts/names/confusables.ts from Unicode's data of UTS #39:
 *
 *   curl -O https://www.unicode.org/Public/17.0.0/security/confusables.txt
 *   node server/build/confusables.mjs confusables.txt
 *
 * The server has no need of all of it: names are decomposed first (NFKD), and marks are compared as they are.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TARGET = fileURLToPath(new URL('../domain/accounts/names/confusables.ts', import.meta.url));

const text = readFileSync(process.argv[2] ?? '', 'utf8');
const [, version] = /^# Version: (\S+)$/m.exec(text) ?? [];
const [, total] = /^# total: (\d+)$/m.exec(text) ?? [];
const lines = text.split(/\r?\n/).filter((line) => /^[0-9A-F]/.test(line));
if (version === undefined || Number(total) !== lines.length) throw new Error('this is no whole confusables.txt');

const characters = (codes) =>
  String.fromCodePoint(
    ...codes
      .trim()
      .split(' ')
      .map((code) => Number.parseInt(code, 16)),
  );
const alike = new Map();
for (const line of lines) {
  const [source, prototype] = line.split(';', 2).map(characters);
  if (source.normalize('NFKD') !== source || /^\p{M}/u.test(source)) continue;
  const drawn = prototype.normalize('NFKD');
  // What isn't letter, mark or number is left out of a name's look, and spaces separate entries here.
  if (!/^[\p{L}\p{M}\p{N}]+$/u.test(drawn)) continue;
  alike.set(drawn, (alike.get(drawn) ?? '') + source);
}

const entries = [...alike].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([drawn, sources]) => `${drawn} ${sources}`);
const escaped = entries.map((entry) => entry.replaceAll('\\', '\\\\').replaceAll("'", "\\'"));
const sha256 = createHash('sha256').update(text).digest('hex');
writeFileSync(
  TARGET,
  `/**
 * Characters that look alike, by UTS #39: what is drawn, and the characters that look like it. Written by
 * server/build/confusables.mjs from https://www.unicode.org/Public/${version}/security/confusables.txt,
 * © Unicode, Inc., Unicode License v3 (https://www.unicode.org/license.txt).
 */
export const confusables = {
  unicodeVersion: '${version}',
  /** SHA-256 of the source. */
  source: '${sha256}',
  /** SHA-256 of the entries, joined by line feeds. */
  content: '${createHash('sha256').update(entries.join('\n')).digest('hex')}',
  entries: [
${escaped.map((entry) => `    '${entry}',`).join('\n')}
  ],
} as const;
`,
);
console.log(`${entries.length} entries of Unicode ${version}`);
