import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

const mantine = resolve('node_modules/@mantine/core');
/** Each of its modules by name; a component's module has the component's. */
const modules = new Map(
  readdirSync(join(mantine, 'esm'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mjs'))
    .map((path) => [basename(path, '.mjs'), join(mantine, 'esm', path)]),
);

const importsOf = (path: string) => parseSync(path, readFileSync(path, 'utf8')).module.staticImports;

/** The components of Mantine that the web app imports. */
const used = sourceFiles()
  .filter(({ packages }) => packages.includes('@mantine/core'))
  .flatMap(({ path }) => importsOf(path))
  .filter(({ moduleRequest }) => moduleRequest.value === '@mantine/core')
  .flatMap(({ entries }) => entries.flatMap(({ importName, isType }) => (isType ? [] : (importName.name ?? []))));

/** The modules that a component is made of, itself included. */
function partsOf(component: string): Set<string> {
  const parts = new Set<string>();
  const waiting = [modules.get(component) ?? ''];
  for (const path of waiting) {
    if (parts.has(path) || !existsSync(path)) continue;
    parts.add(path);
    for (const { moduleRequest } of importsOf(path)) waiting.push(resolve(dirname(path), moduleRequest.value));
  }
  return parts;
}

/** Reset of the browser's styles, which the app has of its own; and components that come with one in use. */
const unused = ['baseline', 'CheckboxCard', 'CheckboxIndicator'];

test('the style sheet of every part of the Mantine components in use is loaded', () => {
  const loaded = readFileSync('web/features/admin/mantineStyles.ts', 'utf8');
  const parts = new Set(used.flatMap((component) => [...partsOf(component)]).map((path) => basename(path, '.mjs')));
  expect(parts).toContain('Button');
  const missing = [...parts].filter(
    (name) =>
      !unused.includes(name) &&
      existsSync(join(mantine, 'styles', `${name}.layer.css`)) &&
      !loaded.includes(`/${name}.layer.css`),
  );
  expect(missing).toEqual([]);
});
