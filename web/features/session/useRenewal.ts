import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isCurrent } from '../../apollo/accessToken.ts';
import { renewSession } from '../../apollo/renewal.ts';
import { readSession } from '../../apollo/sessionStore.ts';
import { useRetryWhile } from '../shell/useRetryWhile.ts';

const everyMs = 20 * 60_000;
/** Pages opened within this time share one renewal. */
const freshForMs = 60_000;

/** Whether the page can be shown: it waits for the first renewal if the session has no current token. */
type State = 'renewing' | 'ready' | 'unreachable';

/**
 * Renews the access token when a guarded page is opened, and every 20 minutes while one is open; a renewal without an
 * answer (`isOverdue`) is retried until it has one. A page that is shown stays: a token that expires meanwhile is
 * renewed with the call that needs it. A refusal clears the session, to which the guard reacts.
 */
export function useRenewal(): { state: State; isOverdue: boolean; retry: () => void } {
  const { pathname } = useLocation();
  const [state, setState] = useState<State>(() =>
    isCurrent(readSession()?.accessToken ?? null) ? 'ready' : 'renewing',
  );
  const [isOverdue, setIsOverdue] = useState(false);
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);

  const renew = useCallback(async () => {
    const renewal = await renewSession();
    if (renewal === 'renewed') renewedAt.current = performance.now();
    setIsOverdue(renewal === 'unreachable');
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
  useRetryWhile(isOverdue, () => void renew());

  const retry = useCallback(() => {
    setState((before) => (before === 'ready' ? before : 'renewing'));
    void renew();
  }, [renew]);

  return { state, isOverdue, retry };
}
