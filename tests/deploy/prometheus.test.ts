import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { dashboardQueries } from '../support/dashboard.ts';
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

it('each query of the dashboard is valid', () => {
  const rules = dashboardQueries().map((expr, index) => ({ record: `dashboard:${index}`, expr }));
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-dashboard-'));
  try {
    // JSON is YAML.
    writeFileSync(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const report = execFileSync(promtool, ['check', 'rules', join(folder, 'rules.yml')]);
    expect(report.toString()).toContain(`SUCCESS: ${rules.length} rules found`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
