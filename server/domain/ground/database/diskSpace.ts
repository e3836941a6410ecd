import { DiskFullError } from '../../../../db/unavailable.ts';

/** The port through which the space on the database's disk is known. */
export interface DiskSpace {
  /** Whether so little is left that it is kept for signing in, cancelling, withdrawing and deciding. */
  readonly isShort: boolean;
  /** Bytes that were free when last measured; null where it isn't measured. */
  readonly freeBytes: number | null;
  /** Below it space is short, in bytes; 0: never. */
  readonly minFreeBytes: number;
}

/** Of a server whose database isn't the embedded one: its operator monitors the disk. */
export const unmeasuredSpace: DiskSpace = { isShort: false, freeBytes: null, minFreeBytes: 0 };

/** Throws DiskFullError where space is short: for what is new and can wait, such as bets, documents and bank statements. */
export function requireDiskSpace({ isShort, freeBytes, minFreeBytes }: DiskSpace): void {
  if (isShort)
    throw new DiskFullError(`the disk has ${freeBytes} bytes left; below ${minFreeBytes} new data is refused`);
}
