import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import config from '../../vite.config.ts';

type Hook = (this: object, ...values: unknown[]) => unknown;

const own = [config.plugins].flat(5).filter((plugin) => plugin && 'name' in plugin) as Plugin[];
const plugins = own.filter(({ name }) => !name.startsWith('vite:'));
const handlerOf = (hook: unknown): Hook | undefined =>
  (typeof hook === 'object' && hook !== null && 'handler' in hook ? hook.handler : hook) as Hook | undefined;

const libraries = [
  'graphql/language/printer.mjs',
  '@apollo/client/core/QueryManager.js',
  'react-router/dist/development/index.mjs',
  'react-dom/cjs/react-dom-client.production.js',
].map((path) => resolve('node_modules', path));

it('the project has plugins of its own', () => {
  expect(plugins.length).toBeGreaterThan(2);
});

it.each(plugins)('$name leaves the texts of libraries as they are', (plugin) => {
  for (const id of libraries) {
    const code = readFileSync(id, 'utf8');
    expect(handlerOf(plugin.transform)?.call({}, code, id) ?? null, id).toBeNull();
    expect(handlerOf(plugin.load)?.call({}, id) ?? null, id).toBeNull();
  }
});

it.each(plugins)('$name leaves the texts of finished scripts as they are', (plugin) => {
  expect(plugin.renderChunk).toBeUndefined();
  const chunk = { type: 'chunk', fileName: 'assets/a.js', code: 'run()', imports: [], moduleIds: [] };
  const bundle = { [chunk.fileName]: chunk };
  handlerOf(plugin.generateBundle)?.call({ emitFile: () => '' }, {}, bundle, true);
  expect(bundle).toEqual({ [chunk.fileName]: { ...chunk, code: 'run()' } });
});
