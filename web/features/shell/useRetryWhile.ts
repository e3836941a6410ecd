import { useEffect, useEffectEvent } from 'react';
import { onConnectionChange } from '../../apollo/connection.ts';

const everyMs = 3_000;

/** Calls `retry` again and again while `active`, and when the connection changes. */
export function useRetryWhile(active: boolean, retry: () => void): void {
  const onRetry = useEffectEvent(retry);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => onRetry(), everyMs);
    const stop = onConnectionChange(() => onRetry());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [active]);
}
