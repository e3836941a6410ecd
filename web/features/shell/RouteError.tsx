import { useEffect, type ComponentType } from 'react';
import { useRouteError } from 'react-router-dom';
import { words } from '../../messages/words.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { reloadOnce } from './reloadOnce.ts';
import { useConnected } from './useConnected.ts';
import { useRetryWhile } from './useRetryWhile.ts';

interface RouteErrorProps {
  /** How it is shown; default: as the whole page. */
  as?: ComponentType<{ text: string; onRetry: () => void }>;
}

/**
 * In place of a page that could not be loaded, or has thrown. The former is reloaded by itself once the server can be
 * reached: the network was away, or the server has a newer release.
 */
export function RouteError({ as: Shown = ErrorScreen }: RouteErrorProps) {
  const error = useRouteError();
  const connected = useConnected();
  const couldNotLoad = error instanceof Error && /import|module|fetch|preload/i.test(error.message);
  useEffect(() => {
    if (!couldNotLoad) console.error(error);
    else void reloadOnce();
  }, [error, couldNotLoad]);
  useRetryWhile(couldNotLoad, () => void reloadOnce());
  const loadText = connected ? words.errors.newVersion : words.errors.network;
  return <Shown text={couldNotLoad ? loadText : words.errors.unexpected} onRetry={() => location.reload()} />;
}
