import { useEffect, useEffectEvent } from 'react';

const refetchMs = 1_500;

/** Polls while a round is over and the next one has not arrived, in case its event was missed. */
export function useRefetchWhenOver(over: boolean, refetch: () => void): void {
  const onRefetch = useEffectEvent(refetch);
  useEffect(() => {
    if (!over) return undefined;
    const timer = setInterval(() => onRefetch(), refetchMs);
    return () => clearInterval(timer);
  }, [over]);
}
