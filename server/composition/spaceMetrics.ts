import { Gauge } from 'prom-client';
import type { DiskSpace } from '../domain/ground/database/diskSpace.ts';
import type { Metrics } from '../platform/metrics.ts';

/** Adds gauges of the database's disk, where it is measured. */
export function showSpace({ registry }: Pick<Metrics, 'registry'>, space: DiskSpace): void {
  if (space.freeBytes === null) return;
  const gauges: [name: string, help: string, read: () => number][] = [
    ['rangoli_disk_free_bytes', 'Free space on the disk of the embedded database.', () => space.freeBytes ?? 0],
    [
      'rangoli_disk_min_free_bytes',
      'Below it bets, documents and bank statements are refused.',
      () => space.minFreeBytes,
    ],
    ['rangoli_disk_short', '1 while they are refused, else 0.', () => Number(space.isShort)],
  ];
  for (const [name, help, read] of gauges) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read());
        },
      }),
    );
  }
}
