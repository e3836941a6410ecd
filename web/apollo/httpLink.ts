import { ApolloLink } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { print } from 'graphql';
import { Observable } from 'rxjs';
import { hashOf } from './documentHash.ts';
import { readSession } from './sessionStore.ts';

/** Hashes are not sent any more once the server doesn't know one, because it runs another release. */
let hashesAreKnown = true;

/**
 * Sends queries and mutations with the access token: documents of the build as the hash of their text, others as text.
 * Fails with a ServerError where the answer is no GraphQL result, and with the error of `fetch` where there is none.
 * Apollo's own links do the same with 2.4 kB of scripts more, which every player would load.
 */
export const httpLink = new ApolloLink(
  (operation) =>
    new Observable((observer) => {
      const stop = new AbortController();
      answerTo(operation, stop.signal).then(
        (result) => {
          observer.next(result);
          observer.complete();
        },
        (error: unknown) => observer.error(error),
      );
      return () => stop.abort();
    }),
);

async function answerTo(operation: ApolloLink.Operation, signal: AbortSignal): Promise<ApolloLink.Result> {
  const { operationName, variables, query } = operation;
  const hash = hashOf(query);
  if (hash !== undefined && hashesAreKnown) {
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    const result = await post({ operationName, variables, extensions }, signal);
    if (result.errors?.[0]?.extensions?.['code'] !== 'PERSISTED_QUERY_NOT_FOUND') return result;
    hashesAreKnown = false;
  }
  return post({ operationName, variables, query: print(query) }, signal);
}

async function post(body: object, signal: AbortSignal): Promise<ApolloLink.Result> {
  const token = readSession()?.accessToken;
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      accept: 'application/graphql-response+json,application/json;q=0.9',
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    signal,
  });
  const bodyText = await response.text();
  // Of other media types a failed status may come from a proxy.
  const isAnswer = response.ok || response.headers.get('content-type')?.includes('graphql-response');
  const result = isAnswer ? resultIn(bodyText) : null;
  if (result === null) throw new ServerError(`Status ${response.status}`, { response, bodyText });
  return result;
}

function resultIn(text: string): ApolloLink.Result | null {
  try {
    const value: unknown = JSON.parse(text);
    const isResult = typeof value === 'object' && value !== null && ('data' in value || 'errors' in value);
    return isResult ? (value as ApolloLink.Result) : null;
  } catch {
    return null;
  }
}
