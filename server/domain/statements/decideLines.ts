import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { violates } from '../../../db/violates.ts';
import { statementLines } from '../../../db/schema/statements.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { MAX_REASON_LENGTH } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { AuditAction } from '../ground/verbs/auditActions.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { refuseProposed } from '../proposals/proposal.ts';
import { payeeSubject } from '../settings/payees.ts';
import { verb } from '../ground/verbs/verb.ts';
import { transactionSubject, type WalletTransaction } from '../wallet/transaction.ts';
import type { AsideKind, StatementLine } from './statementLines.ts';
import { lineFacts } from './lineFacts.ts';
import { fits, isOpen } from './lineFit.ts';
import { lockStatements, payeeOf, refuseLinesOfClosedDays } from './statementPayee.ts';
import { readText } from '../ground/values/typedText.ts';

const MAX_AT_ONCE = 100;
const MIN_REASON = 3;

export const confirmStatementLinesVerb = verb({
  name: 'confirmStatementLines',
  may: 'statement:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['statement:match'],
  refusals: ['NOT_FOUND', 'REFERENCE_TAKEN', 'ALREADY_PROPOSED'],
});

/**
 * Matches up to 100 lines of one payee with the requests proposed for them, all or none. Moves no money. Refuses with
 * INVALID_INPUT lines that aren't proposed, or of a closed day, with REFERENCE_TAKEN a reference that was credited already.
 */
export async function confirmStatementLines(
  ctx: Context,
  { lineIds }: { lineIds: readonly bigint[] },
): Promise<StatementLine[]> {
  const adminId = requireAdmin(ctx, confirmStatementLinesVerb.may);
  return changeLines(ctx, lineIds, { action: confirmStatementLinesVerb.audit[0] }, async (tx, lines) => {
    if (lines.some(({ state }) => state !== 'proposed')) {
      throw invalidInput('lineIds', 'Only proposed lines can be confirmed.');
    }
    return update(tx, lines, { state: 'matched', decidedBy: adminId, changedAt: ctx.now });
  });
}

export const matchStatementLineVerb = verb({
  name: 'matchStatementLine',
  may: 'statement:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['statement:match'],
  refusals: ['NOT_FOUND', 'REFERENCE_TAKEN', 'ALREADY_PROPOSED'],
});

/**
 * Matches a line that is unmatched or proposed with a request of its amount that has no line: a deposit to the same payee
 * that isn't denied, or an approved payout. A deposit that waits and whose reference's key the line has may have another amount.
 * Moves no money. Refuses as `confirmStatementLines` does, and an unclaimed receipt, which is credited instead.
 */
export async function matchStatementLine(
  ctx: Context,
  { lineId, transactionId }: { lineId: bigint; transactionId: bigint },
): Promise<StatementLine[]> {
  const adminId = requireAdmin(ctx, matchStatementLineVerb.may);
  const change = { action: matchStatementLineVerb.audit[0], refuse: refuseUnclaimed };
  return changeLines(ctx, [lineId], change, async (tx, lines) => {
    refuseDecided(lines);
    const [line] = lines;
    const request = await requestFor(tx, transactionId);
    if (line === undefined || !fits(line, request)) {
      throw invalidInput('transactionId', 'This request has another amount or account than the line, or is denied.');
    }
    await releaseProposal(tx, transactionId, ctx.now);
    return update(tx, lines, { state: 'matched', transactionId, decidedBy: adminId, changedAt: ctx.now });
  });
}

export const setAsideStatementLinesVerb = verb({
  name: 'setAsideStatementLines',
  may: 'statement:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['statement:setAside'],
  refusals: ['NOT_FOUND', 'ALREADY_PROPOSED'],
});

/**
 * Sets up to 100 lines aside that are no deposit or payout, all or none, as of a kind, with a reason of 3 to 500 characters; or changes
 * kind and reason of lines set aside. The money of an unclaimed receipt moves to the account `unclaimed`, and back when it gets another
 * kind (move_unclaimed). Refuses with INVALID_INPUT lines of a closed day, matched ones, receipts that were credited to a player, and
 * as unclaimed what went out; with ALREADY_PROPOSED lines that are proposed to be credited.
 */
export async function setAsideStatementLines(
  ctx: Context,
  input: { lineIds: readonly bigint[]; kind: AsideKind; reason: string },
): Promise<StatementLine[]> {
  const adminId = requireAdmin(ctx, setAsideStatementLinesVerb.may);
  const reason = readText('reason', input.reason, { least: MIN_REASON, most: MAX_REASON_LENGTH });
  return changeLines(ctx, input.lineIds, { action: setAsideStatementLinesVerb.audit[0], reason }, async (tx, lines) => {
    if (lines.some(({ state }) => state === 'matched')) throw invalidInput('lineIds', 'The line is matched already.');
    if (input.kind === 'unclaimed' && lines.some(({ direction }) => direction === 'debit')) {
      throw invalidInput(
        'kind',
        'kind must not be UNCLAIMED: a line went out',
        'Only money that came in can be unclaimed.',
      );
    }
    await refuseCreditedLine(tx, lines);
    return update(tx, lines, {
      state: 'set_aside',
      transactionId: null,
      asideKind: input.kind,
      reason,
      decidedBy: adminId,
      changedAt: ctx.now,
    });
  });
}

export const reopenStatementLineVerb = verb({
  name: 'reopenStatementLine',
  may: 'statement:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['statement:reopen'],
  refusals: ['NOT_FOUND', 'ALREADY_PROPOSED'],
});

/** Takes back what an admin decided about a line: it is unmatched again. Refuses lines that matched by themselves. */
export async function reopenStatementLine(ctx: Context, { lineId }: { lineId: bigint }): Promise<StatementLine[]> {
  requireAdmin(ctx, reopenStatementLineVerb.may);
  return changeLines(ctx, [lineId], { action: reopenStatementLineVerb.audit[0] }, async (tx, lines) => {
    if (lines.some(({ decidedBy }) => decidedBy === null)) {
      throw invalidInput('lineId', 'This line was matched by its reference, or is open.');
    }
    await refuseCreditedLine(tx, lines);
    return update(tx, lines, {
      state: 'unmatched',
      transactionId: null,
      asideKind: null,
      reason: null,
      decidedBy: null,
      changedAt: ctx.now,
    });
  });
}

interface LineChange {
  action: AuditAction;
  reason?: string;
  /** What is refused even before that a day is closed. */
  refuse?: (lines: readonly StatementLine[]) => void;
}

/**
 * Locks the lines of one payee, changes them, and writes one row of the audit log for each. Refuses with ALREADY_PROPOSED while one
 * of them is proposed to be credited to a player.
 */
async function changeLines(
  ctx: Context,
  lineIds: readonly bigint[],
  { action, reason, refuse }: LineChange,
  change: (tx: Tx, lines: StatementLine[]) => Promise<StatementLine[]>,
): Promise<StatementLine[]> {
  if (lineIds.length < 1 || lineIds.length > MAX_AT_ONCE) {
    throw invalidInput('lineIds', `lineIds must be 1 to ${MAX_AT_ONCE} lines`);
  }
  return inTransaction(ctx.db, async (tx) => {
    const [first] = await tx
      .select()
      .from(statementLines)
      .where(eq(statementLines.id, lineIds[0] ?? 0n));
    if (first === undefined) throw new DomainError('NOT_FOUND', 'There is no such line.', { field: 'lineIds' });
    await lockStatements(tx, first.payeeId);
    const ofPayee = and(inArray(statementLines.id, [...lineIds]), eq(statementLines.payeeId, first.payeeId));
    const lines = await tx.select().from(statementLines).where(ofPayee).orderBy(statementLines.id);
    if (lines.length < new Set(lineIds).size) {
      throw invalidInput('lineIds', 'lineIds must be lines of one account');
    }
    refuse?.(lines);
    await refuseLinesOfClosedDays(tx, 'lineIds', first.payeeId, lines);
    await refuseProposed(tx, ctx, 'line_credit', ...lines.map(({ id }) => id));
    const changed = await change(tx, lines);
    await record(tx, ctx, lines, changed, { action, reason: reason ?? null });
    return changed;
  });
}

async function record(
  tx: Tx,
  ctx: Context,
  before: readonly StatementLine[],
  after: readonly StatementLine[],
  { action, reason }: { action: AuditAction; reason: string | null },
): Promise<void> {
  const [first] = after;
  if (first === undefined) return;
  const subject = payeeSubject(await payeeOf(tx, first.payeeId));
  const ids = [...before, ...after].flatMap(({ transactionId }) => transactionId ?? []);
  const requests =
    ids.length === 0 ? [] : await tx.select().from(walletTransactions).where(inArray(walletTransactions.id, ids));
  const nameOf = (id: bigint | null) => {
    const request = requests.find((row) => row.id === id);
    return request && transactionSubject(request);
  };
  const facts = (line: StatementLine) => ({ ...lineFacts(line), transaction: nameOf(line.transactionId) });
  for (const line of after) {
    const previous = before.find(({ id }) => id === line.id);
    await recordAudit(tx, ctx, {
      action,
      subjectType: 'statement',
      subject,
      before: previous && facts(previous),
      after: facts(line),
      reason,
    });
  }
}

function refuseDecided(lines: readonly StatementLine[]): void {
  if (!lines.every(isOpen)) {
    throw invalidInput('lineIds', 'The line is matched or set aside already.');
  }
}

function refuseUnclaimed(lines: readonly StatementLine[]): void {
  if (lines.every(({ asideKind }) => asideKind !== 'unclaimed')) return;
  throw invalidInput(
    'lineId',
    'lineId must not be an unclaimed receipt: credit it with creditStatementLine, or reopen it first while its day is open',
    'This line is an unclaimed receipt: credit it to the player, which also approves the player’s deposit that waits with its ' +
      'reference. While its day is open you can reopen the line instead, then match it.',
  );
}

/** What two admins credited to a player stays with the line, and so does a payout that came back by it; a receipt of play money that has ended stays one (end_play_money). */
async function refuseCreditedLine(tx: Tx, lines: readonly StatementLine[]): Promise<void> {
  const ids = lines.map(({ id }) => id);
  const credited = await tx.$count(walletTransactions, inArray(walletTransactions.creditedLineId, ids));
  if (credited > 0) throw invalidInput('lineId', 'This line was credited to a player.');
  const credits = lines.flatMap(({ transactionId, direction }) =>
    direction === 'credit' ? (transactionId ?? []) : [],
  );
  const returned = await tx.$count(
    walletTransactions,
    and(inArray(walletTransactions.id, credits), eq(walletTransactions.status, 'returned')),
  );
  if (returned > 0) throw invalidInput('lineId', 'By this line a payout came back: that is for good.');
  const ended = and(
    inArray(statementLines.id, ids),
    eq(statementLines.asideKind, 'unclaimed'),
    sql`not is_unclaimed(statement_lines)`,
  );
  if ((await tx.$count(statementLines, ended)) > 0) {
    throw invalidInput('lineId', 'This receipt is of play money that has ended.');
  }
}

async function requestFor(tx: Tx, id: bigint): Promise<WalletTransaction> {
  const [request] = await tx.select().from(walletTransactions).where(eq(walletTransactions.id, id)).for('key share');
  if (request === undefined)
    throw new DomainError('NOT_FOUND', 'There is no such transaction.', { field: 'transactionId' });
  return request;
}

/** A request that was proposed for another line is free for this one. */
async function releaseProposal(tx: Tx, transactionId: bigint, now: Date): Promise<void> {
  await tx
    .update(statementLines)
    .set({ state: 'unmatched', transactionId: null, changedAt: now })
    .where(and(eq(statementLines.transactionId, transactionId), eq(statementLines.state, 'proposed')));
}

type Change = Partial<
  Pick<StatementLine, 'state' | 'transactionId' | 'asideKind' | 'reason' | 'decidedBy' | 'changedAt'>
>;

/** Refuses what the database does: a request with another line, a reference that was credited. */
async function update(tx: Tx, lines: readonly StatementLine[], change: Change): Promise<StatementLine[]> {
  const ids = lines.map(({ id }) => id);
  if (change.state === 'matched') await refuseCredited(tx, ids, change.transactionId ?? null);
  return tx
    .update(statementLines)
    .set(change)
    .where(inArray(statementLines.id, ids))
    .returning()
    .catch((error: unknown) => {
      if (violates(error, 'statement_lines_credit_unique')) throw creditedAlready();
      if (!violates(error, 'statement_lines_transaction_unique')) throw error;
      throw invalidInput('transactionId', 'This request has its line already.');
    });
}

const paid = alias(walletTransactions, 'paid');

/** A deposit was approved with the key of the bank's reference, and it isn't the one that the line would match. */
async function refuseCredited(tx: Tx, lineIds: bigint[], transactionId: bigint | null): Promise<void> {
  const [credited] = await tx
    .select({ id: statementLines.id })
    .from(statementLines)
    .innerJoin(paid, sql`${paid.id} = coalesce(${transactionId}::bigint, ${statementLines.transactionId})`)
    .innerJoin(
      walletTransactions,
      and(
        sql`${walletTransactions.referenceKey} = reference_key(${statementLines.reference})`,
        eq(walletTransactions.referenceScope, paid.referenceScope),
        ne(walletTransactions.id, paid.id),
        eq(walletTransactions.status, 'success'),
      ),
    )
    .where(and(inArray(statementLines.id, lineIds), eq(statementLines.direction, 'credit')))
    .limit(1);
  if (credited) throw creditedAlready();
}

function creditedAlready(): DomainError {
  return new DomainError('REFERENCE_TAKEN', 'The reference of this payment was credited already.', {
    field: 'lineIds',
  });
}
