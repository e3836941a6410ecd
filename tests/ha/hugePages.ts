import { readFileSync, writeFileSync } from 'node:fs';

const RESERVED = '/proc/sys/vm/nr_hugepages';
const NONE = { inUse: () => 0, release: () => Promise.resolve() };

/** Huge pages that the system keeps for shared memory. */
export interface HugePages {
  /** Bytes of them that are in use, or reserved for a mapping, by any process. */
  readonly inUse: () => number;
  /** Sets their number to what it was before. */
  readonly release: () => Promise<void>;
}

/**
 * Has the system reserve huge pages until `bytes` of them are free, as server/deploy/failover.md recommends for PostgreSQL's
 * shared memory. There may be fewer: where this process isn't root, or memory is fragmented. Elsewhere than on Linux there are none.
 */
export function reserveHugePages(bytes: number): HugePages {
  if (process.platform !== 'linux') return NONE;
  const pageBytes = inMeminfo('Hugepagesize') * 1_024;
  // A kernel without them has no such line.
  if (pageBytes === 0) return NONE;
  const before = Number(readFileSync(RESERVED, 'utf8'));
  const missing = Math.ceil(bytes / pageBytes) - (inMeminfo('HugePages_Free') - inMeminfo('HugePages_Rsvd'));
  const reserves = missing > 0 && setReserved(before + missing);
  return {
    inUse: () => (inMeminfo('HugePages_Total') - inMeminfo('HugePages_Free') + inMeminfo('HugePages_Rsvd')) * pageBytes,
    release: () => {
      if (reserves) setReserved(before);
      return Promise.resolve();
    },
  };
}

/** Returns false where the kernel refuses the write: it needs root, and a container may mount /proc/sys read-only. */
function setReserved(pages: number): boolean {
  try {
    writeFileSync(RESERVED, String(pages));
    return true;
  } catch {
    return false;
  }
}

/** A line of /proc/meminfo, in pages or KiB as the kernel gives it; 0 where there is none. */
function inMeminfo(name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0);
}
