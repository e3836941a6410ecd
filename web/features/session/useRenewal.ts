import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { renewSession } from '../../apollo/renewal.ts';

const everyMs = 20 * 60_000;
/** Pages entered one after the other within this time share one renewal. */
const freshForMs = 60_000;

/**
 * Exchanges the refresh token on entering a guarded page, and every 20 minutes while one is open. The first exchange is
 * waited for; later ones happen behind the page. A refusal clears the session, which the guard sees by itself.
 */
export function useRenewal(): { state: 'renewing' | 'ready' | 'unreachable'; retry: () => void } {
  const { pathname } = useLocation();
  const [state, setState] = useState<'renewing' | 'ready' | 'unreachable'>('renewing');
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);

  const renew = useCallback(async () => {
    const renewal = await renewSession();
    if (renewal === 'renewed') renewedAt.current = performance.now();
    setState((before) => (renewal === 'unreachable' && before !== 'ready' ? 'unreachable' : 'ready'));
  }, []);

  const enter = useEffectEvent((_page: string) => {
    if (performance.now() - renewedAt.current > freshForMs) void renew();
  });
  useEffect(() => enter(pathname), [pathname]);

  useEffect(() => {
    const timer = setInterval(() => void renew(), everyMs);
    return () => clearInterval(timer);
  }, [renew]);

  const retry = useCallback(() => {
    setState('renewing');
    void renew();
  }, [renew]);

  return { state, retry };
}
