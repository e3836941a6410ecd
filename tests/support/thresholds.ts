import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { setSecondAdminThreshold } from '../../server/domain/proposals/setThreshold.ts';
import type { TestDatabase } from './database.ts';
import { tamper } from './tamper.ts';

/** Sets when a second admin is needed, as an owner does; what would wait for another owner happens at once, past every rule. */
export async function setThreshold(
  database: TestDatabase,
  ctx: Context,
  input: Parameters<typeof setSecondAdminThreshold>[1],
): Promise<void> {
  const { threshold, proposed } = await setSecondAdminThreshold(ctx, input);
  if (!proposed) return;
  const { makerDayAmount = threshold.makerDayAmount } = input;
  await tamper(
    database,
    `update proposals set status = 'lapsed', decided_at = db_now() where kind = 'policy' and status = 'open';
     update second_admin_thresholds set from_amount = ${input.fromAmount ?? 'null'}, maker_day_amount = ${makerDayAmount ?? 'null'}
      where kind = '${input.kind}'`,
  );
}

/** Writes when a second admin is needed, past every rule: from this amount of paise on, or never. */
export function writeThreshold(database: TestDatabase, kind: string, fromPaise: number | null): Promise<void> {
  return tamper(database, `update second_admin_thresholds set from_amount = ${fromPaise} where kind = '${kind}'`);
}
