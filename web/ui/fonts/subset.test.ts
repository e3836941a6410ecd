import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Shapes and arrows, which the package has in none of its files: browsers take them from a font of the system. */
const ofSystem = [...'●◆▲→↑↓'];

/** The characters of the quoted strings under web/messages/en. */
function charactersOfTexts(): Set<string> {
  const folder = new URL('../../messages/en/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(new URL(path.replaceAll('\\', '/'), folder), 'utf8'));
  const strings = sources.flatMap((source) => [...source.matchAll(/'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`/g)]);
  // Braces are the syntax of values, in templates and in ICU messages.
  const texts = strings.map(([quoted]) => quoted.slice(1, -1).replaceAll(/\$\{[^}]*\}|[{}]/g, ''));
  const unescaped = texts.map((text) =>
    text.replaceAll(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  );
  return new Set(unescaped.join(''));
}

/** Every character that fonts.css has a file for. */
function isInSubset(character: string): boolean {
  const css = readFileSync(new URL('fonts.css', import.meta.url), 'utf8');
  const code = character.codePointAt(0) ?? 0;
  return [...css.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].some(([, first = '', last = first]) => {
    return Number.parseInt(first, 16) <= code && code <= Number.parseInt(last, 16);
  });
}

it('has every character of the app’s texts, so that no page needs a further font file for its own', () => {
  const characters = [...charactersOfTexts()];
  expect(characters.length).toBeGreaterThan(70);
  expect(characters.filter((character) => !isInSubset(character) && !ofSystem.includes(character))).toEqual([]);
});
