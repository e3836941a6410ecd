import { eq, sql } from 'drizzle-orm';
import { BackupError } from '../../../db/backup/manifest.ts';
import { type ArchivedMonth, monthRows } from '../../../db/backup/monthFiles.ts';
import { type Db, rawQuery } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { archivedHash } from '../audit/readArchives.ts';
import { jsonRow } from './openPersonalData.ts';
import { selectionName, type PersonalRow } from './personalSections.ts';

const ROWS_AT_ONCE = 2_000;

/** A bet as it is in a month's file. */
type FiledBet = Readonly<Record<string, string>>;

/**
 * A player's bets in archived months, oldest first: one line of JSON for each, as in the `bets` of the data export
 * (openPersonalData). Reads the months' files once, and holds the player's own rows of a month in memory. Throws
 * BackupError for a UID that nobody has and for files that are not those that the month became.
 */
export async function* archivedBets(db: Db, uid: string, archives: readonly ArchivedMonth[]): AsyncGenerator<string> {
  const [player] = await db.select({ id: users.id }).from(users).where(eq(users.uid, uid));
  if (player === undefined) throw new BackupError(`No account has the UID ${uid}.`);
  for (const archive of archives.toSorted((a, b) => a.manifest.month - b.manifest.month)) {
    await refuseOtherFiles(db, archive);
    const bets: FiledBet[] = [];
    const isOwn = (row: FiledBet) => row['player_id'] === String(player.id);
    for await (const bet of monthRows(archive, 'bets', isOwn)) bets.push(bet);
    if (bets.length === 0) continue;
    const returned = await payoutsOf(archive, bets);
    bets.sort((a, b) => Number(BigInt(a['id'] ?? '') - BigInt(b['id'] ?? '')));
    for (let from = 0; from < bets.length; from += ROWS_AT_ONCE) {
      for (const row of await exported(db, bets.slice(from, from + ROWS_AT_ONCE), returned)) yield `${jsonRow(row)}\n`;
    }
  }
}

async function refuseOtherFiles(db: Db, { dir, manifest: { month }, sha256 }: ArchivedMonth): Promise<void> {
  const kept = await archivedHash(db, month);
  if (!kept?.equals(sha256)) {
    throw new BackupError(`${dir} does not have the files that month ${month} of this database became.`);
  }
}

/** What was paid for these bets, in paise as text, by id of the bet. */
async function payoutsOf(archive: ArchivedMonth, bets: readonly FiledBet[]): Promise<Map<string, string>> {
  const own = new Set(bets.map(({ id }) => id));
  const returned = new Map<string, string>();
  for await (const row of monthRows(archive, 'bet_payouts', ({ bet_id: id }) => own.has(id))) {
    returned.set(row['bet_id'] ?? '', row['amount'] ?? '');
  }
  return returned;
}

function exported(db: Db, bets: readonly FiledBet[], returned: ReadonlyMap<string, string>): Promise<PersonalRow[]> {
  const column = (name: string) => sql.param(bets.map((bet) => bet[name]));
  const paid = sql.param(bets.map(({ id }) => returned.get(id ?? '') ?? null));
  return rawQuery<PersonalRow>(
    db,
    sql`select b.id as key, c.game_id as "gameId", b.placed_at as "placedAt", ${selectionName(sql`b.selection`)} as selection,
               b.amount, x.bet_id is not null as cancelled, b.returned
          from unnest(${column('id')}::bigint[], ${column('contest_id')}::bigint[], ${column('selection')}::int[],
                      ${column('amount')}::bigint[], ${column('placed_at')}::timestamptz[], ${paid}::bigint[])
               as b (id, contest_id, selection, amount, placed_at, returned)
          join contests c on c.id = b.contest_id
          left join bet_cancellations x on x.bet_id = b.id
         order by b.id`,
  );
}
