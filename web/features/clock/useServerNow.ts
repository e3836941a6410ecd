import { useEffect, useState } from 'react';
import { serverClock } from '../../apollo/serverClock.ts';

/** The server's time in milliseconds, updated at each full step (default: a second). */
export function useServerNow(stepMs = 1000): number {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const current = serverClock.now();
      setNow(current);
      timer = setTimeout(tick, stepMs - (current % stepMs) + 1);
    };
    tick();
    return () => clearTimeout(timer);
  }, [stepMs]);
  return now;
}
