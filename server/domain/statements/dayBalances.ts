import { sql } from 'drizzle-orm';
import { rawQuery, type Tx } from '../../../db/client.ts';
import type { DayBalance } from './statementLine.ts';

interface Stored {
  day: string;
  opening: bigint | null;
  closing: bigint | null;
  /** What the lines of the day make, into the account less out of it. */
  net: bigint;
}

/** Stores what the bank states of each day after `closed`, which files may do in parts. */
export async function keepBalances(
  tx: Tx,
  payeeId: bigint,
  stated: readonly DayBalance[],
  closed: string | null,
): Promise<void> {
  const open = stated.filter(({ day }) => closed === null || day > closed);
  if (open.length === 0) return;
  const rows = await rawQuery<Stored>(
    tx,
    sql`select d.day::text as day, b.opening, b.closing,
               coalesce((select sum(case l.direction when 'credit' then l.amount else -l.amount end)
                           from statement_lines l where l.payee_id = ${payeeId} and l.day = d.day), 0)::bigint as net
          from (select distinct (value #>> '{}')::date as day
                  from jsonb_array_elements(${JSON.stringify(open.map(({ day }) => day))}::jsonb)) d
          left join statement_balances b on b.payee_id = ${payeeId} and b.day = d.day`,
  );
  const known = new Map(rows.map((row) => [row.day, row]));
  for (const balance of open) {
    const before = known.get(balance.day);
    if (before) known.set(balance.day, { ...before, ...merged(before, balance) });
  }
  const values = [...known.values()].map(({ day, opening, closing }) => ({
    day,
    opening: opening === null ? null : String(opening),
    closing: closing === null ? null : String(closing),
  }));
  await tx.execute(sql`
    insert into statement_balances (payee_id, day, opening, closing)
    select ${payeeId}::bigint, day, opening, closing
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (day date, opening bigint, closing bigint)
    on conflict (payee_id, day) do update set opening = excluded.opening, closing = excluded.closing
     where (statement_balances.opening, statement_balances.closing) is distinct from (excluded.opening, excluded.closing)`);
}

/**
 * The day's balances from two files, of which each may have a part of the day: those that fit the day's lines. Where none
 * do, the opening of the first and the closing of the last.
 */
export function merged(
  { opening, closing, net }: Omit<Stored, 'day'>,
  next: DayBalance,
): { opening: bigint; closing: bigint } {
  if (opening === null || closing === null) return { opening: next.opening, closing: next.closing };
  const pairs = [
    { opening, closing },
    { opening: next.opening, closing: next.closing },
    { opening, closing: next.closing },
    { opening: next.opening, closing },
  ];
  return pairs.find((pair) => pair.opening + net === pair.closing) ?? { opening, closing: next.closing };
}
