import { sql, type SQL } from 'drizzle-orm';
import type { transferKind } from '../../../../db/schema/wallet.ts';

export type TransferKind = (typeof transferKind.enumValues)[number];

/** What changes how much players are owed, beside rounds. */
export type MovementKind =
  | 'deposit'
  | 'withdrawal'
  | 'payoutReturned'
  | 'playCredit'
  | 'playForfeit'
  | 'playReset'
  | 'correction';

/**
 * Where each transfer stands in a statement of what players are owed: as a movement, in the stakes or the returns of its
 * round, or nowhere (null), because it leaves players together owed as much as before. A kind without a place doesn't
 * compile; that of one which leaves or reaches the players' accounts must have a source below (tests/api/owed.test.ts).
 */
export const placeOfTransfer: Readonly<Record<TransferKind, MovementKind | 'staked' | 'returned' | null>> = {
  deposit: 'deposit',
  // Between cash and the unclaimed receipts; crediting one to a player is a deposit.
  unclaimed_receipt: null,
  unclaimed_reversal: null,
  // Between the player's own accounts.
  withdrawal_hold: null,
  withdrawal_return: null,
  withdrawal_payout: 'withdrawal',
  withdrawal_returned: 'payoutReturned',
  bet_stake: 'staked',
  // Of cancelled bets and void rounds: what was staked is less.
  bet_refund: 'staked',
  bet_payout: 'returned',
  // Between the round and the house.
  contest_result: null,
  correction: 'correction',
  play_credit: 'playCredit',
  play_forfeit: 'playForfeit',
  play_reset: 'playReset',
};

/** Where movements are on record: each table has a row for each transfer, which the audit of the books compares. */
interface Source {
  readonly table: SQL;
  readonly at: SQL;
  readonly id: SQL;
  readonly kind: SQL;
  /** What it adds to what the player is owed, in paise: below zero where it takes. */
  readonly change: SQL;
  /** The order of movements of one instant in an account statement. */
  readonly rank: number;
  readonly where?: SQL;
}

const sources: readonly Source[] = [
  {
    table: sql`play_credits`,
    at: sql`created_at`,
    id: sql`id`,
    kind: sql`'playCredit'`,
    change: sql`amount`,
    rank: 0,
  },
  {
    table: sql`wallet_transactions`,
    at: sql`decided_at`,
    id: sql`id`,
    kind: sql`case transaction_type when 'credit' then 'deposit' else 'withdrawal' end`,
    change: sql`case transaction_type when 'credit' then amount else -amount end`,
    rank: 2,
    where: sql`status = 'success'`,
  },
  // Paid, and sent back by the bank since: apart from the others, which have an index of their own.
  {
    table: sql`wallet_transactions`,
    at: sql`decided_at`,
    id: sql`id`,
    kind: sql`'withdrawal'`,
    change: sql`-amount`,
    rank: 2,
    where: sql`returned_at is not null`,
  },
  {
    table: sql`wallet_transactions`,
    at: sql`returned_at`,
    id: sql`id`,
    kind: sql`'payoutReturned'`,
    change: sql`amount`,
    rank: 6,
    where: sql`returned_at is not null`,
  },
  {
    table: sql`balance_corrections`,
    at: sql`created_at`,
    id: sql`id`,
    kind: sql`'correction'`,
    change: sql`amount`,
    rank: 3,
  },
  {
    table: sql`play_forfeits`,
    at: sql`created_at`,
    id: sql`player_id`,
    kind: sql`'playForfeit'`,
    change: sql`-amount`,
    rank: 4,
  },
  {
    table: sql`play_resets`,
    at: sql`created_at`,
    id: sql`player_id`,
    kind: sql`'playReset'`,
    change: sql`-amount`,
    rank: 5,
  },
];

export interface MovementScope {
  /** Of this player alone. */
  readonly playerId?: SQL;
  /** From this instant on, and before that one; open without. */
  readonly from?: SQL;
  readonly to?: SQL;
}

/**
 * Rows (at, rank, id, kind, change) of everything but rounds that has changed what players are owed: of one of them, or within a
 * range. Each table is read by an index of its own.
 */
export function movements({ playerId, from, to }: MovementScope): SQL {
  return sql.join(
    sources.map(({ table, at, id, kind, change, rank, where }) => {
      const conditions = [
        where,
        playerId && sql`player_id = ${playerId}`,
        from && sql`${at} >= ${from}`,
        to && sql`${at} < ${to}`,
      ].filter((condition) => condition !== undefined);
      return sql`select ${at} as at, ${sql.raw(String(rank))} as rank, ${id} as id, ${kind} as kind, ${change} as change
                   from ${table} where ${sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)}`;
    }),
    sql` union all `,
  );
}
