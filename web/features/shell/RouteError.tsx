import { useRouteError } from 'react-router-dom';
import { words } from '../../messages/words.ts';
import { ErrorScreen } from './ErrorScreen.tsx';

/** A page that could not be loaded (the server has a newer version) or that broke: say so, and offer to load it anew. */
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
