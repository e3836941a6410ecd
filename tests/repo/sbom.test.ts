import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[];
}

test('the bill of materials names the packages that run, without those of tests, and Node.js and PostgreSQL', () => {
  const text = execFileSync(process.execPath, ['server/build/sbom.mjs'], { encoding: 'utf8', maxBuffer: 64_000_000 });
  const { bomFormat, metadata, components } = JSON.parse(text) as Bill;
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component.name).toBe('rangoli');
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const named = new Map(components.map(({ name, version }) => [name, version]));
  for (const [name, version] of Object.entries(dependencies)) expect(listed).toContain(`${name}@${version}`);
  for (const name of ['vitest', '@playwright/test'].filter((each) => each in devDependencies))
    expect(named.has(name)).toBe(false);
  expect(named.get('node')).toBe(process.versions.node);
  expect(named.get('postgresql')).toMatch(/^\d+\.\d+$/);
});

test('is made in CI and goes into the image', () => {
  expect(readFileSync('.github/workflows/ci.yml', 'utf8')).toContain('node server/build/sbom.mjs');
  expect(readFileSync('Dockerfile', 'utf8')).toContain('RUN node server/build/sbom.mjs > sbom.cdx.json');
});
