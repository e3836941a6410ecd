import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { tap } from 'rxjs';
import { makeServerClock } from '../lib/serverClock.ts';

/** Estimate of the server's clock, from every response and event that contains `serverTime`. */
export const serverClock = makeServerClock(
  () => performance.now(),
  () => Date.now(),
);

/** By performance.now(), when a request was sent and its answer received. */
export interface Times {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Finds `serverTime` at the top level or one level below (a contest, a change of a contest). */
export const clockLink = new ApolloLink((operation, forward) => {
  const sentAt = performance.now();
  return forward(operation).pipe(
    tap(({ data }) => {
      const serverMs = Date.parse(serverTimeIn(data) ?? '');
      if (Number.isNaN(serverMs)) return;
      if (operation.operationType === OperationTypeNode.SUBSCRIPTION) {
        serverClock.observeMessage(serverMs);
        return;
      }
      const early = operation.getContext()['early'] as Times | undefined;
      serverClock.observeResponse(serverMs, early?.sentAt ?? sentAt, early?.receivedAt ?? performance.now());
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
