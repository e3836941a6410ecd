import { useEffect, useEffectEvent } from 'react';

const overRefetchMs = 1_500;

/**
 * Refetches periodically while `active`, in case the event that ends it is missed. The default interval, in ms, is that of
 * a round that is over.
 */
export function useRefetchWhile(active: boolean, refetch: () => void, everyMs = overRefetchMs): void {
  const onRefetch = useEffectEvent(refetch);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => onRefetch(), everyMs);
    return () => clearInterval(timer);
  }, [active, everyMs]);
}
