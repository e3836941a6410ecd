import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { isReferenceKey, referenceKey } from '../../../web/paymentTexts.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { dayOf } from '../ground/values/calendar.ts';
import { fittingLines, type FittingLine, type PayingLine } from './payoutLines.ts';
import { awaitedPayouts, type PayoutBatch } from './payoutBatch.ts';

/** Banks book a payment on the day of the file, or after a weekend and holidays. */
const DAYS = 5;
const MAX_LINES = 2_000;

/**
 * The payouts of a batch that exactly one line of the paying account's statement fits (fittingLines): money out, not matched with
 * anything else, from the day of the download to five days later, with a reference that no payout has. For admins who may read payments.
 */
export async function payoutsInStatement(ctx: Context, batch: PayoutBatch): Promise<FittingLine[]> {
  authorize(ctx, 'payoutBatch:read');
  const { payeeId, downloadedAt } = batch;
  if (downloadedAt === null) return [];
  const payouts = await awaitedPayouts(ctx.db, batch.id);
  if (payouts.length === 0) return [];
  const from = dayOf(downloadedAt);
  const lines = await rawQuery<PayingLine>(
    ctx.db,
    sql`
      select id, amount, day::text as day, description, reference from statement_lines
       where payee_id = ${payeeId} and direction = 'debit' and state in ('unmatched', 'proposed') and reference is not null
         and day between ${from}::date and ${from}::date + ${DAYS}::int
         and amount in (select w.amount from payout_batch_items i join wallet_transactions w on w.id = i.transaction_id
                         where i.batch_id = ${batch.id} and i.outcome is null)
         and not exists (select from wallet_transactions w where w.payout_claim = reference_key(reference))
       order by id limit ${MAX_LINES}`,
  );
  return fittingLines(
    payouts,
    lines.filter(({ reference }) => isReferenceKey(referenceKey(reference))),
  );
}
