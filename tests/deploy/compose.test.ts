import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('compose.yaml has settings that the server accepts, and files that exist', () => {
  const text = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
  const secrets: Record<string, string> = { APP_PASSWORD: 'a', OWNER_PASSWORD: 'b', SEED_KEY: TEST_SEED_KEY };
  const given = (value: string) =>
    value.replaceAll(/\$\{(\w+):(?:\?|-([^}]*))\}/g, (_all, name: string, other = '') => secrets[name] ?? other);
  const [, block = ''] = /^x-server:[^]*?\n {2}environment:\n([^]*?)\n\n/m.exec(text) ?? [];
  const settings = [...block.matchAll(/^ {4}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    given(value.replaceAll("'", '')),
  ]);
  expect(settings.length).toBeGreaterThan(8);
  const config = readConfig({ ...Object.fromEntries(settings), HOST: '0.0.0.0', PORT: '4000' });
  expect(config).toMatchObject({ trustedProxies: ['172.30.0.0/24'], publicUrl: 'http://localhost:8080' });
  expect(Object.keys(config.database)).toContain('ownerUrl');
  const mounted = [...text.matchAll(/^ {6}- (\.\/[^:]+):/gm)].map(([, path = '']) => path);
  expect(mounted.map((path) => [path, existsSync(join(ROOT, path))])).toEqual(mounted.map((path) => [path, true]));
  expect(mounted).toHaveLength(2);
});
