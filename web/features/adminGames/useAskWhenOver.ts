import { useEffect, useEffectEvent } from 'react';

const askAgainMs = 1_500;

/** While a round is over and the next has not come, told or not, asks for it again and again. */
export function useAskWhenOver(over: boolean, ask: () => void): void {
  const askAgain = useEffectEvent(ask);
  useEffect(() => {
    if (!over) return undefined;
    const timer = setInterval(() => askAgain(), askAgainMs);
    return () => clearInterval(timer);
  }, [over]);
}
