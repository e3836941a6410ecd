import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigId, bytes, instant, paise } from '../columns.ts';
import { users } from './accounts.ts';
import { ledgerAccounts } from './wallet.ts';

export const gameType = pgEnum('game_type', ['sapreHalf', 'sapreOne', 'sapreThree']);
export const contestState = pgEnum('contest_state', ['OPEN', 'CLOSED', 'DECIDED', 'SETTLED', 'VOID']);
export const decidedBy = pgEnum('decided_by', ['OPERATOR', 'DRAW', 'PROFIT_RULE']);

/** Hash chains of the fair draw. Contest n of a chain uses s_n, s_{k-1} = SHA-256(s_k). */
export const chains = pgTable(
  'chains',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The name under which it is published. */
    chainId: text('chain_id').notNull(),
    gameType: gameType('game_type').notNull(),
    /** How many contests it serves: seeds s_1 … s_length. */
    length: integer('length').notNull(),
    /** s_0, published before the chain's first contest. */
    anchor: bytes('anchor').notNull(),
    /** The index that the next contest will use; 1 on a new chain. */
    nextIndex: integer('next_index').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    /** Set when a newer chain took over (ran out, or rotated after a restore). */
    retiredAt: instant('retired_at'),
  },
  (t) => [
    uniqueIndex('chains_chain_id_unique').on(t.chainId),
    uniqueIndex('chains_current_unique')
      .on(t.gameType)
      .where(sql`${t.retiredAt} is null`),
    check('chains_anchor_32_bytes', sql`octet_length(${t.anchor}) = 32`),
    check('chains_next_index_range', sql`${t.nextIndex} between 1 and ${t.length} + 1`),
  ],
);

/**
 * Secret: every 1,024th seed of a chain and its last, from which any seed can be computed with few hashes. Read only
 * through the SQL function ended_seed(), which returns what an ended contest needs.
 */
export const chainCheckpoints = pgTable(
  'chain_checkpoints',
  {
    chainId: bigId('chain_id')
      .notNull()
      .references(() => chains.id),
    index: integer('index').notNull(),
    /** 32 bytes in clear; encrypted they are 60, with nonce and tag. */
    seed: bytes('seed').notNull(),
    /** Which key it is encrypted with; null: in clear. */
    keyId: text('key_id'),
  },
  (t) => [
    primaryKey({ name: 'chain_checkpoints_pkey', columns: [t.chainId, t.index] }),
    check(
      'chain_checkpoints_seed_length',
      sql`octet_length(${t.seed}) = case when ${t.keyId} is null then 32 else 60 end`,
    ),
  ],
);

/**
 * What bets return, in basis points of the stake: 130 values, row by row for the 13 selections (0-9, green, violet,
 * red), each row for winning numbers 0-9; 0 loses. Never changed: a new table is a new row.
 */
export const payoutTables = pgTable(
  'payout_tables',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    basisPoints: integer('basis_points').array().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('payout_tables_basis_points_unique').on(t.basisPoints),
    check('payout_tables_130_values', sql`cardinality(${t.basisPoints}) = 130`),
  ],
);

/**
 * The witnesses of the public log that rounds need (server/domain/publicLog/README.md#witnesses), by their keys. Never
 * changed: others are a new row.
 */
export const witnessSets = pgTable(
  'witness_sets',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    vkeys: text('vkeys').array().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('witness_sets_vkeys_unique').on(t.vkeys),
    check('witness_sets_not_empty', sql`cardinality(${t.vkeys}) between 1 and 15`),
  ],
);

/** A round. Bets are taken while OPEN and before closes_at. */
export const contests = pgTable(
  'contests',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    gameType: gameType('game_type').notNull(),
    /** Public name, e.g. sapreOne-202611200742. */
    gameId: text('game_id').notNull(),
    /** Gapless per game type from 1, so that paging by offset needs no scan. */
    number: bigint('number', { mode: 'number' }).notNull(),
    /** Start as a count of round lengths since the epoch. */
    slot: bigint('slot', { mode: 'number' }).notNull(),
    startsAt: instant('starts_at').notNull(),
    /** evaluationTime: betting closes. */
    closesAt: instant('closes_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Month of its bets' ids, such as 2611, from the sequence as it stood at opening; 0 before there were months. */
    betsMonth: smallint('bets_month')
      .notNull()
      .default(sql`(coalesce(pg_sequence_last_value('bets_id_seq'), 0) / 1000000000000)::smallint`),
    state: contestState('state').notNull().default('OPEN'),
    /** The ledger account that holds this contest's stakes until settlement. */
    accountId: bigId('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    /** Copy of the settings when it opened. */
    randomize: boolean('randomize').notNull(),
    profitabilityLevel: smallint('profitability_level').notNull(),
    /** Version of the profit rule that decides it under PROFIT_RULE: 1 for contests opened before version 2. */
    ruleVersion: smallint('rule_version').$type<1 | 2>().notNull().default(2),
    /** What its bets pay, fixed at opening. */
    payoutTableId: bigId('payout_table_id')
      .notNull()
      .references(() => payoutTables.id),
    chainId: bigId('chain_id')
      .notNull()
      .references(() => chains.id),
    chainIndex: integer('chain_index').notNull(),
    /** s_{n-1}: the previous contest's seed, public from the opening on. */
    commitment: bytes('commitment').notNull(),
    /** Version of the draw, fixed at opening: 2 is colour-pf/2, with the randomness of a public beacon. */
    drawVersion: smallint('draw_version').$type<1 | 2>().notNull().default(1),
    /** Under version 2: the beacon's round whose time is the contest's end. */
    beaconRound: bigint('beacon_round', { mode: 'number' }),
    /**
     * Under version 2: base addresses of the relays that give that round, as they were set when it opened. Null of contests from
     * before relays were kept, whose public rules made them void without the beacon's number 60 s after the end.
     */
    beaconRelays: text('beacon_relays').array(),
    /** Under version 2: the seed, encrypted to that round. Set once, while betting is open. */
    timelock: text('timelock'),
    /** Under version 2: tree hash of its bets. Set once, between the closing of betting and the end. */
    betsRoot: bytes('bets_root'),
    /** Under version 2, where witnesses were set when it opened: a majority of these confirms its root before its end. */
    witnessSetId: bigId('witness_set_id').references(() => witnessSets.id),
    /** Copy of its game's limits (game_limits) when it opened; null: none. */
    minBet: paise('min_bet'),
    maxBet: paise('max_bet'),
    maxStake: paise('max_stake'),
    maxPayout: paise('max_payout'),
    overrideNumber: smallint('override_number'),
    overriddenAt: instant('overridden_at'),
    overriddenBy: bigId('overridden_by').references(() => users.id),
    /** Whose proposal that was, where it took two admins. */
    overrideProposedBy: bigId('override_proposed_by').references(() => users.id),
    /** It takes no bets before this instant: until then another admin may confirm a number that one has proposed. */
    heldUntil: instant('held_until'),
    /** With state VOID: a round that ends without a number; its stakes are refunded. */
    voidedAt: instant('voided_at'),
    voidedBy: bigId('voided_by').references(() => users.id),
    /** Whose proposal that was, where it took two admins. */
    voidProposedBy: bigId('void_proposed_by').references(() => users.id),
    /** Public. */
    voidReason: text('void_reason'),
    closedAt: instant('closed_at'),
    /**
     * Counted once, right after the closing, cancelled bets excluded: stakes by selection (13 values: 0-9, green,
     * violet, red).
     */
    selectionStakes: bigint('selection_stakes', { mode: 'bigint' }).array(),
    /**
     * Counted then too: the house's payout if the number were 0 … 9 (10 values), for the profit rule and for
     * recomputing it.
     */
    outcomePayouts: bigint('outcome_payouts', { mode: 'bigint' }).array(),
    /** Counted then too: the number of these bets. */
    betCount: integer('bet_count'),
    /**
     * Counted then too: the bounds of the settlement parts, as the first player of each part except the first; parts
     * are about equal.
     */
    partBounds: bigint('part_bounds', { mode: 'bigint' }).array(),
    /** From DECIDED on. */
    decidedBy: decidedBy('decided_by'),
    winningNumber: smallint('winning_number'),
    /** Of a void contest too, and of any under version 2 of the draw, from its end on. */
    seed: bytes('seed'),
    /** Void, because the database was restored without the key of its seed, which is gone. */
    seedLost: boolean('seed_lost').notNull().default(false),
    /** Number of settlement parts; SETTLED requires exactly that many finished parts. */
    settlementParts: smallint('settlement_parts'),
    /** When its number and seed became public; of a void contest its seed, or when that was found lost. */
    decidedAt: instant('decided_at'),
    /** From SETTLED on: stakes without cancelled bets, and total payouts. */
    totalStakes: paise('total_stakes'),
    totalPayouts: paise('total_payouts'),
    /** When all payouts were posted; of a void contest, all refunds. */
    settledAt: instant('settled_at'),
  },
  (t) => [
    uniqueIndex('contests_game_id_unique').on(t.gameId),
    uniqueIndex('contests_slot_unique').on(t.gameType, t.slot),
    uniqueIndex('contests_number_unique').on(t.gameType, t.number),
    uniqueIndex('contests_chain_index_unique').on(t.chainId, t.chainIndex),
    uniqueIndex('contests_account_id_unique').on(t.accountId),
    // At most one contest of a game takes bets at any time.
    uniqueIndex('contests_open_unique')
      .on(t.gameType)
      .where(sql`${t.state} = 'OPEN'`),
    index('contests_unsettled_index')
      .on(t.gameType, t.endsAt)
      .where(sql`${t.state} <> 'SETTLED'`),
    // Void rounds by number: lists that leave them out count them.
    index('contests_void_index')
      .on(t.gameType, t.number)
      .where(sql`${t.voidedAt} is not null`),
    index('contests_ends_at_index').on(t.gameType, t.endsAt),
    // The few that operators acted on, by month.
    index('contests_acted_on_index')
      .on(t.gameType, t.endsAt)
      .where(sql`${t.overriddenAt} is not null or ${t.voidedAt} is not null`),
    check('contests_times_ordered', sql`${t.startsAt} < ${t.closesAt} and ${t.closesAt} < ${t.endsAt}`),
    check('contests_level_range', sql`${t.profitabilityLevel} between 0 and 9`),
    check('contests_rule_version_range', sql`${t.ruleVersion} in (1, 2)`),
    check('contests_winning_number_range', sql`${t.winningNumber} between 0 and 9`),
    check('contests_override_number_range', sql`${t.overrideNumber} between 0 and 9`),
    check('contests_commitment_32_bytes', sql`octet_length(${t.commitment}) = 32`),
    check(
      'contests_outcome_only_when_decided',
      sql`(${t.state} in ('DECIDED', 'SETTLED')) = (${t.winningNumber} is not null)
      and (${t.drawVersion} = 2 and ${t.state} = 'CLOSED'
        or (${t.state} in ('DECIDED', 'SETTLED') or ${t.voidedAt} is not null and ${t.decidedAt} is not null and not ${t.seedLost}) = (${t.seed} is not null))
      and (${t.state} in ('DECIDED', 'SETTLED')) = (${t.decidedBy} is not null)
      and (${t.state} in ('DECIDED', 'SETTLED')) = (${t.settlementParts} is not null)`,
    ),
    check(
      'contests_void_complete',
      sql`(${t.voidedAt} is null) = (${t.voidReason} is null) and (${t.voidedAt} is not null or ${t.voidedBy} is null)
      and char_length(${t.voidReason}) between 10 and 500`,
    ),
    check(
      'contests_two_admins',
      sql`${t.overrideProposedBy} <> ${t.overriddenBy} and ${t.voidProposedBy} <> ${t.voidedBy}`,
    ),
    check(
      'contests_draw_version_complete',
      sql`${t.drawVersion} in (1, 2) and (${t.drawVersion} = 2) = (${t.beaconRound} is not null)
      and (${t.drawVersion} = 2 or num_nonnulls(${t.timelock}, ${t.betsRoot}, ${t.witnessSetId}) = 0)
      and octet_length(${t.betsRoot}) = 32 and char_length(${t.timelock}) between 1 and 2000
      and (${t.drawVersion} = 1 or ${t.state} not in ('DECIDED', 'SETTLED') or ${t.betsRoot} is not null)`,
    ),
    check(
      'contests_beacon_relays',
      sql`${t.beaconRelays} is null or ${t.drawVersion} = 2 and cardinality(${t.beaconRelays}) between 1 and 8`,
    ),
    check(
      'contests_seed_lost_when_void',
      sql`not ${t.seedLost} or (${t.state} = 'VOID' and ${t.decidedAt} is not null and ${t.seed} is null)`,
    ),
    check('contests_seed_opens_commitment', sql`${t.seed} is null or sha256(${t.seed}) = ${t.commitment}`),
    check(
      'contests_operator_number',
      sql`${t.decidedBy} is distinct from 'OPERATOR' or ${t.winningNumber} = ${t.overrideNumber}`,
    ),
    check(
      'contests_override_complete',
      sql`(${t.overrideNumber} is null) = (${t.overriddenAt} is null) and (${t.overrideNumber} is null) = (${t.overriddenBy} is null)`,
    ),
  ],
);

/**
 * The operator's limits of a game, in paise; a limit that isn't set is null. A contest copies them when it opens, so its
 * players see the limits that hold for it.
 */
export const gameLimits = pgTable(
  'game_limits',
  {
    gameType: gameType('game_type').primaryKey(),
    minBet: paise('min_bet'),
    maxBet: paise('max_bet'),
    /** What one player may stake in one round. */
    maxStake: paise('max_stake'),
    /** What a round may cost at any number: the payouts of its bets if that number won. */
    maxPayout: paise('max_payout'),
  },
  (t) => [
    check(
      'game_limits_range',
      sql`least(${t.minBet}, ${t.maxBet}, ${t.maxStake}, ${t.maxPayout}) > 0
      and greatest(${t.minBet}, ${t.maxBet}, ${t.maxStake}, ${t.maxPayout}) <= 1000000000`,
    ),
    check('game_limits_min_reachable', sql`${t.minBet} <= least(${t.maxBet}, ${t.maxStake})`),
  ],
);

/**
 * What an open contest with a limit on its payout costs at each of the ten numbers, cancelled bets left out. Kept by the
 * trigger of bets; place_numbered_bets locks the row, so that batches of several servers never exceed the limit together.
 */
export const contestExposures = pgTable(
  'contest_exposures',
  {
    contestId: bigId('contest_id')
      .primaryKey()
      .references(() => contests.id),
    payouts: bigint('payouts', { mode: 'bigint' }).array().notNull(),
  },
  (t) => [check('contest_exposures_ten_numbers', sql`cardinality(${t.payouts}) = 10`)],
);

/**
 * Rounds of the public beacon (drand quicknet) that contests use. A server that is to fetch one takes a lease; a row with
 * a signature never changes.
 */
export const beaconRounds = pgTable(
  'beacon_rounds',
  {
    round: bigint('round', { mode: 'number' }).primaryKey(),
    /** Until then one server fetches it. */
    leasedUntil: instant('leased_until'),
    /** Verified by the server that fetched it: 48 bytes. */
    signature: bytes('signature'),
    /** SHA-256 of the signature. */
    randomness: bytes('randomness'),
    /** By the database's clock. */
    receivedAt: instant('received_at'),
  },
  (t) => [
    check(
      'beacon_rounds_complete',
      sql`num_nonnulls(${t.signature}, ${t.randomness}, ${t.receivedAt}) in (0, 3)
      and octet_length(${t.signature}) = 48 and ${t.randomness} = sha256(${t.signature})`,
    ),
  ],
);

/**
 * An owner's announcement to make a contest void that still waits for the beacon a week after its end. Another owner may carry it
 * out at once, any owner after 24 hours, and any owner may stop it until then.
 */
export const voidNotices = pgTable(
  'void_notices',
  {
    id: bigId('id').primaryKey().generatedAlwaysAsIdentity(),
    contestId: bigId('contest_id')
      .notNull()
      .references(() => contests.id),
    /** Public. */
    reason: text('reason').notNull(),
    madeBy: bigId('made_by')
      .notNull()
      .references(() => users.id),
    madeAt: instant('made_at').notNull(),
    /** When it was stopped. */
    stoppedAt: instant('stopped_at'),
    stoppedBy: bigId('stopped_by').references(() => users.id),
  },
  (t) => [
    uniqueIndex('void_notices_standing_unique')
      .on(t.contestId)
      .where(sql`${t.stoppedAt} is null`),
    check('void_notices_reason_length', sql`char_length(${t.reason}) between 10 and 500`),
    check('void_notices_stopped_complete', sql`(${t.stoppedAt} is null) = (${t.stoppedBy} is null)`),
  ],
);

/** Secret: what the salts of a contest's bets are derived from, so that its root doesn't reveal who bet. */
export const contestSecrets = pgTable(
  'contest_secrets',
  {
    contestId: bigId('contest_id')
      .primaryKey()
      .references(() => contests.id),
    saltSecret: bytes('salt_secret').notNull(),
  },
  (t) => [check('contest_secrets_32_bytes', sql`octet_length(${t.saltSecret}) = 32`)],
);
