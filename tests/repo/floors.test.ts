import { describe, expect, test } from 'vitest';
import { cycles, danglingImports, sourceFiles, type SourceFile } from './imports.ts';

/** Each layer and the lower layers that it may import. Imports within a layer are always allowed. */
const mayImport: Record<string, readonly string[]> = {
  main: ['build', 'composition', 'config', 'platform', 'db'],
  build: ['config'],
  commands: ['composition', 'demo', 'graphql', 'domain', 'config', 'platform', 'db'],
  composition: ['http', 'jobs', 'domain', 'config', 'platform', 'db'],
  demo: ['jobs', 'domain', 'platform', 'db'],
  http: ['graphql', 'rest', 'domain', 'config', 'platform', 'db'],
  graphql: ['domain', 'config', 'platform', 'db'],
  rest: ['domain', 'config', 'platform', 'db'],
  jobs: ['domain', 'config', 'platform', 'db'],
  domain: ['platform', 'db'],
  config: ['platform'],
  platform: [],
  db: [],
  'web/app': ['web/pages', 'web/features', 'web/ui', 'web/apollo', 'web/messages', 'web/lib', 'web/gql'],
  'web/pages': ['web/features', 'web/ui', 'web/apollo', 'web/messages', 'web/lib', 'web/gql', 'web/paths'],
  'web/features': ['web/ui', 'web/apollo', 'web/messages', 'web/lib', 'web/gql', 'web/paths'],
  'web/apollo': ['web/ui', 'web/messages', 'web/lib', 'web/gql', 'web/paths'],
  'web/ui': ['web/messages', 'web/lib'],
  'web/messages': ['web/lib'],
  'web/lib': [],
  'web/paths': ['web/lib'],
  'web/gql': [],
};

/** Left to right: each imports only those to its left. */
const contexts = [
  'ground',
  'audit',
  'notifications',
  'wallet',
  'accounts',
  'settings',
  'contests',
  'bets',
  'tickets',
  'stats',
];

function floorOf(path: string): string {
  const [top, second = ''] = path.split('/');
  if (top === 'db') return 'db';
  if (top === 'web') {
    if (path === 'web/paths.ts' || path === 'web/routeState.ts') return 'web/paths';
    return second.includes('.') ? 'web/app' : `web/${second}`;
  }
  return second.includes('.') ? 'main' : second;
}

function contextOf(path: string): string {
  const [, , context = ''] = path.split('/');
  return context.includes('.') ? 'ground' : context;
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

describe('the floors of the house', () => {
  test('every file stands on one that the map knows', () => {
    expect(files.length).toBeGreaterThan(30);
    expect(files.filter(({ path }) => !(floorOf(path) in mayImport)).map(({ path }) => path)).toEqual([]);
  });

  test('imports run downwards only', () => {
    const upwards = arrows.filter(({ path, target }) => {
      const [from, to] = [floorOf(path), floorOf(target)];
      return from !== to && !mayImport[from]?.includes(to) && !(from === 'web/app' && to === 'web/paths');
    });
    expect(upwards.map(show)).toEqual([]);
  });

  test('a context of the domain imports only contexts to its left', () => {
    const inDomain = arrows.filter(({ path, target }) => floorOf(path) === 'domain' && floorOf(target) === 'domain');
    const unknown = files.filter(({ path }) => floorOf(path) === 'domain' && !contexts.includes(contextOf(path)));
    const rightwards = inDomain.filter(
      ({ path, target }) => contexts.indexOf(contextOf(target)) > contexts.indexOf(contextOf(path)),
    );
    expect(unknown.map(({ path }) => path)).toEqual([]);
    expect(rightwards.map(show)).toEqual([]);
  });

  test('nothing imports in a circle, or what is not there', () => {
    expect(cycles(files).map((circle) => circle.join(' -> '))).toEqual([]);
    expect(danglingImports(files)).toEqual([]);
  });
});

describe('what belongs where', () => {
  test('SQL lives with its verb: no transport and no job talks to the database itself', () => {
    const transports = ['http', 'graphql', 'rest', 'jobs'];
    expect(importers(({ path }) => transports.includes(floorOf(path)), 'pg', 'drizzle-orm')).toEqual([]);
  });

  test('the domain knows no transport', () => {
    expect(
      importers(({ path }) => floorOf(path) === 'domain', 'fastify', 'graphql', 'graphql-yoga', '@pothos/core', 'ws'),
    ).toEqual([]);
  });

  test('the primitives of the web know neither router nor Apollo', () => {
    expect(importers(({ path }) => floorOf(path) === 'web/ui', 'react-router-dom', '@apollo/client')).toEqual([]);
  });

  test('no barrels and no drawers for everything', () => {
    expect(files.filter(({ isBarrel }) => isBarrel).map(({ path }) => path)).toEqual([]);
    expect(
      files.filter(({ path }) => /\/(utils?|helpers?|misc)(\/|\.tsx?$)/.test(path)).map(({ path }) => path),
    ).toEqual([]);
  });
});
