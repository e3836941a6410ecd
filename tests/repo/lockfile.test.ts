import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/** Where a package of the tree at `path` looks for its dependency, nearest first. */
function places(path: string, dependency: string): string[] {
  const folders = [path];
  for (let folder = path; folder !== '';) {
    folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '');
    folders.push(folder);
  }
  return folders.map((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${dependency}`);
}

test('each version that is kept back is in the decision that tells why', () => {
  const { overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as { overrides: Record<string, string> };
  const rows = readFileSync('.github/decisions/023-overrides.md', 'utf8').matchAll(/^\| `([^`]+)` +\| (\S+) +\|/gm);
  expect(Object.fromEntries([...rows].map(([, name, version]) => [name, version]))).toEqual(overrides);
});

test('names no download host, so that any registry serves it', () => {
  const hosts = Object.values(packages).flatMap(({ resolved }) => resolved ?? []);
  expect(hosts).toEqual([]);
});

test('lists the programs of every platform: npm ci refuses a lock file that lacks one, wherever it runs', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !places(path, name).some((place) => place in packages)),
  );
  expect(missing).toEqual([]);
});
