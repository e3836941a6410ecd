import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesUnder } from './filesUnder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUNDLES = join(ROOT, '.build/run');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rangoli-run-'));
});
afterAll(() => {
  for (const name of bundleFiles()) rmSync(join(BUNDLES, name));
  rmSync(folder, { recursive: true });
});

function bundleFiles(): string[] {
  return readdirSync(BUNDLES).filter((name) => name.includes(`${basename(folder)}.`));
}

function runMain(): string {
  const run = execFileSync(process.execPath, ['server/build/run.mjs', join(folder, 'main.ts')], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  return run.trim();
}

test('a program is bundled again when a file of it has changed, and only then', () => {
  writeFileSync(join(folder, 'answer.ts'), 'export const answer: number = 41;');
  writeFileSync(join(folder, 'main.ts'), `import { answer } from './answer.ts';\nconsole.log(answer);`);
  expect(runMain()).toBe('41');
  const built = () => bundleFiles().map((name) => statSync(join(BUNDLES, name)).ino);
  const before = built();
  expect(before).toHaveLength(2);
  expect(runMain()).toBe('41');
  expect(built()).toEqual(before);
  writeFileSync(join(folder, 'answer.ts'), 'export const answer: number = 1 + 41;');
  expect(runMain()).toBe('42');
});

test('packages are there as without bundling: with default exports, types of each other, and one copy each', () => {
  writeFileSync(
    join(folder, 'main.ts'),
    `import SchemaBuilder from '@pothos/core';
     import { GraphQLSchema, printSchema } from 'graphql';
     import pg from 'pg';
     const builder = new SchemaBuilder({});
     builder.queryType({ fields: (t) => ({ answer: t.int({ resolve: () => 42 }) }) });
     const schema = builder.toSchema();
     console.log(schema instanceof GraphQLSchema, printSchema(schema).includes('answer: Int'), typeof pg.Client);`,
  );
  expect(runMain()).toBe('true true function');
});

test('the programs of a server’s threads are built with the server, since an image is read-only', () => {
  const run = readFileSync(join(ROOT, 'server/build/run.mjs'), 'utf8');
  const [, listed = ''] = /SERVER_PROGRAMS = \[([^\]]+)\]/.exec(run) ?? [];
  const programs = filesUnder('server').filter(
    (path) => path.endsWith('.ts') && /^answerRequests\(/m.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  expect(programs).toContain('server/domain/statements/statementReader.ts');
  expect(programs.filter((path) => !listed.includes(`'${path}'`))).toEqual([]);
});
