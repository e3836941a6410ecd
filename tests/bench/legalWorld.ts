import pg from 'pg';
import { sql } from 'drizzle-orm';
import { connectionOptions, rawQuery } from '../../db/client.ts';
import { detectSignals } from '../../server/domain/signals/detectSignals.ts';
import { schema } from '../../server/graphql/schema/schema.ts';
import type { TestDatabase } from '../support/database.ts';
import { openDomain } from '../support/domain.ts';
import { executeAt } from '../support/execute.ts';
import { type Caller, legalDocuments, type LegalDocument } from '../support/legalDocuments.ts';
import { TEST_START } from '../support/server.ts';
import { writeCrowd } from '../support/world/crowd.ts';
import { givenAdmin, givenPlayer } from '../support/world/people.ts';
import type { HeldServerAnswer, HeldServerRequest } from './heldServer.ts';
import type { OwnProcess } from './processes.ts';

const CROWD = { players: 1_000, rings: 10, seed: 7, now: TEST_START };
/** More than a page of everything that a player has, and of rounds of each game. */
const ROWS = 150;
/** As many as a player may have. */
const PENDING = 10;
const ROUNDS = 110;
const ROUND_MS = 180_000;

/** Who asks, and the documents that the limits allow them. */
export interface Asking {
  readonly who: 'stranger' | 'player' | 'admin';
  readonly token: string | undefined;
  readonly documents: readonly LegalDocument[];
}

interface World {
  readonly server: OwnProcess;
  readonly database: TestDatabase;
}

/** Fills every list by more than a page, and resolves to the documents of each kind of caller. */
export async function legalWorld({ server, database }: World): Promise<Asking[]> {
  const reachable = { url: server.ready.url, database };
  const advance = (ms: number) => server.ask<HeldServerAnswer>({ action: 'advance', ms } satisfies HeldServerRequest);
  for (let round = 0; round < ROUNDS; round += 1) await advance(ROUND_MS);
  // Their tokens begin after that.
  const player = await givenPlayer(reachable, { rupees: 10_000 });
  const admin = await givenAdmin(reachable);
  await writeCrowd(database, CROWD);
  await writeRows(database, { player: player.uid, admin: admin.uid });
  await detectSignals(openDomain(database, new Date(TEST_START).toISOString()).as({ kind: 'system' }));
  const { viewer } = await admin.execute(
    '{ viewer { admin { payees(channel: UPI) { id } auditLog { edges { node { id } } } } } }',
  );
  const { contests } = await executeAt(reachable.url)(
    '{ contests(gameType: SAPRE_THREE, first: 100) { edges { node { id gameId } } } }',
  );
  const rounds = contests.edges.map(({ node }: { node: { id: string; gameId: string } }) => node);
  const values: Caller['values'] = {
    month: '"2026-11"',
    gameId: `"${rounds[0].gameId}"`,
    id: `"${rounds[0].id}"`,
    ids: JSON.stringify(rounds.map(({ id }: { id: string }) => id)),
    payeeId: `"${viewer.admin.payees[0].id}"`,
    than: `"${viewer.admin.auditLog.edges.at(-1).node.id}"`,
    uid: `"${player.uid}"`,
    GameType: 'SAPRE_THREE',
    numbers: '[1, 2, 3]',
    days: '90',
    weeks: '12',
    hours: '168',
    months: '12',
    from: '"2026-11-01"',
    to: '"2026-11-20"',
    day: '"2026-11-19"',
    DateRange: '{ from: "2026-11-01", to: "2026-11-20" }',
    'from: DateTime': '"2026-11-01T00:00:00Z"',
    'to: DateTime': '"2026-11-20T00:00:00Z"',
    DateTime: '"2026-11-19T00:00:00Z"',
  };
  return askingOf(values, { player: player.accessToken, admin: admin.accessToken });
}

/** The documents of each kind of caller, with values of arguments that lead to most rows. */
function askingOf(values: Caller['values'], tokens: { player: string; admin: string }): Asking[] {
  const hidden = ['Contest.overrideProposal', 'Contest.voidProposal', 'Ticket.handling'];
  const documentsOf = (hasSession: boolean, without: readonly string[]) =>
    legalDocuments(schema, { hasSession, without, empty: ['Query.waitingContests'], values });
  return [
    { who: 'stranger', token: undefined, documents: documentsOf(false, ['Query.viewer', ...hidden]) },
    { who: 'player', token: tokens.player, documents: documentsOf(true, ['Viewer.admin', ...hidden]) },
    { who: 'admin', token: tokens.admin, documents: documentsOf(true, []) },
  ];
}

/** Rows of a player and an admin, past the rules. */
async function writeRows(database: TestDatabase, { player, admin }: { player: string; admin: string }): Promise<void> {
  const [ids] = await rawQuery<{ player: bigint; admin: bigint }>(
    database.db,
    sql`select p.id as player, a.id as admin from users p, users a where p.uid = ${player} and a.uid = ${admin}`,
  );
  const client = new pg.Client(connectionOptions(database.address));
  await client.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    for (const statement of statementsFor(ids?.player ?? 0n, ids?.admin ?? 0n)) await client.query(statement);
    await client.query('commit');
    // Its rows are numbered and chained by triggers.
    await client.query(
      `insert into audit_log (actor_id, action, subject_type, subject, at)
       select $1, 'ticket:resolve', 'user', uid, now() from users order by id limit ${ROWS}`,
      [ids?.admin],
    );
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

function statementsFor(player: bigint, admin: bigint): string[] {
  const n = `generate_series(1, ${ROWS}) n`;
  const at = `to_timestamp(${TEST_START / 1_000} - n * 60)`;
  return [
    // Figures are made of what settlement leaves.
    `update contests set total_stakes = 0, total_payouts = 0 where game_id like 'crowd-%'`,
    `insert into wallet_transactions (player_id, transaction_type, channel, status, amount, reference, payee_id, decided_at, created_at, updated_at)
     select ${player}, 'credit', 'upi', 'success', 100 * n, 'UTR55' || n, 1, ${at}, ${at}, ${at} from ${n}`,
    `insert into wallet_transactions (player_id, transaction_type, channel, status, amount, upi_id, created_at, updated_at)
     select ${player}, 'debit', 'upi', 'pending', 100 * n, 'asha@okbank', ${at}, ${at} from generate_series(1, ${PENDING}) n`,
    `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
     select id, ${player}, number % 10 + 9, 1000, 0, starts_at from contests where game_id like 'crowd-%' order by id desc limit ${ROWS}`,
    `insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
     select ${player}, id, 1, 1000, 0, settled_at from contests where game_id like 'crowd-%' order by id desc limit ${ROWS}`,
    `insert into tickets (player_id, title, description, status, unread, created_at, updated_at)
     select ${player}, 'UPI Payment Stuck', 'My order ' || n || ' hangs', 'pending', true, ${at}, ${at} from ${n}`,
    `insert into ticket_messages (ticket_id, author_id, message, created_at)
     select t.id, ${player}, 'The payment with reference UTR' || n, ${at} from tickets t, generate_series(1, 20) n`,
    `insert into ticket_notes (ticket_id, author_id, text, created_at)
     select t.id, ${admin}, 'Looked at ' || n, ${at} from tickets t, generate_series(1, 3) n`,
    `insert into notifications (user_id, kind, data, cause, created_at)
     select ${player}, 'PASSWORD_GUESSED', '{}', 'n' || n, ${at} from ${n}`,
    `insert into feedback (player_id, rating, text, created_at)
     select p.id, 4, 'Smooth', ${at} from (select id, row_number() over (order by id) as n from users) p where n <= ${ROWS}`,
    `insert into player_notes (player_id, author_id, text, created_at) select ${player}, ${admin}, 'Note ' || n, ${at} from ${n}`,
  ];
}
