import { resolveCursorConnection } from '@pothos/plugin-relay';
import { contextFor, type Actor, type Services } from '../../../server/domain/ground/verbs/context.ts';
import { connection, idCursors } from '../../../server/graphql/builder/connection.ts';
import type { GraphQLContext } from '../../../server/graphql/runtime/context.ts';
import { openDomain } from '../../support/domain.ts';
import type { Bench } from '../part.ts';
import type { Finding } from '../report.ts';
import { compare, cpuEach } from './compare.ts';

const CALLS = 20_000;
const player: Actor = { kind: 'player', userId: 1n, sessionId: 1n };
const rows = Array.from({ length: 11 }, (_, at) => ({ id: BigInt(at + 1) }));

/** What a request costs apart from its work: its context, and a page as a connection. */
export async function perRequest(bench: Bench): Promise<Finding[]> {
  const database = await bench.postgres.createDatabase('per_request');
  const { services } = openDomain(database);
  const spread = ({ clock, ...rest }: Services) => ({ ...rest, clock, actor: player, now: new Date(clock.now()) });
  const ctx = contextFor(services, player) as GraphQLContext;
  const cursors = idCursors<{ id: bigint }>('Bet', ({ id }) => id);
  const page = () =>
    connection(ctx, {}, cursors, () => Promise.resolve({ rows: rows.slice(0, 10), hasNext: true, hasPrevious: false }));
  const pothosPage = () =>
    resolveCursorConnection(
      { args: {}, defaultSize: 10, maxSize: 100, toCursor: ({ id }: { id: bigint }) => ctx.ids.seal('Bet', id) },
      () => Promise.resolve(rows),
    );
  try {
    return [
      ...(await compare(bench, {
        what: 'a request’s context',
        library: 'a spread',
        unit: 'µs',
        goal: 1,
        ours: () => cpuEach(CALLS, () => times(() => contextFor(services, player))),
        theirs: () => cpuEach(CALLS, () => times(() => spread(services))),
      })),
      ...(await compare(bench, {
        what: 'ten rows as a connection',
        library: 'Pothos’ resolveCursorConnection',
        unit: 'µs',
        ours: () => cpuEach(CALLS, () => inTurn(page)),
        theirs: () => cpuEach(CALLS, () => inTurn(async () => pothosPage())),
      })),
    ];
  } finally {
    await database.close();
  }
}

function times(work: () => unknown): void {
  for (let at = 0; at < CALLS; at += 1) work();
}

async function inTurn(work: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < CALLS; at += 1) await work();
}
