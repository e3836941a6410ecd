import { asc, eq } from 'drizzle-orm';
import { inTransaction, type Queryable } from '../../../db/client.ts';
import { payoutLayouts } from '../../../db/schema/payoutBatches.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { bankName } from '../statements/statementBanks.ts';
import { checkLayout, type PayoutLayout } from './payoutLayout.ts';

/** A bank, and how it takes files of payouts. */
export interface PayoutBank {
  name: string;
  layout: PayoutLayout;
}

export const savePayoutLayoutVerb = verb({
  name: 'savePayoutLayout',
  may: 'payoutBatch:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payoutLayout:save'],
  refusals: [],
});

/**
 * Remembers how a bank takes files of payouts, in place of how it did before; batches that were made stay as they are. Refuses with
 * INVALID_INPUT a name of other than 1 to 40 characters, and what `checkLayout` refuses.
 */
export async function savePayoutLayout(
  ctx: Context,
  input: { bank: string; layout: PayoutLayout },
): Promise<PayoutBank> {
  const changedBy = requireAdmin(ctx, savePayoutLayoutVerb.may);
  const name = payoutBankName(input.bank);
  const layout = checkLayout(input.layout);
  await inTransaction(ctx.db, async (tx) => {
    const before = await layoutOf(tx, name);
    const change = { layout, changedBy, changedAt: ctx.now };
    await tx
      .insert(payoutLayouts)
      .values({ name, ...change })
      .onConflictDoUpdate({ target: payoutLayouts.name, set: change });
    await recordAudit(tx, ctx, {
      action: 'payoutLayout:save',
      subjectType: 'payoutLayout',
      subject: name,
      ...(before && { before: layoutFacts(before) }),
      after: layoutFacts(layout),
    });
  });
  return { name, layout };
}

/** The name under which a bank's layout is kept: lower case. Refuses with INVALID_INPUT other than 1 to 40 characters. */
export function payoutBankName(bank: string): string {
  const name = bankName(bank);
  if (name === null) throw invalidInput('bank', 'bank is required');
  return name;
}

/** The banks whose layout is known, by name. For admins who may read payments. */
export async function listPayoutBanks(ctx: Context): Promise<PayoutBank[]> {
  authorize(ctx, 'payoutBatch:read');
  const rows = await ctx.db.select().from(payoutLayouts).orderBy(asc(payoutLayouts.name));
  return rows.map(({ name, layout }) => ({ name, layout: layout as PayoutLayout }));
}

/** How a bank takes files. Refuses with INVALID_INPUT a bank that isn't known. */
export async function requireLayout(db: Queryable, name: string): Promise<PayoutLayout> {
  const layout = await layoutOf(db, name);
  if (layout === null) throw invalidInput('bank', 'The layout of this bank is not set.');
  return layout;
}

async function layoutOf(db: Queryable, name: string): Promise<PayoutLayout | null> {
  const [row] = await db.select().from(payoutLayouts).where(eq(payoutLayouts.name, name));
  return row ? (row.layout as PayoutLayout) : null;
}

/** What the audit log keeps of a layout. */
function layoutFacts(layout: PayoutLayout) {
  return { format: layout.format, data: JSON.stringify(layout) };
}
