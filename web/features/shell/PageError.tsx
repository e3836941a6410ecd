import { useEffect, type ComponentType } from 'react';
import { words } from '../../messages/words.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { PageNotLoaded } from './PageNotLoaded.ts';
import { reloadOnce } from './reloadOnce.ts';
import { useConnected } from './useConnected.ts';
import { useRetryWhile } from './useRetryWhile.ts';

interface PageErrorProps {
  error: unknown;
  /** How it is shown; default: as the whole page. */
  as?: ComponentType<{ text: string; onRetry: () => void }> | undefined;
}

/**
 * In place of a page that could not be loaded, or has thrown. The former is reloaded by itself once the server can be
 * reached: the network was away, or the server has a newer release.
 */
export function PageError({ error, as: Shown = ErrorScreen }: PageErrorProps) {
  const connected = useConnected();
  const couldNotLoad = error instanceof PageNotLoaded;
  useEffect(() => {
    if (couldNotLoad) void reloadOnce();
    else console.error(error);
  }, [error, couldNotLoad]);
  useRetryWhile(couldNotLoad, () => void reloadOnce());
  const loadText = connected ? words.errors.newVersion : words.errors.network;
  return <Shown text={couldNotLoad ? loadText : words.errors.unexpected} onRetry={() => location.reload()} />;
}
