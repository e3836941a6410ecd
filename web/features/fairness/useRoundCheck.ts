import { useEffect, useState } from 'react';
import { workerUrl } from '../../lib/workerUrl.ts';
import type { CheckAnswer } from './check.worker.ts';
// oxlint-disable-next-line import/default -- Vite makes it, of the suffix
import script from './check.worker.ts?worker&url';
import type { CheckRequest, RoundCheck } from './roundCheck.ts';

/** Null while it is computed; 'failed' where the round's bets can't be had, or the browser runs no worker. */
export type Checking = RoundCheck | 'failed' | null;

/** Checks a round in a worker of its own. `request` is compared by its content. */
export function useRoundCheck(request: CheckRequest): Checking {
  const key = JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const [done, setDone] = useState<{ key: string; checking: Checking } | null>(null);
  useEffect(() => {
    const worker = new Worker(workerUrl(script), { type: 'module' });
    const end = (checking: Checking) => {
      worker.terminate();
      setDone({ key, checking });
    };
    worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
      end('check' in data ? data.check : 'failed');
    });
    worker.addEventListener('error', () => end('failed'));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's takes none
    worker.postMessage(request);
    return () => worker.terminate();
    // oxlint-disable-next-line react/exhaustive-deps -- the key is the request's content
  }, [key]);
  return done?.key === key ? done.checking : null;
}
