import { ApolloLink } from '@apollo/client';
import { mergeMap, of, from as observe } from 'rxjs';
import { hashOf } from './documentHash.ts';
import type { Times } from './serverClock.ts';
import { readSession } from './sessionStore.ts';

/** A query that the document has sent (earlyQueries.inline.js). */
interface EarlyAnswer {
  readonly call: {
    readonly variables: object;
    readonly extensions: { readonly persistedQuery: { readonly sha256Hash: string } };
  };
  /** The access token that it was sent with. */
  readonly token: string;
  /** By performance.now(), as `receivedAt`. */
  readonly sentAt: number;
  /** null: there was no answer. */
  readonly answer: Promise<{ readonly result: ApolloLink.Result; readonly receivedAt: number } | null>;
}

declare global {
  var earlyAnswers: EarlyAnswer[] | undefined;
}

/** What was asked for longer ago is not shown. */
const FRESH_MS = 10_000;

/**
 * Answers a page's first query with what its document has asked for with the same token. What has changed before the
 * page's subscriptions began is refetched when the socket is connected (missedEvents.ts). Whatever isn't data, an expired token
 * or no answer within 10 s, is left to a request of the usual kind.
 */
export const earlyLink = new ApolloLink((operation, forward) => {
  const early = taken(operation);
  if (!early) return forward(operation);
  return observe(early.answer.then(inItsOwnTask)).pipe(
    mergeMap((found) => {
      if (!found?.result.data || found.result.errors) return forward(operation);
      const times: Times = { sentAt: early.sentAt, receivedAt: found.receivedAt };
      operation.setContext({ early: times });
      return of(found.result);
    }),
  );
});

/**
 * Answers have often arrived before the page's queries start. Each is then taken up in a task of its own: to do so in the one that
 * rendered the page, after it, blocks a slow phone for 0.2 s.
 */
async function inItsOwnTask<Answer>(answer: Answer): Promise<Answer> {
  return new Promise((resolve) => setTimeout(resolve, 0, answer));
}

/** Each is taken once. */
function taken({ query, variables }: ApolloLink.Operation): EarlyAnswer | undefined {
  const all = globalThis.earlyAnswers ?? [];
  const wanted = JSON.stringify([hashOf(query), variables]);
  const isWanted = ({ call: { extensions, variables } }: EarlyAnswer) =>
    JSON.stringify([extensions.persistedQuery.sha256Hash, variables]) === wanted;
  const early = all.find(isWanted);
  if (early) all.splice(all.indexOf(early), 1);
  const isOfSession = early?.token === readSession()?.accessToken;
  return early && isOfSession && performance.now() - early.sentAt < FRESH_MS ? early : undefined;
}
