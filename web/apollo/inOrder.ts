import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { Observable, type Subscriber } from 'rxjs';

/** The requests under way of each query with its variables, in the order in which they were sent. */
const underWay = new Map<string, Subscriber<ApolloLink.Result>[]>();

/**
 * Each refetch is sent at once: an answer under way may be older than the event that causes it. Answers may overtake each
 * other, so one also answers the earlier requests of the same query: what was shown is never replaced by something older.
 */
export const inOrderLink = new ApolloLink((operation, forward) => {
  if (operation.operationType !== OperationTypeNode.QUERY) return forward(operation);
  const key = `${operation.operationName} ${JSON.stringify(operation.variables)}`;
  return new Observable<ApolloLink.Result>((request) => {
    const requests = underWay.get(key) ?? [];
    underWay.set(key, requests);
    requests.push(request);
    const answer = (result: ApolloLink.Result) => {
      for (const earlier of requests.splice(0, requests.indexOf(request) + 1)) {
        earlier.next(result);
        earlier.complete();
      }
    };
    const answering = forward(operation).subscribe({ next: answer, error: (error) => request.error(error) });
    return () => {
      answering.unsubscribe();
      const place = requests.indexOf(request);
      if (place >= 0) requests.splice(place, 1);
      if (requests.length === 0) underWay.delete(key);
    };
  });
});
