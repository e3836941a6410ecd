import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { bigId, bytes, instant, paise } from '../columns.ts';

/** What all players held together at the end of a day in India: the root of a Merkle sum tree. Insert-only. */
export const liabilityDays = pgTable(
  'liability_days',
  {
    day: date('day').primaryKey(),
    /** The last transfer that is counted. */
    lastTransferId: bigId('last_transfer_id').notNull(),
    players: integer('players').notNull(),
    total: paise('total').notNull(),
    /** Live stakes of contests that had ended and waited for the beacon, beside the tree; null of days from before it was counted. */
    waitingStakes: paise('waiting_stakes'),
    /** Sum of the unclaimed receipts, which is not in the tree; null for days before it was published. */
    unclaimed: paise('unclaimed'),
    root: bytes('root').notNull(),
    /** Secret: what the salts of its leaves are derived from. */
    secret: bytes('secret').notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (t) => [
    check('liability_days_32_bytes', sql`octet_length(${t.root}) = 32 and octet_length(${t.secret}) = 32`),
    check('liability_days_not_negative', sql`${t.total} >= 0 and ${t.players} > 0`),
    check('liability_days_waiting_not_negative', sql`${t.waitingStakes} >= 0`),
    check('liability_days_unclaimed_not_negative', sql`${t.unclaimed} >= 0`),
  ],
);

/** The trees of the last days: level 0 has a leaf for each player, the highest the root. */
export const liabilityNodes = pgTable(
  'liability_nodes',
  {
    day: date('day').notNull(),
    level: smallint('level').notNull(),
    place: integer('place').notNull(),
    /** Of a leaf. */
    playerId: bigId('player_id'),
    /** Sum of the leaves under it. */
    total: paise('total').notNull(),
    hash: bytes('hash').notNull(),
  },
  (t) => [
    primaryKey({ name: 'liability_nodes_pkey', columns: [t.day, t.level, t.place] }),
    index('liability_nodes_player_id_index').on(t.playerId, t.day),
    check('liability_nodes_not_negative', sql`${t.total} >= 0`),
  ],
);
