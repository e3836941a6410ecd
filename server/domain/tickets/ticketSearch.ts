import { or, sql, type SQL } from 'drizzle-orm';
import { rawQuery, type Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { memberText, messageText, ticketText } from '../../../db/schema/searchTexts.ts';
import { ticketMessages, tickets } from '../../../db/schema/support.ts';
import { idArray } from '../../../db/idArray.ts';
import type { Context } from '../ground/verbs/context.ts';
import { readSearch } from '../ground/values/typedText.ts';

/** A shorter part has no trigram, by which the indexes find it. */
const SHORTEST_PART = 3;

/** Above so many rows found, they are so frequent that the tickets are read in their order instead. */
const MAX_FOUND = 20_000;

/**
 * Tickets that a search finds: by part (at least 3 characters) of title, description, messages, or the player's name,
 * email or UID. Undefined for an empty search.
 */
export async function searchCondition({ db }: Context, search: string | undefined): Promise<SQL | undefined> {
  const text = readSearch(search).toLowerCase();
  if (text === '') return undefined;
  if ([...text].length < SHORTEST_PART) return sql`false`;
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found = new Set<bigint>();
  const frequent: SQL[] = [];
  for (const { ids, isOne } of sources(pattern)) {
    const some = await idsFound(db, ids);
    if (some === null) frequent.push(isOne);
    else for (const id of some) found.add(id);
  }
  return or(found.size === 0 ? undefined : oneOf(found), ...frequent) ?? sql`false`;
}

interface Source {
  /** The ids of all tickets found by it, possibly several times. */
  ids: SQL;
  /** Whether a ticket is one of them. */
  isOne: SQL;
}

function sources(pattern: string): Source[] {
  const [words, message, player] = [ticketText, messageText, memberText].map((part) => sql`${part} like ${pattern}`);
  return [
    { ids: sql`select ${tickets.id} as id from ${tickets} where ${words}`, isOne: sql`${words}` },
    {
      ids: sql`select ${ticketMessages.ticketId} as id from ${ticketMessages} where ${message}`,
      // With a limit the planner doesn't collect all messages first.
      isOne: sql`(select true from ${ticketMessages}
        where ${ticketMessages.ticketId} = ${tickets.id} and ${message} limit 1)`,
    },
    {
      ids: sql`select ${tickets.id} as id from ${tickets} join ${users} on ${users.id} = ${tickets.playerId} where ${player}`,
      isOne: sql`(select ${player} from ${users} where ${users.id} = ${tickets.playerId})`,
    },
  ];
}

/** The ids that a query finds, each once; null where they are too many. */
async function idsFound(db: Db, query: SQL): Promise<bigint[] | null> {
  const [found] = await rawQuery<{ ids: bigint[] | null; rows: bigint }>(
    db,
    sql`select array_agg(distinct id) as ids, count(*) as rows from (${query} limit ${MAX_FOUND + 1}::int) found`,
  );
  if (!found || found.rows > MAX_FOUND) return null;
  return found.ids ?? [];
}

/** As an array, whose length the planner has. */
function oneOf(ids: ReadonlySet<bigint>): SQL {
  return sql`${tickets.id} = any (${idArray(ids)})`;
}
