import type { Db } from '../../../../db/client.ts';
import type { Context } from '../verbs/context.ts';
import type { DomainEvent } from '../verbs/events.ts';

type EventType = DomainEvent['type'];

/**
 * Reads for the back office from a replica where there is one, else from the primary
 * (server/domain/stats/README.md#reads-of-the-back-office). `after`: events after which pages read this again; it must then
 * contain what they announced. `read` must not write.
 */
export async function reportRead<T>(
  ctx: Context,
  read: (ctx: Context) => Promise<T>,
  { after = [] }: { after?: readonly EventType[] } = {},
): Promise<T> {
  const db = replicaFor(ctx, after);
  if (db === null) return read(ctx);
  try {
    return await read(onDatabase(ctx, db));
  } catch (error) {
    if (!ctx.replica?.failed(error)) throw error;
    return read(ctx);
  }
}

/** A context for a report that is read in parts, all of them from one database. */
export function reportContext(ctx: Context): Context {
  const db = replicaFor(ctx, []);
  return db === null ? ctx : onDatabase(ctx, db);
}

/** What players read stays with what they have just written. */
function replicaFor({ actor, replica }: Context, after: readonly EventType[]): Db | null {
  return actor.kind === 'admin' && replica ? replica.dbAfter(after) : null;
}

function onDatabase(ctx: Context, db: Db): Context {
  return Object.create(ctx, { db: { value: db, enumerable: true } }) as Context;
}
