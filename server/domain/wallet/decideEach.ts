import { hash } from 'node:crypto';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { decideTransaction, type TransactionDecision } from './decideTransaction.ts';
import { keyUuid } from './idempotency.ts';
import { lookUp, type WalletTransaction } from './transaction.ts';

/** Bounds the time of one call: a decision takes some milliseconds. */
const MOST_AT_ONCE = 100;

/** How it went for one of several requests: `refusal` is null for those that are decided or proposed. */
export interface EachDecision {
  transactionId: bigint;
  /** It needs a second admin: it is proposed, and still pending. */
  proposed: boolean;
  refusal: DomainError | null;
}

interface Requests {
  transactionIds: readonly bigint[];
  idempotencyKey?: string | undefined;
}

type Decided = Omit<TransactionDecision, 'transactionId' | 'idempotencyKey'>;

/**
 * Decides up to 100 pending requests, one after the other, each by `decideTransaction` in a transaction of its own, with a key made
 * from the call's: a refused one doesn't hold up the others. `check` may refuse one. Resolves to the outcomes in the order of
 * `transactionIds`. Refuses with INVALID_INPUT none, too many, or the same twice.
 */
export async function decideEach(
  ctx: Context,
  { transactionIds, idempotencyKey }: Requests,
  { check = () => {}, ...decided }: Decided & { check?: (request: WalletTransaction) => void },
): Promise<EachDecision[]> {
  const count = transactionIds.length;
  if (count < 1 || count > MOST_AT_ONCE) {
    throw invalidInput('transactionIds', `transactionIds must be 1 to ${MOST_AT_ONCE} requests`);
  }
  if (new Set(transactionIds).size < count) {
    throw invalidInput('transactionIds', 'transactionIds must be different ones');
  }
  if (idempotencyKey !== undefined) keyUuid(idempotencyKey);
  const outcomes: EachDecision[] = [];
  for (const transactionId of transactionIds) {
    const key = idempotencyKey && hash('sha256', `${idempotencyKey}/${transactionId}`);
    outcomes.push(
      await outcomeOf(transactionId, async () => {
        const request = await lookUp(ctx, transactionId);
        if (request) check(request);
        return decideTransaction(ctx, { ...decided, transactionId, idempotencyKey: key });
      }),
    );
  }
  return outcomes;
}

async function outcomeOf(transactionId: bigint, decide: () => Promise<{ proposed: boolean }>): Promise<EachDecision> {
  try {
    const { proposed } = await decide();
    return { transactionId, proposed, refusal: null };
  } catch (refusal) {
    if (refusal instanceof DomainError) return { transactionId, proposed: false, refusal };
    throw refusal;
  }
}
