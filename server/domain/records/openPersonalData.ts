import { eq, sql } from 'drizzle-orm';
import { inTransaction, rawQuery } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { formatRupees } from '../ground/values/money.ts';
import { limitRecords } from './limitRecords.ts';
import { personalSections, type Owner, type PersonalRow, type PersonalSection } from './personalSections.ts';

/**
 * Everything that is kept about the player, as one JSON document: an array for each section, money in rupees as decimal
 * strings. In pieces of some thousand rows, read from the database as they are consumed. It leaves a row in the audit
 * log. Refuses with RATE_LIMITED above 3, then one an hour.
 */
export async function openPersonalData(ctx: Context): Promise<AsyncIterable<string>> {
  const playerId = requirePlayer(ctx, 'personalData:readOwn');
  await limitRecords(ctx, playerId, 'personalData');
  const owner = await inTransaction(ctx.db, async (tx) => {
    const [row] = await tx
      .select({ id: users.id, uid: users.uid, email: users.email, createdAt: users.createdAt })
      .from(users)
      .where(eq(users.id, playerId));
    if (row === undefined) throw new Error(`player ${playerId} vanished`);
    await recordAudit(tx, ctx, { action: 'account:export', subjectType: 'user', subject: row.uid });
    return row;
  });
  return jsonOf(ctx, owner);
}

async function* jsonOf(ctx: Context, owner: Owner): AsyncGenerator<string> {
  yield `{\n"product": ${JSON.stringify(ctx.config.productName)},\n"madeAt": ${JSON.stringify(ctx.now)}`;
  for (const section of personalSections) {
    yield `,\n${JSON.stringify(section.name)}: [`;
    let separator = '\n';
    for await (const rows of batchesOf(ctx, owner, section)) {
      yield separator + rows.map(jsonRow).join(',\n');
      separator = ',\n';
    }
    yield ']';
  }
  yield '\n}\n';
}

async function* batchesOf({ db }: Context, owner: Owner, section: PersonalSection): AsyncGenerator<PersonalRow[]> {
  const { batchRows } = section;
  let last: PersonalRow | undefined;
  for (;;) {
    const limit = batchRows === undefined ? sql`` : sql` limit ${batchRows}`;
    const rows = await rawQuery<PersonalRow>(db, sql`${section.read(owner, last)}${limit}`);
    if (rows.length > 0) yield rows;
    if (batchRows === undefined || rows.length < batchRows) return;
    last = rows.at(-1);
  }
}

/** A row as a line of the document: money in rupees. */
export function jsonRow({ key: _key, keyAt: _keyAt, ...row }: PersonalRow): string {
  return JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? formatRupees(value) : value));
}
