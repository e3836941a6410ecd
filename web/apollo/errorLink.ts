import type { ApolloLink } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { from as observe, mergeMap, tap, throwError } from 'rxjs';
import { errors as errorsWords } from '#messages/errors.ts';
import { showToast } from '../ui/toasts.ts';
import { topLevelCode } from './errors.ts';
import { renewSession } from './renewal.ts';
import { clearSession, readSession } from './sessionStore.ts';

/**
 * Handles the top-level errors common to all screens. After an expired access token the session is renewed once and the
 * call is retried; when renewal is refused the session is cleared, and guarded pages redirect.
 */
export const errorLink = new ErrorLink(({ error, operation, forward }) => {
  const code = topLevelCode(error);
  if (code === 'RATE_LIMITED') showToast({ text: errorsWords.tooManyRequests, tone: 'bad' });
  if (code !== 'UNAUTHENTICATED' || !readSession()) return;
  return observe(renewSession()).pipe(
    mergeMap((renewal) => (renewal === 'renewed' ? forwardRenewed(operation, forward) : throwError(() => error))),
  );
});

/** Retries a call with the renewed token. ErrorLink doesn't see this second response, so it isn't renewed again. */
function forwardRenewed(operation: ApolloLink.Operation, forward: ApolloLink.ForwardFunction) {
  const token = readSession()?.accessToken;
  return forward(operation).pipe(
    tap(({ errors }) => {
      const refused = errors?.[0]?.extensions?.['code'] === 'UNAUTHENTICATED';
      // Another session may have started in the meantime.
      if (refused && readSession()?.accessToken === token) clearSession('over');
    }),
  );
}
