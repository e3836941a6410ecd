import { hash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { idempotencyKeys } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import type { Verb } from '../ground/verbs/verb.ts';
import { canonicalPayload } from './canonicalPayload.ts';
import type { Remembered } from './remembered.ts';

export interface KeyedCall<Answer> {
  /** Keys are per user and verb. */
  verb: Verb & { idempotent: true };
  /** The client's key; without one, every call is a new request. */
  key: string | undefined;
  /** The canonical payload: the same key with another payload is refused. */
  payload: unknown;
  /** How its first answer is stored. */
  remembered: Remembered<Answer>;
}

/**
 * Runs a verb's transaction at most once per key (server/domain/wallet/ledger.md#idempotency-keys): the same key again returns
 * the first answer and changes nothing, concurrent calls with one key wait for each other, and a refusal is not stored,
 * so that it may be retried. Refuses with IDEMPOTENCY_KEY_REUSED when the payload differs from the first one's, and
 * when the first answer was stored by a release with an unknown format.
 */
export async function withIdempotency<Answer extends object>(
  ctx: Context,
  call: KeyedCall<Answer>,
  run: (tx: Tx) => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const { key } = call;
  if (key === undefined) return { answer: await inTransaction(ctx.db, run), replayed: false };
  if (!('userId' in ctx.actor)) throw new Error('only users have idempotency keys');
  const place = { userId: ctx.actor.userId, operation: call.verb.name, key: keyUuid(key) };
  const fingerprint = hash('sha256', canonicalPayload(call.payload), 'buffer');

  return inTransaction(ctx.db, async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`${place.userId}:${place.operation}:${place.key}`}, 0))`,
    );
    const [first] = await tx
      .select()
      .from(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.userId, place.userId),
          eq(idempotencyKeys.operation, place.operation),
          eq(idempotencyKeys.key, place.key),
        ),
      );
    if (first !== undefined) {
      if (!first.fingerprint.equals(fingerprint)) {
        throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another request.', {
          field: 'idempotencyKey',
          detail: 'the key belongs to an earlier request with other contents',
        });
      }
      const answer = await call.remembered.recall(tx, first.answer);
      if (answer === null) throw unreadable();
      ctx.noteReplay?.();
      return { answer, replayed: true };
    }
    const answer = await run(tx);
    await tx
      .insert(idempotencyKeys)
      .values({ ...place, fingerprint, answer: call.remembered.keep(answer), createdAt: ctx.now });
    return { answer, replayed: false };
  });
}

/** Must not run again, but the first answer can't be restored, e.g. after a rollback to an older release. */
function unreadable(): DomainError {
  return new DomainError('IDEMPOTENCY_KEY_REUSED', 'This request has been carried out already.', {
    field: 'idempotencyKey',
    detail: 'the answer to the earlier request was stored by another release and can’t be read',
  });
}

/** A client's key as stored: hashed to a uuid. Refuses keys that are empty or longer than 200 characters. */
export function keyUuid(key: string): string {
  if (key.length === 0 || key.length > 200) {
    throw invalidInput('idempotencyKey', 'idempotencyKey must have 1 to 200 characters');
  }
  // In one call, because creating a Hash object for every bet caused a fifth of the garbage collector's work.
  const hex = hash('sha256', key, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
