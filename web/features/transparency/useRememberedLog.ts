import { useEffect, useState } from 'react';
import { continues, parseLogHead } from '../../lib/publicLog.ts';

const KEY = 'rangoli:log';
const TIMEOUT_MS = 10_000;

/** What became of the checkpoint that this browser saw last: null while it is being found out, or can't be. */
export type RememberedLog =
  | { readonly kind: 'first' | 'continued'; readonly size: number }
  /** The two signed checkpoints that don't fit together. */
  | { readonly kind: 'forked'; readonly before: string; readonly after: string }
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
  const after = await (await read('checkpoint')).text();
  const head = parseLogHead(after);
  if (!head) return null;
  const before = localStorage.getItem(KEY);
  const last = before === null ? null : parseLogHead(before);
  const fetchTile = async (path: string) => new Uint8Array(await (await read(`tile/${path}`)).arrayBuffer());
  // The head before a fork is kept, so that the next visit detects it too.
  if (before !== null && last && !(await continues(last, head, fetchTile))) return { kind: 'forked', before, after };
  localStorage.setItem(KEY, after);
  return { kind: last ? 'continued' : 'first', size: last?.size ?? head.size };
}

async function read(path: string): Promise<Response> {
  const response = await fetch(`/log/${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the log answered ${response.status}`);
  return response;
}
