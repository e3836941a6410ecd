import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { tap } from 'rxjs';
import { makeServerClock } from '../lib/serverClock.ts';

/** The server's clock, learned from every answer and event that carries `serverTime`. */
export const serverClock = makeServerClock(
  () => performance.now(),
  () => Date.now(),
);

/** Reads `serverTime` from what passes, at the top or one level down (a contest, a change of a contest). */
export const clockLink = new ApolloLink((operation, forward) => {
  const askedAt = performance.now();
  return forward(operation).pipe(
    tap(({ data }) => {
      const serverMs = Date.parse(serverTimeIn(data) ?? '');
      if (Number.isNaN(serverMs)) return;
      if (operation.operationType === OperationTypeNode.SUBSCRIPTION) serverClock.hear(serverMs);
      else serverClock.learn(serverMs, askedAt, performance.now());
    }),
  );
});

function serverTimeIn(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined;
  for (const value of [data, ...Object.values(data)]) {
    const serverTime = isRecord(value) ? value['serverTime'] : undefined;
    if (typeof serverTime === 'string') return serverTime;
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
