import { z } from 'zod';
import type { Paise } from '../../../db/columns.ts';
import { requireReason } from '../audit/parseReason.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { propose, refuseProposed } from '../proposals/proposal.ts';
import { correctionNeedsSecondAdmin } from '../proposals/thresholds.ts';
import { verb } from '../ground/verbs/verb.ts';
import { carryOutCorrection, lockCorrected, refuseOverdrawn, shownOf, type CheckedCorrection } from './correction.ts';
import { withIdempotency } from './idempotency.ts';
import type { Balances } from './ledger.ts';
import { checkAmount, formatRupees, paise } from '../ground/values/money.ts';
import { readPlayerMessage } from './playerMessage.ts';
import { decimal, remembered } from './remembered.ts';
import { readText } from '../ground/values/typedText.ts';

export interface CorrectionInput {
  playerId: bigint;
  /** In paise; below zero to take it from the player. */
  amount: Paise;
  /** For the audit log: 10 to 500 characters. */
  reason: string;
  /** What shows that it is right: a ticket's number, a bank's reference. At most 200 characters. */
  evidence: string;
  /** Note to the player, at most 150 characters. */
  message?: string | undefined;
  idempotencyKey?: string | undefined;
}

interface CorrectionAnswer {
  /** Null: it is proposed. */
  correctionId: bigint | null;
  balances: Balances;
}

const MAX_EVIDENCE_LENGTH = 200;

export const correctBalanceVerb = verb({
  name: 'correctBalance',
  may: 'wallet:correct',
  countsAs: 'other',
  idempotent: true,
  audit: ['wallet:correct', 'proposal:make'],
  refusals: ['NOT_FOUND', 'INSUFFICIENT_FUNDS', 'STAKES_SECRET', 'ALREADY_PROPOSED'],
});

const rememberedCorrection = remembered<
  CorrectionAnswer,
  { correctionId?: bigint | undefined; available: bigint; held: bigint }
>(
  z.object({ v: z.literal(1), correctionId: decimal.optional(), available: decimal, held: decimal }),
  ({ correctionId, balances: { available, held } }) => ({
    v: 1,
    available: String(available),
    held: String(held),
    ...(correctionId !== null && { correctionId: String(correctionId) }),
  }),
  (_tx, { correctionId, available, held }) => ({
    correctionId: correctionId ?? null,
    balances: { available: paise(available), held: paise(held) },
  }),
);

/**
 * Adds an amount to a player's available balance, from the house, or takes it. From the threshold on it is proposed
 * instead: `correctionId` is null and nothing has moved. Refuses with INVALID_INPUT a wrong amount or text and a closed
 * account, with NOT_FOUND an account that is no player's, with INSUFFICIENT_FUNDS to take more than is available, with
 * STAKES_SECRET to take anything from a player whose live stakes are secret, with ALREADY_PROPOSED while a correction of this player waits for a second admin.
 */
export async function correctBalance(
  ctx: Context,
  { playerId, idempotencyKey, ...input }: CorrectionInput,
): Promise<CorrectionAnswer & { replayed: boolean }> {
  const adminId = requireAdmin(ctx, correctBalanceVerb.may);
  const wanted = checked(input);
  const call = {
    verb: correctBalanceVerb,
    remembered: rememberedCorrection,
    key: idempotencyKey,
    payload: { playerId, ...wanted },
  };
  let events: DomainEvent[] = [];
  const { answer, replayed } = await withIdempotency(ctx, call, async (tx) => {
    const locked = await lockCorrected(tx, playerId);
    await refuseProposed(tx, ctx, 'correction', playerId);
    const size = sizeOf(wanted.amount);
    if (!(await correctionNeedsSecondAdmin(tx, { playerId, adminId, amount: size }))) {
      const { events: made, ...done } = await carryOutCorrection(tx, ctx, locked, wanted);
      events = made;
      return done;
    }
    refuseOverdrawn(wanted.amount, locked);
    const { amount, reason, evidence, message } = wanted;
    ({ events } = await propose(tx, ctx, {
      kind: 'correction',
      subjectId: playerId,
      subjectType: 'user',
      subject: locked.player.uid,
      amount: size,
      payload: { amount: String(amount), reason, evidence, message },
      facts: { amount: formatRupees(amount), evidence, message },
      reason,
    }));
    return { correctionId: null, balances: shownOf(locked) };
  });
  if (!replayed) ctx.events.publish(...events);
  return { ...answer, replayed };
}

function checked({ amount, reason, evidence, message }: Omit<CorrectionInput, 'playerId'>): CheckedCorrection {
  checkAmount(sizeOf(amount));
  return {
    amount,
    reason: requireReason(reason),
    evidence: readText('evidence', evidence, { most: MAX_EVIDENCE_LENGTH }),
    message: readPlayerMessage(message),
  };
}

function sizeOf(amount: Paise): Paise {
  return amount < 0n ? paise(0n - amount) : amount;
}
