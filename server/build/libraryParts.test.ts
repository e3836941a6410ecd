import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryParts } from './libraryParts.ts';

const transform = libraryParts.transform as (code: string, id: string) => string | undefined;
const generateBundle = libraryParts.generateBundle as unknown as (options: object, bundle: object) => void;
const folderOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
const graphql = join(folderOf('graphql'), 'language');

it.each([
  [join(graphql, 'printer.mjs'), 'FragmentDefinition: ', 'ObjectTypeDefinition'],
  [join(graphql, 'ast.mjs'), "Directive: ['name'", 'ObjectTypeDefinition: '],
  [join(graphql, 'kinds.mjs'), "'FragmentDefinition'", 'ObjectTypeDefinition'],
  [
    join(folderOf('@apollo/client'), 'react/internal/cache/SuspenseCache.js'),
    'getFragmentRef(',
    'new InternalQueryReference',
  ],
])('leaves out of %s what the app doesn’t use', (path, kept, left) => {
  const code = readFileSync(path, 'utf8');
  expect(code).toContain(left);
  const changed = transform(code, path);
  expect(changed).toContain(kept);
  expect(changed).not.toContain(left);
});

it('fails when a library is written in another way', () => {
  expect(() => transform('export {};', join(graphql, 'printer.mjs'))).toThrow('A library has changed');
});

it('fails when the app uses what is left out', () => {
  const bundleOf = (hook: string) => ({
    'assets/apollo.js': { type: 'chunk', modules: { [`/node_modules/@apollo/client/react/hooks/${hook}.js`]: {} } },
  });
  expect(() => generateBundle({}, bundleOf('useSuspenseFragment'))).not.toThrow();
  expect(() => generateBundle({}, bundleOf('useSuspenseQuery'))).toThrow('useSuspenseQuery.js needs what');
});
