import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { pauses } from '../../../../db/schema/settings.ts';
import { DomainError } from './errors.ts';
import type { PauseScope } from './pauseScopes.ts';

/** The notice of what pauses this scope, in English; null while nothing does. That of everything comes first. */
export async function pauseNotice(queryable: Queryable, scope: PauseScope): Promise<string | null> {
  const rows = await queryable
    .select()
    .from(pauses)
    .where(inArray(pauses.scope, [scope, 'everything']));
  const everything = rows.find((row) => row.scope === 'everything');
  return (everything ?? rows[0])?.notice ?? null;
}

/** Refuses with PAUSED, and the notice as its detail, new requests of a paused rail; the database refuses them as well. */
export async function refusePaused(queryable: Queryable, scope: 'deposits' | 'withdrawals'): Promise<void> {
  const notice = await pauseNotice(queryable, scope);
  if (notice !== null) throw new DomainError('PAUSED', 'This is paused at the moment.', { detail: notice });
}
