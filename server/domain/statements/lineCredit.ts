import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isReferenceKey, referenceKey } from '../../../web/paymentTexts.ts';
import { inTransaction, type Queryable, type Tx } from '../../../db/client.ts';
import { violates } from '../../../db/violates.ts';
import { statementLines } from '../../../db/schema/statements.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { verb } from '../ground/verbs/verb.ts';
import { makerUid, propose, refuseProposed, takeProposal, type Proposal } from '../proposals/proposal.ts';
import { payeeSubject, type Payee } from '../settings/payees.ts';
import { carryOutDecision } from '../wallet/carryOutDecision.ts';
import { readPlayerMessage } from '../wallet/playerMessage.ts';
import { playerOf } from '../wallet/playerOf.ts';
import type { WalletTransaction } from '../wallet/transaction.ts';
import { lineFacts } from './lineFacts.ts';
import { isOpen } from './lineFit.ts';
import { referenceOfLine } from './numberedLines.ts';
import type { StatementLine } from './statementLines.ts';
import { lockStatements, payeeOf, refuseLinesOfClosedDays } from './statementPayee.ts';
import { isUnclaimedReceipt } from './unclaimedReceipts.ts';

export const creditStatementLineVerb = verb({
  name: 'creditStatementLine',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: false,
  audit: ['proposal:make'],
  refusals: ['NOT_FOUND', 'ALREADY_PROPOSED', 'REFERENCE_TAKEN'],
});

export interface LineCredit {
  lineId: bigint;
  playerId: bigint;
  /** How it is known to be the player's, for the audit log: 10 to 500 characters. */
  reason: string;
  /** Words to the player, at most 150 characters. */
  message?: string | undefined;
}

/**
 * Proposes to credit a line of a statement, for which there is no request, or an unclaimed receipt, to a player; another admin has to
 * confirm it, whatever the amount. Until then nothing moves. A receipt is credited on the day of that, however long its own is closed;
 * where the player's deposit with its reference waits, that one is approved with it. Refuses with NOT_FOUND an unknown line or player,
 * with INVALID_INPUT a line that is no credit, is matched or set aside as something else, or lies on a closed day, a closed account, and
 * a reason or message of another length, with ALREADY_PROPOSED while a proposal about the line, or that deposit, is open, and with
 * REFERENCE_TAKEN a line whose reference another deposit that waits or is approved has.
 */
export async function creditStatementLine(ctx: Context, input: LineCredit): Promise<Proposal> {
  authorize(ctx, 'statement:manage');
  requireAdmin(ctx, creditStatementLineVerb.may);
  const reason = requireReason(input.reason);
  const message = readPlayerMessage(input.message);
  const { payeeId } = await lineOf(ctx.db, input.lineId);
  const { proposal, events } = await inTransaction(ctx.db, async (tx) => {
    await lockStatements(tx, payeeId);
    const line = await lineOf(tx, input.lineId);
    const player = await playerOf(tx, input.playerId);
    if (player.closedAt !== null) {
      throw invalidInput('userId', 'the account of the player is closed', 'The player’s account is closed.');
    }
    await creditable(tx, ctx, line, player.id);
    await refuseProposed(tx, ctx, 'line_credit', line.id);
    return propose(tx, ctx, {
      kind: 'line_credit',
      subjectId: line.id,
      subjectType: 'statement',
      subject: payeeSubject(await payeeOf(tx, payeeId)),
      amount: line.amount,
      payload: { playerId: String(player.id), amount: String(line.amount), message, reason },
      facts: { ...lineFacts(line), player: player.uid },
      reason,
    });
  });
  ctx.events.publish(...events);
  return proposal;
}

const payloadForm = z.object({
  playerId: z.string().regex(/^\d+$/).transform(BigInt),
  message: z.string().nullable(),
  reason: z.string(),
});

/** What a proposal to credit a line says: whose it is, how that is known, and the words to the player. */
export function proposedLineCredit({ payload }: Pick<Proposal, 'payload'>): z.output<typeof payloadForm> {
  return payloadForm.parse(payload);
}

/**
 * Credits the line that a proposal is about: makes the player's deposit of it, matched with the line and approved, in the name of the
 * acting admin. An unclaimed receipt stays set aside, as it counts on its day; the player's deposit that waits with its reference is
 * approved, if there is one. Refuses as `creditStatementLine` and `takeProposal` do.
 */
export async function confirmLineCredit(tx: Tx, ctx: Context, { id, subjectId }: Proposal): Promise<DomainEvent[]> {
  const adminId = requireAdmin(ctx, creditStatementLineVerb.may);
  const { payeeId } = await lineOf(tx, subjectId);
  await lockStatements(tx, payeeId);
  const line = await lineOf(tx, subjectId);
  const payee = await payeeOf(tx, payeeId);
  const { proposal, events } = await takeProposal(tx, ctx, id);
  const { playerId, message } = proposedLineCredit(proposal);
  const { isReceipt, waiting } = await creditable(tx, ctx, line, playerId);
  const deposit = waiting ?? (await insertDeposit(tx, ctx, { line, payee, playerId }));
  if (!isReceipt) await matchWith(tx, { line, deposit, adminId, at: ctx.now });
  const proposedBy = await makerUid(tx, proposal);
  const done = await carryOutDecision(
    tx,
    ctx,
    deposit,
    {
      decision: 'APPROVE',
      amount: line.amount,
      message,
      payoutReference: null,
      denialReason: null,
      creditedLineId: line.id,
    },
    { adminId, proposedBy },
  );
  await recordCredit(tx, ctx, { line, isReceipt, payee, deposit: done.transaction, proposedBy });
  return [...events, ...done.events];
}

/** A line. Refuses with NOT_FOUND an unknown one. */
export async function lineOf(db: Queryable, id: bigint): Promise<StatementLine> {
  const [line] = await db.select().from(statementLines).where(eq(statementLines.id, id));
  if (line === undefined) throw new DomainError('NOT_FOUND', 'There is no such line.', { field: 'lineId' });
  return line;
}

interface Creditable {
  /** An unclaimed receipt; else a line that is open. */
  isReceipt: boolean;
  /** The player's deposit that waits with its reference, which a receipt is credited as. */
  waiting: WalletTransaction | null;
}

/** As what a line would be credited to a player now; refuses as `creditStatementLine` does. */
async function creditable(tx: Tx, ctx: Context, line: StatementLine, playerId: bigint): Promise<Creditable> {
  if (line.direction !== 'credit') throw invalidInput('lineId', 'Only money that came in can be credited.');
  const isReceipt = await isUnclaimedReceipt(tx, line.id);
  if (!isReceipt && line.asideKind === 'unclaimed') {
    throw invalidInput('lineId', 'The receipt was credited already, or is of play money that has ended.');
  }
  if (!isReceipt && !isOpen(line)) throw invalidInput('lineId', 'The line is matched or set aside already.');
  if (!isReceipt) await refuseLinesOfClosedDays(tx, 'lineId', line.payeeId, [line]);
  const waiting = isReceipt ? await waitingDeposit(tx, line, playerId) : null;
  if (waiting !== null) await refuseProposed(tx, ctx, 'deposit', waiting.id);
  await refuseHeldReference(tx, { line, isReceipt, playerId, except: waiting?.id ?? 0n });
  return { isReceipt, waiting };
}

/** The player's deposit that waits with a reference of the line, locked; null without one. */
async function waitingDeposit(tx: Tx, line: StatementLine, playerId: bigint): Promise<WalletTransaction | null> {
  const { playerId: ofPlayer, referenceKey: key, status, id } = walletTransactions;
  const [deposit] = await tx
    .select()
    .from(walletTransactions)
    .where(and(eq(ofPlayer, playerId), inArray(key, line.tokens), eq(status, 'pending')))
    .orderBy(id)
    .limit(1)
    .for('update');
  return deposit ?? null;
}

interface HeldReference {
  line: StatementLine;
  isReceipt: boolean;
  playerId: bigint;
  /** The deposit that may have the reference. */
  except: bigint;
}

async function refuseHeldReference(tx: Tx, { line, isReceipt, playerId, except }: HeldReference): Promise<void> {
  const scope = sql`case when is_real_money() then 0 else ${playerId} end`;
  const [held] = await tx
    .select({ reference: walletTransactions.reference, status: walletTransactions.status })
    .from(walletTransactions)
    .where(
      and(
        ne(walletTransactions.id, except),
        sql`${walletTransactions.referenceScope} = ${scope}`,
        or(
          and(
            inArray(walletTransactions.referenceKey, line.tokens),
            inArray(walletTransactions.status, ['pending', 'success']),
          ),
          inArray(walletTransactions.payoutClaim, line.tokens),
        ),
      ),
    )
    .limit(1);
  if (held === undefined) return;
  const message = !isReceipt
    ? 'A request has the reference of this line: match the line with it.'
    : held.status === 'pending'
      ? 'Another deposit that waits has the reference of this receipt: credit it to that player, or deny that deposit first.'
      : 'The reference of this receipt was credited already, or is that of a payout.';
  throw new DomainError('REFERENCE_TAKEN', message, {
    field: 'lineId',
    detail: `the line has the reference of a request: ${held.reference ?? 'a payout'}`,
  });
}

/** The reference by which the deposit is known: the line's own, else one that is made of the line. */
function referenceFor(line: StatementLine): string {
  return referenceOfLine(line) ?? `LINE ${line.day.replaceAll('-', '')} ${line.id}`;
}

async function insertDeposit(
  tx: Tx,
  ctx: Context,
  { line, payee, playerId }: { line: StatementLine; payee: Payee; playerId: bigint },
): Promise<WalletTransaction> {
  const reference = referenceFor(line);
  const key = referenceKey(reference);
  if (!isReferenceKey(key)) throw new Error(`line ${line.id} has no reference`);
  const [deposit] = await tx
    .insert(walletTransactions)
    .values({
      playerId,
      transactionType: 'credit',
      channel: payee.channel,
      amount: line.amount,
      reference,
      referenceKey: key,
      payeeId: payee.id,
      creditedLineId: line.id,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
    .catch((error: unknown) => {
      if (!violates(error, 'wallet_transactions_reference_key_unique')) throw error;
      throw new DomainError('REFERENCE_TAKEN', 'A request has the reference of this line.', { field: 'lineId' });
    });
  if (deposit === undefined) throw new Error('a deposit was not stored');
  return deposit;
}

async function matchWith(
  tx: Tx,
  { line, deposit, adminId, at }: { line: StatementLine; deposit: WalletTransaction; adminId: bigint; at: Date },
): Promise<void> {
  await tx
    .update(statementLines)
    .set({
      state: 'matched',
      transactionId: deposit.id,
      reference: line.reference ?? deposit.reference,
      decidedBy: adminId,
      changedAt: at,
    })
    .where(eq(statementLines.id, line.id));
}

interface Credit {
  line: StatementLine;
  isReceipt: boolean;
  payee: Payee;
  deposit: WalletTransaction;
  proposedBy: string;
}

async function recordCredit(
  tx: Tx,
  ctx: Context,
  { line, isReceipt, payee, deposit, proposedBy }: Credit,
): Promise<void> {
  await recordAudit(tx, ctx, {
    action: isReceipt ? 'statement:claim' : 'statement:match',
    subjectType: 'statement',
    subject: payeeSubject(payee),
    before: lineFacts(line),
    after: {
      ...lineFacts(isReceipt ? line : { ...line, state: 'matched' }),
      transaction: deposit.reference,
      proposedBy,
    },
  });
}
