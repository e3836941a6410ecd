import { useRouteError } from 'react-router-dom';
import { words } from '../../messages/words.ts';
import { ErrorScreen } from './ErrorScreen.tsx';

/** Shown when a page could not be loaded (the server has a newer version) or has thrown: offers to reload. */
export function RouteError() {
  const error = useRouteError();
  console.error(error);
  const couldNotLoad = error instanceof TypeError && /import|module|fetch/i.test(error.message);
  return (
    <ErrorScreen
      text={couldNotLoad ? words.errors.newVersion : words.errors.unexpected}
      onRetry={() => location.reload()}
    />
  );
}
