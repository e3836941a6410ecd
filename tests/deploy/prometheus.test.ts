import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { ensureProgram } from './programs.ts';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let promtool: string;
beforeAll(() => {
  promtool = ensureProgram('promtool', 'prometheus');
});

it('the alert rules are valid', () => {
  const report = execFileSync(promtool, ['check', 'rules', fileAt('../../server/deploy/prometheus/alerts.yml')]);
  expect(report.toString()).toMatch(/SUCCESS: \d+ rules found/);
});

it('each alert fires when what it watches goes wrong, and none while all is well', () => {
  const report = execFileSync(promtool, ['test', 'rules', fileAt('alerts.test.yml')]);
  expect(report.toString()).toContain('SUCCESS');
});
