import type { ApolloLink } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { HttpLink } from '@apollo/client/link/http';
import { from as observe, mergeMap, throwError } from 'rxjs';
import { words } from '../messages/words.ts';
import { showToast } from '../ui/toasts.ts';
import { topLevelCode } from './errors.ts';
import { renewSession } from './renewal.ts';
import { clearSession, readSession } from './sessionStore.ts';

/** Every call bears the access token when there is one. */
export const authLink = new SetContextLink(({ headers }) => {
  const token = readSession()?.accessToken;
  return token ? { headers: { ...headers, authorization: `Bearer ${token}` } } : {};
});

/**
 * Top-level errors that no screen should have to think about. An expired access token (a tab that slept) is renewed
 * once and the call made again; a session that is over is cleared, which sends guarded pages away by themselves.
 */
export const errorLink = new ErrorLink(({ error, operation, forward }) => {
  const code = topLevelCode(error);
  if (code === 'RATE_LIMITED') showToast({ text: words.errors.tooManyRequests, tone: 'bad' });
  if (code !== 'UNAUTHENTICATED' || !readSession()) return;
  if (operation.getContext()['renewed']) {
    clearSession();
    return;
  }
  operation.setContext({ renewed: true });
  return observe(renewSession()).pipe(
    mergeMap((renewal) => (renewal === 'renewed' ? forward(operation) : throwError(() => error))),
  );
});

export const httpLink: ApolloLink = new HttpLink({ uri: '/graphql' });
