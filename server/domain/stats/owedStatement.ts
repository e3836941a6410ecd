import type { Paise } from '../../../db/columns.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { owedLines, type OwedLines } from '../ground/ledger/owedLines.ts';
import { paise } from '../ground/values/money.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { Liabilities } from './liabilities.ts';
import { played } from './moneyFigures.ts';
import { readRange, type DateRange } from './range.ts';
import { spansOf, sinceSpan, type ReadSpans } from './spanMoney.ts';

/** What leads from what players were owed at the start of a range to what they are owed at its end. */
export interface OwedStatement extends OwedLines {
  /** Balances, withdrawals on hold, and stakes of rounds that were not paid. */
  owedAtStart: Paise;
  owedAtEnd: Paise;
  /** What is owed now, in parts. */
  now: Liabilities;
}

/**
 * The statement of a range, for admins, from one snapshot: what is owed at its end are the ledger's balances now less what has
 * moved since. A round counts at its end, once it is paid; until then its stakes are owed.
 */
export async function owedStatement(
  ctx: Context,
  range: DateRange,
  read: ReadSpans = spansOf(ctx),
): Promise<OwedStatement> {
  authorize(ctx, 'finance:read');
  const span = readRange(range);
  const [money, since] = await read({ ...span, read: 'money' }, sinceSpan(span.to));
  if (since.now === null) throw new Error('what is owed was not read');
  const { owed, ...now } = since.now;
  const owedAtEnd = owed - since.change;
  const { stakes: staked, returned: won } = played(money);
  return {
    owedAtStart: paise(owedAtEnd - money.change),
    ...owedLines((kind) => money.movement(kind).amount, { won, staked }),
    owedAtEnd: paise(owedAtEnd),
    now,
  };
}
