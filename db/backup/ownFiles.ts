import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Transform, type Writable } from 'node:stream';

/**
 * Writes a new file, for its owner only, and syncs it to disk. The file is open before and closed after `write`:
 * `createWriteStream(path)` opens later, so that a pipeline which fails at once leaves a file after the clean-up.
 */
export async function writeOwnFile(path: string, write: (file: Writable) => Promise<void>): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await write(handle.createWriteStream({ flush: true }));
  } finally {
    // The stream has closed it, unless the pipeline was never built.
    await handle.close();
  }
}

/** So that the names in it survive a power cut. Windows syncs no folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}

/** A stream that passes bytes on, counts them and computes their SHA-256, which `result` reads once at the end. */
export function measuringStream(): { stream: Transform; result: () => { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
