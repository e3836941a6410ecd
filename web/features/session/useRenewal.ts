import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isCurrent } from '../../apollo/accessToken.ts';
import { renewSession } from '../../apollo/renewal.ts';
import { readSession } from '../../apollo/sessionStore.ts';
import { useRetryWhile } from '../shell/useRetryWhile.ts';

const everyMs = 20 * 60_000;
/** Pages opened within this time share one renewal. */
const freshForMs = 60_000;

/** checking: the first renewal is on its way, beside the requests of the page, because the last token is current. */
type State = 'renewing' | 'checking' | 'ready' | 'unreachable';

/**
 * Renews the access token when a guarded page is opened, and every 20 minutes while one is open. The page waits for the
 * first renewal if it has no current token; others run beside it. A refusal clears the session, to which the guard
 * reacts.
 */
export function useRenewal(): { state: State; retry: () => void } {
  const { pathname } = useLocation();
  const [state, setState] = useState<State>(() =>
    isCurrent(readSession()?.accessToken ?? null) ? 'checking' : 'renewing',
  );
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

  // By itself too, without the loader, which would flash.
  useRetryWhile(state === 'unreachable', () => void renew());

  const retry = useCallback(() => {
    setState('renewing');
    void renew();
  }, [renew]);

  return { state, retry };
}
