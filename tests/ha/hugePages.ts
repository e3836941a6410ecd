import { readFileSync, writeFileSync } from 'node:fs';

const RESERVED = '/proc/sys/vm/nr_hugepages';
const NONE = { inUse: () => 0, giveBack: () => Promise.resolve() };

/** Huge pages that the system keeps for shared memory. */
export interface HugePages {
  /** Bytes of them that are in use, or promised to a process. */
  readonly inUse: () => number;
  /** Sets their number to what it was before. */
  readonly giveBack: () => Promise<void>;
}

/**
 * Has the system reserve huge pages until `bytes` of them are free, as the README recommends for PostgreSQL's shared memory. There
 * may be fewer: where this process isn't root, or memory is fragmented. Elsewhere than on Linux there are none.
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
    giveBack: () => {
      if (reserves) setReserved(before);
      return Promise.resolve();
    },
  };
}

/** False where the system refuses it: only root may, and in a container perhaps nobody. */
function setReserved(pages: number): boolean {
  try {
    writeFileSync(RESERVED, String(pages));
    return true;
  } catch {
    return false;
  }
}

/** A line of /proc/meminfo, as pages or KiB, whichever it has; 0 where there is none. */
function inMeminfo(name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0);
}
