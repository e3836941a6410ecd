import { useEffect, useRef, useState } from 'react';
import { paiseOf } from '../../lib/money.ts';

const forMs = 240;

/** An amount that animates to its new value, in paise; without animation for users who prefer reduced motion. */
export function useCountUp(money: string): bigint {
  const target = paiseOf(money);
  const [shown, setShown] = useState(target);
  const from = useRef(target);

  useEffect(() => {
    const start = from.current;
    from.current = target;
    if (start === target || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(target);
      return undefined;
    }
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(at) {
      const part = Math.min(1, Math.max(0, (at - startedAt) / forMs));
      setShown(part === 1 ? target : start + ((target - start) * BigInt(Math.round(part * 1000))) / 1000n);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);

  return shown;
}
