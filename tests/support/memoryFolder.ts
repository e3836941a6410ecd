import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';
/** The file system type of tmpfs, as statfs(2) returns it. */
const TMPFS = 0x0102_1994;
/** The databases of a whole run and their write-ahead log take less than half of this. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * The folder for files that no test needs after a crash: shared memory where it is a tmpfs with room (containers often
 * have 64 MB), otherwise the temporary folder. A database of about 1,000 files is copied in memory in a tenth of the time
 * that it takes on a disk.
 */
export function memoryFolder(): string {
  if (process.env['TMPDIR']) return tmpdir();
  try {
    const { type, bavail, bsize } = statfsSync(SHARED_MEMORY);
    return type === TMPFS && bavail * bsize >= NEEDED_BYTES ? SHARED_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
