import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { Observable, type Subscriber, type Subscription, tap } from 'rxjs';

/** How often a query is sent again in a row because of events, so that it is answered however many there are. */
const MAX_REPEATS = 2;
/** Its events come at every moment of a round, and the screens of games follow rounds by them. */
const ROUND_EVENTS = 'contestChanged';

/** A query that has been sent and not answered. */
interface Request {
  readonly subscriber: Subscriber<ApolloLink.Result>;
  /** An event came after it was sent, so its answer may be older than what the event has put into the cache. */
  outdated: boolean;
}

/** The requests under way of each query with its variables, in the order in which they were sent. */
const underWay = new Map<string, Request[]>();

/**
 * Each refetch is sent at once: an answer under way may be older than the event that causes it. Answers may overtake each
 * other, so one also answers the earlier requests of the same query: what was shown is never replaced by something older.
 * A query during which an event came is sent again before it is answered (eventsLink).
 */
export const inOrderLink = new ApolloLink((operation, forward) => {
  if (operation.operationType !== OperationTypeNode.QUERY) return forward(operation);
  const key = `${operation.operationName} ${JSON.stringify(operation.variables)}`;
  return new Observable<ApolloLink.Result>((subscriber) => {
    const requests = underWay.get(key) ?? [];
    underWay.set(key, requests);
    const request: Request = { subscriber, outdated: false };
    requests.push(request);
    const answer = (result: ApolloLink.Result) => {
      for (const { subscriber: earlier } of requests.splice(0, requests.indexOf(request) + 1)) {
        earlier.next(result);
        earlier.complete();
      }
    };
    let sending: Subscription | undefined;
    const send = (repeats: number) => {
      request.outdated = false;
      sending = forward(operation).subscribe({
        next: (result) => (request.outdated && repeats > 0 ? send(repeats - 1) : answer(result)),
        error: (error) => subscriber.error(error),
      });
    };
    send(MAX_REPEATS);
    return () => {
      sending?.unsubscribe();
      const place = requests.indexOf(request);
      if (place >= 0) requests.splice(place, 1);
      if (requests.length === 0) underWay.delete(key);
    };
  });
});

/** For subscriptions: the queries under way when an event comes are sent again, as their answers may be older. */
export const eventsLink = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(({ data }) => {
      if (!data || ROUND_EVENTS in data) return;
      for (const requests of underWay.values()) for (const request of requests) request.outdated = true;
    }),
  ),
);
