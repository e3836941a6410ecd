import { readFileSync } from 'node:fs';

const FILE = new URL('../../server/deploy/grafana/rangoli.json', import.meta.url);

interface Panel {
  id: number;
  gridPos: { x: number; y: number };
  targets?: { expr: string }[];
}

/** The Grafana dashboard. */
export function readDashboard(): { panels: Panel[] } {
  return JSON.parse(readFileSync(FILE, 'utf8')) as { panels: Panel[] };
}

/** The PromQL of its panels, with values in place of Grafana's variables. */
export function dashboardQueries(): string[] {
  const queries = readDashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  return queries.map((query) => query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'));
}
