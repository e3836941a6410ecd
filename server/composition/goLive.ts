import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { refuseSessions, holdStarts } from '../../db/backup/snapshot.ts';
import { inTransaction, rawQuery, type Tx, withConnection } from '../../db/client.ts';
import { closeForGoLive, GoLiveUnfinishedError, REMOVE_CLOSED_MARK, refuseClosed } from '../../db/closedMark.ts';
import { limitsFor } from '../../db/limits.ts';
import { MoneyModeError, refuseOtherMode } from '../../db/moneyMode.ts';
import type { DatabaseAddresses } from '../../db/roles.ts';
import { mails, users } from '../../db/schema/accounts.ts';
import { walletTransactions } from '../../db/schema/wallet.ts';
import type { Config } from '../config/config.ts';
import { deactivateUser } from '../domain/accounts/status/deactivateUser.ts';
import { endEverySession } from '../domain/accounts/sessions/session.ts';
import { recordAudit } from '../domain/audit/recordAudit.ts';
import { settleContest } from '../domain/bets/settleContest.ts';
import { type Actor, type Context, contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { formatRupees, paise } from '../domain/ground/values/money.ts';
import { authorize } from '../domain/ground/actors/permissions.ts';
import { awaitedPayouts } from '../domain/payouts/payoutBatch.ts';
import { releasePayoutBatch } from '../domain/payouts/releasePayoutBatch.ts';
import { setPayoutsNotSent } from '../domain/payouts/setPayoutsNotSent.ts';
import { takePayoutBatch } from '../domain/payouts/takePayoutBatch.ts';
import { lapseProposed } from '../domain/proposals/proposal.ts';
import { removePlayPayee } from '../domain/settings/seedPlayPayee.ts';
import { decideTransaction } from '../domain/wallet/decideTransaction.ts';
import { withServices } from './commandDatabase.ts';
import { startUnused } from './unusedDatabase.ts';
import { voidRounds } from './voidRounds.ts';

/** Public, as the reason of each round that it makes void. */
const VOID_REASON = 'Play money ended here: from the next round on it is real money.';
/** To each player whose practice payment was open. */
const DENIAL_MESSAGE = 'Practice with play money has ended.';

/** What ended with play money. */
export interface EndedPlay {
  readonly rounds: number;
  readonly requests: number;
  readonly players: number;
  /** Paise that players had. */
  readonly amount: bigint;
  readonly sessions: number;
  readonly mails: number;
  readonly simulated: number;
}

export interface GoLiveOptions {
  /** Resolves to whether the operator has given the database's name. Called before anything is changed. */
  readonly confirm: (database: string) => Promise<boolean>;
  readonly print: (line: string) => void;
}

/**
 * Ends play money in the configured database and makes it one of real money, for ever: running rounds become void, practice
 * payments are denied, every player's balance goes to the house, sessions and mailed links end, unsent mails and the payee of play
 * money go, simulated players are deactivated. Accounts, tickets and history stay. Meanwhile no server starts, and after an
 * interruption the same command goes on. Returns null where it was not confirmed. Throws BackupError where the database is in use,
 * MoneyModeError where it holds real money already.
 */
export async function goLive(config: Config, { confirm, print }: GoLiveOptions): Promise<EndedPlay | null> {
  const database = await startUnused(config.database, print);
  try {
    if (!(await begin(database.addresses, confirm))) return null;
    const play: Config = { ...config, money: { mode: 'play' }, playCreditPaise: 0n };
    return await withServices(play, database, endPlay, { evenClosed: true });
  } finally {
    await database.release();
  }
}

/** Marks the database, so that no server starts on it any more. Resolves to whether that was confirmed. */
async function begin({ owner }: DatabaseAddresses, confirm: GoLiveOptions['confirm']): Promise<boolean> {
  return withConnection(owner, limitsFor('command'), async (client) => {
    await refuseOtherMode(client, 'play').catch((error: unknown) => {
      throw error instanceof MoneyModeError ? new Error('This database holds real money already.') : error;
    });
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    if (!(await confirm(rows[0]?.name ?? ''))) return false;
    await holdStarts(client);
    const isUnfinished = await refuseClosed(client).then(
      () => false,
      (error: unknown) => {
        if (error instanceof GoLiveUnfinishedError) return true;
        throw error;
      },
    );
    await refuseSessions(client);
    if (!isUnfinished) await closeForGoLive(client);
    return true;
  });
}

async function endPlay(services: Services): Promise<EndedPlay> {
  const ctx = contextFor(services, { kind: 'system' });
  authorize(ctx, 'money:goLive');
  const which = sql`state in ('OPEN', 'CLOSED')`;
  await inTransaction(ctx.db, (tx) => voidRounds(tx, { which, seedLost: false, reason: VOID_REASON, now: ctx.now }));
  const unsettled = await rawQuery<{ id: bigint }>(
    ctx.db,
    sql`select id from contests where settled_at is null order by id`,
  );
  for (const { id } of unsettled) await settleContest(ctx, id);
  const asPrimary = contextFor(services, await primaryAdmin(ctx));
  await endBatches(asPrimary);
  const requests = await denyRequests(asPrimary);
  const simulated = await deactivateSimulated(asPrimary);
  return inTransaction(ctx.db, (tx) => endAtOnce(tx, ctx, { requests, simulated }));
}

async function primaryAdmin({ db }: Context): Promise<Actor> {
  const [primary] = await db
    .select({ userId: users.id, roles: users.roles })
    .from(users)
    .where(eq(users.isPrimary, true));
  if (!primary) throw new Error('There is no primary admin: start a server first, which makes one.');
  return { kind: 'admin', sessionId: 0n, ...primary };
}

/** Takes every payout out of its batch: no bank was given one with play money. */
async function endBatches(ctx: Context): Promise<void> {
  const open = await rawQuery<{ id: bigint; heldBy: bigint | null }>(
    ctx.db,
    sql`select id, held_by as "heldBy" from payout_batches b
         where exists (select from payout_batch_items i where i.batch_id = b.id and i.outcome is null) order by id`,
  );
  for (const { id: batchId, heldBy } of open) {
    if (heldBy !== null) await releasePayoutBatch(ctx, { batchId });
    const payoutIds = (await awaitedPayouts(ctx.db, batchId)).map(({ id }) => id);
    if (payoutIds.length === 0) continue;
    await takePayoutBatch(ctx, { batchId });
    await setPayoutsNotSent(ctx, { batchId, payoutIds, reason: DENIAL_MESSAGE });
  }
}

/** Denies every open request; what withdrawals hold goes back. Returns their number. */
async function denyRequests(ctx: Context): Promise<number> {
  const { status, id } = walletTransactions;
  const open = await ctx.db
    .select({ id })
    .from(walletTransactions)
    .where(inArray(status, ['pending', 'approved']))
    .orderBy(id);
  for (const { id: transactionId } of open) {
    for (const kind of ['payout', 'deposit'] as const)
      await inTransaction(ctx.db, (tx) => lapseProposed(tx, { kind, subjectId: transactionId, at: ctx.now }));
    // Those that are being paid as well.
    const grounds = 'optional';
    await decideTransaction(ctx, {
      transactionId,
      decision: 'DENY',
      denialReason: 'OTHER',
      message: DENIAL_MESSAGE,
      grounds,
    });
  }
  return open.length;
}

/** Deactivates simulated players, which exist with play money only. Returns their number. */
async function deactivateSimulated(ctx: Context): Promise<number> {
  const condition = and(eq(users.simulated, true), eq(users.status, 'active'));
  const simulated = await ctx.db.select({ id: users.id }).from(users).where(condition);
  for (const { id } of simulated) await deactivateUser(ctx, { userId: id, reason: VOID_REASON });
  return simulated.length;
}

/** The rest, in one transaction, with which real money begins and the database is open to servers again. */
async function endAtOnce(
  tx: Tx,
  ctx: Context,
  { requests, simulated }: Pick<EndedPlay, 'requests' | 'simulated'>,
): Promise<EndedPlay> {
  const sessions = await endEverySession(tx, ctx, 'went_live');
  const unsent = await tx.delete(mails).where(isNull(mails.sentAt));
  await removePlayPayee(tx, ctx);
  const [ended] = await rawQuery<{ players: bigint; amount: bigint }>(
    tx,
    sql`select players, amount from end_play_money(${ctx.now.toISOString()})`,
  );
  const [rounds] = await rawQuery<{ count: number }>(
    tx,
    sql`select count(*)::int as count from contests where void_reason = ${VOID_REASON}`,
  );
  const { players = 0n, amount = 0n } = ended ?? {};
  const counts = {
    rounds: rounds?.count ?? 0,
    requests,
    players: Number(players),
    sessions,
    mails: unsent.rowCount ?? 0,
    simulated,
  };
  await recordAudit(tx, ctx, {
    action: 'database:goLive',
    subjectType: 'database',
    subject: 'real money',
    after: { ...counts, amount: formatRupees(paise(amount)) },
  });
  await tx.execute(sql.raw(REMOVE_CLOSED_MARK));
  return { ...counts, amount };
}
