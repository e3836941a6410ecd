import { sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery, type Tx } from '../../../db/client.ts';
import type { balanceCorrections } from '../../../db/schema/wallet.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { walletsChanged, type DomainEvent } from '../ground/verbs/events.ts';
import { notificationAdded, notify } from '../notifications/notify.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { lockAccounts, type Balances } from './ledger.ts';
import { formatRupees, NO_PAISE, paise } from '../ground/values/money.ts';
import { secretStakesOf } from '../ground/rounds/secretStakes.ts';
import { playerOf, type Player } from './playerOf.ts';

export type BalanceCorrection = typeof balanceCorrections.$inferSelect;

/** A correction as it is made or proposed. */
export interface CheckedCorrection {
  /** Below zero: it is taken from the player. */
  amount: Paise;
  reason: string;
  evidence: string;
  message: string | null;
}

/** The proposal that is confirmed, and the UID of its maker. */
interface Confirmed {
  proposalId: bigint;
  proposedBy: string;
}

export interface MadeCorrection {
  correctionId: bigint;
  /** As an admin may see them. */
  balances: Balances;
  /** To publish after the commit. */
  events: DomainEvent[];
}

/** A player whose wallet is locked. */
export interface LockedPlayer {
  player: Player;
  balances: Balances;
  /** In paise: what an admin may not tell from the balances, so it is shown as available. */
  secretStakes: Paise;
}

/**
 * Locks the wallet of a player that may be corrected, and returns both. Refuses with NOT_FOUND an account without a wallet,
 * with INVALID_INPUT one that is closed.
 */
export async function lockCorrected(tx: Tx, playerId: bigint): Promise<LockedPlayer> {
  await playerOf(tx, playerId);
  const balances = await lockAccounts(tx, playerId);
  // An account is closed under that lock.
  const player = await playerOf(tx, playerId);
  if (player.closedAt !== null) throw invalidInput('userId', 'This account is closed.');
  const [staked] = await rawQuery<{ amount: Paise }>(
    tx,
    sql`select ${secretStakesOf(sql`${playerId}::bigint`)} as amount`,
  );
  return { player, balances, secretStakes: staked?.amount ?? NO_PAISE };
}

/** What an admin may see of a locked wallet. */
export function shownOf({ balances: { available, held }, secretStakes }: LockedPlayer): Balances {
  return { available: paise(available + secretStakes), held };
}

/**
 * Refuses with INSUFFICIENT_FUNDS to take more than is available; with STAKES_SECRET to take anything while the player has
 * stakes that are secret, because that refusal would tell how much.
 */
export function refuseOverdrawn(amount: Paise, { balances: { available }, secretStakes }: LockedPlayer): void {
  if (amount < 0n && secretStakes > 0n) {
    const message = 'The player has bets in a round whose stakes are secret until its betting closes. Try again then.';
    throw new DomainError('STAKES_SECRET', message, { field: 'amount' });
  }
  if (available + amount >= 0n) return;
  throw new DomainError('INSUFFICIENT_FUNDS', `Only ₹${formatRupees(available)} is available.`, {
    field: 'amount',
    availablePaise: available,
  });
}

/**
 * Makes a correction in the name of the acting admin, alone or as confirmed: its transfer, the player's notification and the
 * audit log. The caller holds the lock of `lockCorrected`. Refuses as `refuseOverdrawn`.
 */
export async function carryOutCorrection(
  tx: Tx,
  ctx: Context,
  locked: LockedPlayer,
  { amount, reason, evidence, message }: CheckedCorrection,
  confirmed?: Confirmed,
): Promise<MadeCorrection> {
  const adminId = requireAdmin(ctx, 'wallet:correct');
  const { player } = locked;
  refuseOverdrawn(amount, locked);
  const [made] = await rawQuery<{ correction_id: bigint; available: Paise; held: Paise }>(
    tx,
    sql`select correction_id, available, held
          from correct_balance(${player.id}, ${amount}, ${reason}, ${evidence}, ${message}, ${adminId},
                               ${confirmed?.proposalId ?? null}, ${ctx.now.toISOString()})`,
  );
  if (made?.correction_id == null) throw new Error('a locked wallet was overdrawn');
  const { correction_id: correctionId, available, held } = made;
  const balances = shownOf({ ...locked, balances: { available, held } });
  const notification = await notify(tx, {
    userId: player.id,
    kind: 'BALANCE_CORRECTED',
    data: { amountPaise: String(amount), message },
    cause: `correction:${correctionId}`,
    at: ctx.now,
  });
  await recordAudit(tx, ctx, {
    action: 'wallet:correct',
    subjectType: 'user',
    subject: player.uid,
    before: { available: formatRupees(shownOf(locked).available) },
    after: {
      available: formatRupees(balances.available),
      amount: formatRupees(amount),
      evidence,
      message,
      ...(confirmed && { proposedBy: confirmed.proposedBy }),
    },
    reason,
  });
  const events = walletsChanged([player.id]);
  return {
    correctionId,
    balances,
    events: notification ? [...events, notificationAdded(notification)] : events,
  };
}
