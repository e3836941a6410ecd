import { useEffect, useState } from 'react';
import { continues, parseLogHead } from '../../lib/publicLog.ts';
import { localStore } from '../../lib/storage.ts';

const KEY = 'rangoli:log';
/** The key that signed it. */
const SIGNER = 'rangoli:log-key';
const TIMEOUT_MS = 10_000;

/** What became of the checkpoint that this browser saw last: null while it is being found out, or can't be. */
export type RememberedLog =
  | { readonly kind: 'first' | 'continued'; readonly size: number }
  /** The two signed checkpoints that don't fit together. */
  | { readonly kind: 'forked' | 'renamed'; readonly before: string; readonly after: string }
  /** The log's key has not signed what was answered. */
  | { readonly kind: 'unsigned'; readonly after: string }
  | null;

/** Compares the public log with the checkpoint that this browser saw last, and remembers the new one. */
export function useRememberedLog(): RememberedLog {
  const [found, setFound] = useState<RememberedLog>(null);
  useEffect(() => {
    let current = true;
    // Without an answer nothing is known, and the same is asked at the next visit.
    const check = compare().catch(() => null);
    void check.then((result) => current && setFound(result));
    return () => {
      current = false;
    };
  }, []);
  return found;
}

async function compare(): Promise<RememberedLog> {
  const [after, vkey] = await Promise.all([textAt('checkpoint'), textAt('vkey')]);
  const head = parseLogHead(after);
  if (!head) return null;
  const { isSignedBy, parseNote } = await import('../../lib/verify/checkpoint.ts');
  const note = parseNote(after);
  if (!note || !isSignedBy(note, vkey.trim())) return { kind: 'unsigned', after };
  const before = localStore.get(KEY);
  const last = before === null ? null : parseLogHead(before);
  const signer = localStore.get(SIGNER);
  if (before !== null && last) {
    const isRenamed = last.origin !== head.origin;
    const isOtherKey = !isRenamed && signer !== null && signer !== vkey;
    // A restored log has another name; what this browser saw may have been before the backup.
    const isContinued = !isOtherKey && (await continues({ ...last, origin: head.origin }, head, fetchTile));
    // The head before a fork is kept, so that the next visit detects it too.
    if (!isContinued && !isRenamed) return { kind: 'forked', before, after };
    remember(after, vkey);
    return isContinued ? { kind: 'continued', size: last.size } : { kind: 'renamed', before, after };
  }
  remember(after, vkey);
  return { kind: 'first', size: head.size };
}

function remember(note: string, vkey: string): void {
  localStore.setAll({ [KEY]: note, [SIGNER]: vkey });
}

const textAt = async (path: string) => (await read(path)).text();
const fetchTile = async (path: string) => new Uint8Array(await (await read(`tile/${path}`)).arrayBuffer());

async function read(path: string): Promise<Response> {
  const response = await fetch(`/log/${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the log answered ${response.status}`);
  return response;
}
