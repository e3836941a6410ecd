import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../server/platform/clock.ts';
import type { TestServer } from '../support/server.ts';

const ALERTS = fileURLToPath(new URL('../../server/deploy/prometheus/alerts.yml', import.meta.url));
const MINUTE_S = 60;
/** Longer than each rule's time before it fires, and each range that one reads. */
const MINUTES = 60;

/** Series and values, at an instant of the server's clock. */
export interface Scrape {
  readonly at: number;
  readonly samples: ReadonlyMap<string, number>;
}

/** What Prometheus would read of the server now; it adds `up` itself. */
export async function scrape({ metricsUrl, clock }: Pick<TestServer<Clock>, 'metricsUrl' | 'clock'>): Promise<Scrape> {
  const samples = new Map<string, number>();
  const text = await fetch(metricsUrl!).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  );
  samples.set('up{job="rangoli"}', Number(text !== ''));
  for (const line of text.split('\n')) {
    const end = line.lastIndexOf(' ');
    if (line.startsWith('rangoli_')) samples.set(line.slice(0, end), Number(line.slice(end + 1)));
  }
  return { at: clock.now(), samples };
}

/**
 * Names of the alerts that fire, by promtool, when the server stays as it is in `now`, and its counters go on from `before`
 * as between the two.
 */
export function firing(promtool: string, now: Scrape, before = now): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-alerts-'));
  try {
    const names = spawnSync('grep', ['-oP', '(?<=- alert: )\\w+', ALERTS], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n');
    const input_series = [...now.samples].map(([series, value]) => ({
      series,
      values: valuesOf(series, value, before.samples.get(series) ?? 0, now.at),
    }));
    const alert_rule_test = names.map((alertname) => ({ eval_time: `${MINUTES}m`, alertname, exp_alerts: [] }));
    const test = {
      rule_files: [ALERTS],
      evaluation_interval: '1m',
      tests: [{ interval: '1m', input_series, alert_rule_test }],
    };
    // JSON is YAML.
    writeFileSync(join(folder, 'test.yml'), JSON.stringify(test));
    const { stdout, stderr, status } = spawnSync(promtool, ['test', 'rules', join(folder, 'test.yml')], {
      encoding: 'utf8',
    });
    // promtool reports each alert that fires although none is expected.
    const fired = [...`${stdout}${stderr}`.matchAll(/alertname: (\w+), time/g)].map(([, name = '']) => name);
    if ((status === 0) !== (fired.length === 0)) throw new Error(`promtool: ${stdout}${stderr}`);
    return [...new Set(fired)].sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Values of a series, one a minute, as promtool writes them. */
function valuesOf(series: string, value: number, before: number, at: number): string {
  const [name = ''] = series.split('{');
  if (/_(total|bucket|count|sum)$/.test(name)) return `${before}+${value - before}x${MINUTES}`;
  // promtool's time begins at 0 and ends when the server was scraped.
  const shown = name.endsWith('_timestamp_seconds') ? value - at / 1_000 + MINUTES * MINUTE_S : value;
  return `${shown}x${MINUTES}`;
}
