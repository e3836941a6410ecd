import { sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { requireReason } from '../audit/parseReason.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin, rolesFor } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { hasAmount, isThresholdKind, mayDecide, type ProposalKind, type ThresholdKind } from './kinds.ts';
import { proposePolicy } from './policy.ts';
import { carryOutThreshold, isFixed, lockThreshold, type Threshold } from './thresholds.ts';

export const setSecondAdminThresholdVerb = verb({
  name: 'setSecondAdminThreshold',
  may: 'secondAdmin:setThresholds',
  countsAs: 'other',
  idempotent: false,
  audit: ['settings:secondAdmin', 'proposal:make'],
  refusals: ['ALREADY_PROPOSED'],
});

/**
 * Sets from which amount on a kind needs a second admin, and from which sum of a day on each admin does; null switches
 * either off. `makerDayAmount` left out stays. What lets more pass than before is proposed instead: another owner confirms it, or
 * it takes effect after seven days in which none has answered (policy.ts). Else it applies to what is submitted from now on, and every
 * other admin is notified. Refuses with INVALID_INPUT a reason below 10 characters, a negative amount, an amount for a kind without
 * amounts, a kind that is no setting, and to demand more while fewer than two active admins may decide the kind: nothing of it
 * could be confirmed; with ALREADY_PROPOSED what waits for another owner.
 */
export async function setSecondAdminThreshold(
  ctx: Context,
  input: {
    kind: ProposalKind;
    fromAmount: Paise | null;
    makerDayAmount?: Paise | null | undefined;
    reason: string;
  },
): Promise<{ threshold: Threshold; proposed: boolean }> {
  requireAdmin(ctx, setSecondAdminThresholdVerb.may);
  const reason = requireReason(input.reason);
  const kind = checkThreshold(ctx, input);
  const { events, ...set } = await inTransaction(ctx.db, async (tx) => {
    const before = await lockThreshold(tx, kind);
    const { makerDayAmount = before.makerDayAmount } = input;
    const after = { ...before, fromAmount: input.fromAmount, makerDayAmount };
    if (loosens(before, after)) {
      return { threshold: before, proposed: true, events: await proposePolicy(tx, ctx, after, reason) };
    }
    if (loosens(after, before) && (await countDeciders(tx, kind)) < 2) {
      throw invalidInput('kind', 'kind needs two active admins who may decide it');
    }
    return { threshold: after, proposed: false, events: await carryOutThreshold(tx, ctx, before, after, { reason }) };
  });
  ctx.events.publish(...events);
  return set;
}

/** The kind, once it and the amounts of a change are possible ones. Refuses with INVALID_INPUT. */
function checkThreshold(
  ctx: Context,
  {
    kind,
    fromAmount,
    makerDayAmount,
  }: { kind: ProposalKind; fromAmount: Paise | null; makerDayAmount?: Paise | null | undefined },
): ThresholdKind {
  if (!isThresholdKind(kind) || isFixed(ctx, kind)) {
    throw invalidInput('kind', 'kind always needs a second admin: that is no setting');
  }
  if (fromAmount !== null && fromAmount !== 0n && !hasAmount(kind)) {
    throw invalidInput('fromAmount', 'fromAmount is 0 (on) or null (off) for this kind');
  }
  if (fromAmount !== null && fromAmount < 0n) throw invalidInput('fromAmount', 'fromAmount must not be negative');
  if (makerDayAmount != null && !hasAmount(kind)) {
    throw invalidInput('makerDayAmount', 'makerDayAmount belongs to kinds with an amount');
  }
  if (makerDayAmount != null && makerDayAmount <= 0n) {
    throw invalidInput('makerDayAmount', 'makerDayAmount must be above zero');
  }
  return kind;
}

/** Whether more passes after a change than before it; loosens_threshold is the same rule. */
function loosens(before: Threshold, after: Threshold): boolean {
  const looser = (was: Paise | null, is: Paise | null) => was !== null && (is === null || is > was);
  return looser(before.fromAmount, after.fromAmount) || looser(before.makerDayAmount, after.makerDayAmount);
}

async function countDeciders(tx: Tx, kind: ProposalKind): Promise<number> {
  const roles = sql.join(
    rolesFor(mayDecide(kind)).map((role) => sql`${role}::admin_role`),
    sql`, `,
  );
  return tx.$count(
    users,
    sql`${users.userType} = 'admin' and ${users.status} = 'active' and ${users.roles} && array[${roles}]`,
  );
}
