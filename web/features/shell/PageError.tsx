import { useEffect, useEffectEvent, type ComponentType } from 'react';
import { errors } from '#messages/errors.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { loadAgain } from './loadAgain.ts';
import { PageNotLoaded } from './PageNotLoaded.ts';
import { useConnected } from './useConnected.ts';
import { useRetryWhile } from './useRetryWhile.ts';

interface PageErrorProps {
  error: unknown;
  /** Called when the page has been loaded after all. */
  onLoaded: () => void;
  /** How it is shown; default: as the whole page. */
  as?: ComponentType<{ text: string; onRetry: () => void }> | undefined;
}

/**
 * In place of a page that could not be loaded, or has thrown. The former is loaded by itself once the server can be
 * reached: the network was away, or the server has a newer release, for which the document is reloaded.
 */
export function PageError({ error, onLoaded, as: Shown = ErrorScreen }: PageErrorProps) {
  const connected = useConnected();
  const couldNotLoad = error instanceof PageNotLoaded;
  const load = async () => {
    const isLoaded =
      couldNotLoad &&
      (await error.load().then(
        () => true,
        () => false,
      ));
    if (isLoaded) onLoaded();
    return isLoaded;
  };
  const retry = useEffectEvent(() => void loadAgain(load));
  useEffect(() => {
    if (couldNotLoad) retry();
    else console.error(error);
  }, [error, couldNotLoad]);
  useRetryWhile(couldNotLoad, () => void loadAgain(load));
  const onRetry = async () => {
    if (!(await load())) location.reload();
  };
  const loadText = connected ? errors.newVersion : errors.network;
  return <Shown text={couldNotLoad ? loadText : errors.unexpected} onRetry={() => void onRetry()} />;
}
