import { Gauge } from 'prom-client';
import { type ArchiveState, readArchiveState } from '../../db/archive/state.ts';
import type { Archive } from '../jobs/archiving.ts';
import type { Metrics } from '../platform/metrics.ts';

type Value = (state: ArchiveState) => number | null;

/** Adds gauges of the embedded database's archive, read at each scrape. Those that can't be read are left out. */
export function showArchive({ registry }: Metrics, archive: Pick<Archive, 'dataDir' | 'archiveDir'>): void {
  const gauges: [name: string, help: string, Value][] = [
    [
      'rangoli_archive_lag_seconds',
      'How long the oldest part of the write-ahead log that is not archived has waited.',
      ({ lagMs }) => lagMs / 1_000,
    ],
    [
      'rangoli_base_backup_timestamp_seconds',
      'When the newest base backup was complete.',
      ({ lastBaseAt }) => lastBaseAt && lastBaseAt.getTime() / 1_000,
    ],
    ['rangoli_archive_free_bytes', 'Free space on the disk of the archive.', ({ freeBytes }) => freeBytes],
  ];
  for (const [name, help, of] of gauges) {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        const value = valueOf(archive, of);
        // A reset gauge would show 0.
        if (value === null) this.remove();
        else this.set(value);
      },
    });
    registry.registerMetric(gauge);
  }
}

function valueOf(archive: Pick<Archive, 'dataDir' | 'archiveDir'>, of: Value): number | null {
  try {
    return of(readArchiveState(archive));
  } catch {
    return null;
  }
}
