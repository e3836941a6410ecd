import { useCallback, useEffect, useState } from 'react';

/** A value that is null again after so many milliseconds; `show`, which stays the same function, begins anew. */
export function useForMoment<Value>(lastingMs: number): [value: Value | null, show: (value: Value) => void] {
  // An object of its own for each call, so that the same value lasts anew.
  const [shown, setShown] = useState<{ readonly value: Value } | null>(null);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown(null), lastingMs);
    return () => clearTimeout(timer);
  }, [shown, lastingMs]);
  const show = useCallback((value: Value) => setShown({ value }), []);
  return [shown?.value ?? null, show];
}
