import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cycles, danglingImports, sourceFiles, type SourceFile } from './imports.ts';

/** Each layer and the lower layers that it may import. Imports within a layer are always allowed. */
const mayImport: Record<string, readonly string[]> = {
  main: ['build', 'composition', 'config', 'platform', 'db'],
  // Documents and scripts of the web are made from its list of pages.
  build: ['config', 'platform', 'web/routes', 'web/outlines'],
  commands: ['composition', 'demo', 'load', 'graphql', 'domain', 'config', 'platform', 'db'],
  composition: ['http', 'jobs', 'domain', 'config', 'platform', 'db'],
  demo: ['jobs', 'domain', 'platform', 'db'],
  load: ['platform'],
  http: ['graphql', 'rest', 'domain', 'config', 'platform', 'db'],
  graphql: ['domain', 'config', 'platform', 'db'],
  rest: ['domain', 'config', 'platform', 'db'],
  jobs: ['domain', 'config', 'platform', 'db'],
  // How references and payment accounts are read is the same in forms, in the domain and in the database.
  domain: ['platform', 'db', 'web/paymentTexts'],
  // The form of a database's address is the database layer's; the server refuses addresses that have no screen.
  config: ['platform', 'db', 'web/paths', 'web/routes'],
  platform: [],
  db: [],
  'web/app': ['web/routes', 'web/pages', 'web/features', 'web/ui', 'web/apollo', 'web/messages', 'web/lib', 'web/gql'],
  'web/routes': ['web/pages', 'web/messages', 'web/paths'],
  'web/outlines': ['web/routes', 'web/messages'],
  'web/pages': ['web/features', 'web/ui', 'web/apollo', 'web/messages', 'web/lib', 'web/gql', 'web/paths'],
  'web/features': ['web/ui', 'web/apollo', 'web/messages', 'web/lib', 'web/gql', 'web/paths', 'web/paymentTexts'],
  'web/apollo': ['web/ui', 'web/messages', 'web/lib', 'web/gql', 'web/paths'],
  'web/ui': ['web/messages', 'web/lib'],
  'web/messages': ['web/lib'],
  'web/lib': [],
  'web/verify': ['web/lib'],
  'web/paths': ['web/lib'],
  'web/paymentTexts': ['web/lib'],
  'web/gql': [],
  'web/jsx': [],
};

/** Left to right, as server/README.md has them: each imports only those to its left. */
const contexts = (/^```contexts\n([^`]+)```$/m.exec(readFileSync('server/README.md', 'utf8'))?.[1] ?? '')
  .trim()
  .split(/\s+/);

/** Folders of web/features, left to right: each imports only those to its left. */
const features = `
  navigation product playCredit clock wallet profile fairness notifications notices
  shell evidence session ownSessions playSafely records figures bets rule payments tickets auth secondFactor game history transparency player
  adminAlerts admin adminAlertList adminStats adminFeedback adminProposals adminSignals adminPayments adminStatements adminPayouts adminSupport adminPeople adminPayees adminGames adminAudit
`
  .trim()
  .split(/\s+/);

function layerOf(path: string): string {
  const [top, second = ''] = path.split('/');
  if (top === 'db') return 'db';
  if (top === 'web') {
    if (path === 'web/routes.ts' || path === 'web/outlines.ts') return path.replace('.ts', '');
    if (path === 'web/paths.ts' || path === 'web/routeState.ts') return 'web/paths';
    if (path === 'web/paymentTexts.ts' || path === 'web/paymentTexts.test.ts') return 'web/paymentTexts';
    return second.includes('.') ? 'web/app' : `web/${second}`;
  }
  return second.includes('.') ? 'main' : second;
}

function contextOf(path: string): string {
  return path.split('/')[2] ?? '';
}

const files = sourceFiles();
const arrows = files.flatMap(({ path, imports }) => imports.map((target) => ({ path, target })));
const show = ({ path, target }: { path: string; target: string }) => `${path} -> ${target}`;

/** Files matching `isConcerned` that import any of the packages. */
function importers(isConcerned: (file: SourceFile) => boolean, ...packages: string[]): string[] {
  return files
    .filter((file) => isConcerned(file) && packages.some((name) => file.packages.includes(name)))
    .map(({ path }) => path);
}

describe('the layers', () => {
  test('every file belongs to a known layer', () => {
    expect(files.length).toBeGreaterThan(30);
    expect(files.filter(({ path }) => !(layerOf(path) in mayImport)).map(({ path }) => path)).toEqual([]);
  });

  test('imports go to lower layers only', () => {
    const upwards = arrows.filter(({ path, target }) => {
      const [from, to] = [layerOf(path), layerOf(target)];
      const isAllowed = mayImport[from]?.includes(to) || target === 'package.json';
      return from !== to && !isAllowed && !(from === 'web/app' && to === 'web/paths');
    });
    expect(upwards.map(show)).toEqual([]);
  });

  test('a context of the domain imports only contexts to its left', () => {
    const inDomain = arrows.filter(({ path, target }) => layerOf(path) === 'domain' && layerOf(target) === 'domain');
    const unknown = files.filter(({ path }) => layerOf(path) === 'domain' && !contexts.includes(contextOf(path)));
    const rightwards = inDomain.filter(
      ({ path, target }) => contexts.indexOf(contextOf(target)) > contexts.indexOf(contextOf(path)),
    );
    expect(unknown.map(({ path }) => path)).toEqual([]);
    expect(contexts.filter((context) => files.every(({ path }) => contextOf(path) !== context))).toEqual([]);
    expect(rightwards.map(show)).toEqual([]);
  });

  test('of GraphQL the runtime knows no type of the schema, and what builds types knows none of them', () => {
    const roomOf = (path: string) => /^server\/graphql\/(\w+)\//.exec(path)?.[1] ?? '';
    const rooms = ['runtime', 'builder', 'schema'];
    const between = arrows.filter(({ path, target }) => rooms.includes(roomOf(path)) && rooms.includes(roomOf(target)));
    const inside = files.filter(({ path }) => layerOf(path) === 'graphql');
    expect(inside.filter(({ path }) => !rooms.includes(roomOf(path))).map(({ path }) => path)).toEqual([]);
    expect(
      between
        .filter(({ path }) => !path.endsWith('.test.ts'))
        .filter(({ path, target }) => rooms.indexOf(roomOf(target)) > rooms.indexOf(roomOf(path)))
        .map(show),
    ).toEqual([]);
  });

  test('a feature of the web imports only features to its left', () => {
    const featureOf = (path: string) => /^web\/features\/(\w+)\//.exec(path)?.[1] ?? '';
    const between = arrows.filter(({ path, target }) => featureOf(path) !== '' && featureOf(target) !== '');
    const rightwards = between.filter(
      ({ path, target }) => features.indexOf(featureOf(target)) > features.indexOf(featureOf(path)),
    );
    const inFeatures = files.filter(({ path }) => path.startsWith('web/features/'));
    expect(inFeatures.filter(({ path }) => !features.includes(featureOf(path))).map(({ path }) => path)).toEqual([]);
    expect(rightwards.map(show)).toEqual([]);
  });

  test('there are no cyclic imports, and no missing files', () => {
    expect(cycles(files).map((circle) => circle.join(' -> '))).toEqual([]);
    expect(danglingImports(files)).toEqual([]);
  });
});

describe('packages', () => {
  test('SQL is in the domain: no transport and no job uses the database itself', () => {
    const transports = ['http', 'graphql', 'rest', 'jobs'];
    expect(importers(({ path }) => transports.includes(layerOf(path)), 'pg', 'drizzle-orm')).toEqual([]);
  });

  test('the domain is independent of transports', () => {
    expect(
      importers(({ path }) => layerOf(path) === 'domain', 'fastify', 'graphql', 'graphql-yoga', '@pothos/core', 'ws'),
    ).toEqual([]);
  });

  test('the primitives of the web depend on neither router nor Apollo', () => {
    expect(importers(({ path }) => layerOf(path) === 'web/ui', 'react-router-dom', '@apollo/client')).toEqual([]);
  });

  test('the web app sends mutations, keeps keys and reads refusals in one file', () => {
    const onlyThere = ['web/lib/idempotencyKey.ts', 'web/apollo/refusals.ts'];
    const users = arrows.filter(({ target, path }) => onlyThere.includes(target) && !path.includes('.test.'));
    const sends = files
      .map(({ path }) => path)
      .filter((path) => path.startsWith('web/') && /\buseMutation\b|\.mutate\b/.test(readFileSync(path, 'utf8')));
    expect([...new Set(users.map(({ path }) => path))]).toEqual(['web/apollo/useAction.ts']);
    expect(sends).toEqual(['web/apollo/useAction.ts']);
  });

  test('only the back office uses Mantine: its scripts and styles are a third of what a page of players weighs', () => {
    const isPlayers = ({ path }: SourceFile) => path.startsWith('web/') && !/^web\/(features|pages)\/admin/.test(path);
    expect(importers(isPlayers, '@mantine/core', '@mantine/hooks')).toEqual([]);
    expect(files.filter(isPlayers).length).toBeGreaterThan(200);
  });

  test('no barrels and no catch-all modules', () => {
    expect(files.filter(({ isBarrel }) => isBarrel).map(({ path }) => path)).toEqual([]);
    expect(
      files.filter(({ path }) => /\/(utils?|helpers?|misc)(\/|\.tsx?$)/.test(path)).map(({ path }) => path),
    ).toEqual([]);
  });
});
