import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { authorize } from '../ground/actors/permissions.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { StatementLine } from './statementLines.ts';

/**
 * A player whose payment a line may be, and by what: a deposit with its reference that waits or was denied, the account to which they
 * withdraw, or their name.
 */
export interface LinePlayer {
  playerId: bigint;
  by: 'reference' | 'payoutAccount' | 'name';
}

const MOST_PLAYERS = 5;

/**
 * Players whose reference, payout account or whole name stands in the text of a line that came in, at most 5, in this order. Empty for
 * other lines. For those who may read statements.
 */
export async function possiblePlayers(
  ctx: Context,
  { direction, description, tokens }: Pick<StatementLine, 'direction' | 'description' | 'tokens'>,
): Promise<LinePlayer[]> {
  authorize(ctx, 'statement:read');
  if (direction !== 'credit') return [];
  const { upiIds, accountNumbers, names } = payerMarks(description);
  return rawQuery<LinePlayer>(
    ctx.db,
    sql`select u.id as "playerId", (array['reference', 'payoutAccount', 'name'])[min(f.place)] as by
          from (select w.player_id, 1 as place from wallet_transactions w
                 where w.reference_key = any(${sql.param(tokens)}::text[]) and w.status in ('pending', 'failed')
                union all
                select w.player_id, 2 from wallet_transactions w
                 where lower(w.upi_id) = any(${sql.param(upiIds)}::text[]) or w.account_number = any(${sql.param(accountNumbers)}::text[])
                union all
                select n.id, 3 from users n where lower(n.name) = any(${sql.param(names)}::text[])) f
          join users u on u.id = f.player_id and u.user_type = 'player' and u.closed_at is null
         group by u.id order by min(f.place), u.id desc limit ${MOST_PLAYERS}`,
  );
}

/** A name of more words is none; of one word only a long one is looked for. */
const MOST_WORDS = 4;
const LEAST_LETTERS = 4;

/** What may name who paid: UPI ids, account numbers of 9 to 20 digits, and runs of one to four words, all in lower case. */
export function payerMarks(description: string): { upiIds: string[]; accountNumbers: string[]; names: string[] } {
  const text = description.toLowerCase();
  const words = text.match(/[\p{L}\p{M}][\p{L}\p{M}.'’]*/gu) ?? [];
  const names = words.flatMap((_, from) =>
    Array.from({ length: MOST_WORDS }, (_ignored, more) => words.slice(from, from + more + 1).join(' ')),
  );
  return {
    upiIds: unique(text.match(/[a-z0-9._-]{2,}@[a-z0-9.]{2,}/g) ?? []),
    accountNumbers: unique(text.match(/(?<!\d)\d{9,20}(?!\d)/g) ?? []),
    names: unique(names.filter((name) => name.length >= LEAST_LETTERS)),
  };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
