import { inTransaction, type Tx } from '../../../db/client.ts';
import { gameSettings } from '../../../db/schema/settings.ts';
import { mailOwners } from '../accounts/mails/mailOwners.ts';
import { settingsMail } from '../accounts/mails/mailTexts.ts';
import type { AuditAction } from '../ground/verbs/auditActions.ts';
import { type GivenReason, overRest, parseReason, requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { userName } from '../ground/actors/userName.ts';
import { verb } from '../ground/verbs/verb.ts';
import { lockSettings, type GameSettings } from './gameSettings.ts';

export const setRandomizeVerb = verb({
  name: 'setRandomize',
  may: 'settings:change',
  countsAs: 'other',
  idempotent: false,
  audit: ['settings:randomize'],
  refusals: [],
});

/**
 * Sets who decides contests that open from now on: the fair draw (true) or the profit rule. A running one is
 * unaffected. With real money it needs a reason of at least 10 characters, and owners are mailed.
 */
export async function setRandomize(
  ctx: Context,
  { randomize, reason }: { randomize: boolean; reason?: GivenReason | null | undefined },
): Promise<GameSettings> {
  requireAdmin(ctx, setRandomizeVerb.may);
  return change(ctx, setRandomizeVerb.audit[0], { randomize }, whyRandomize(ctx, reason));
}

function whyRandomize({ config }: Context, reason: GivenReason | null | undefined): string | null {
  if (config.moneyMode === 'real') return requireReason(reason ?? '');
  return reason === overRest ? null : parseReason(reason);
}

export const setProfitabilityLevelVerb = verb({
  name: 'setProfitabilityLevel',
  may: 'settings:change',
  countsAs: 'other',
  idempotent: false,
  audit: ['settings:profitabilityLevel'],
  refusals: [],
});

/**
 * The slider, 0-9: how much the profit rule favours the house in contests that open from now on. Refuses with
 * INVALID_INPUT anything else, and a reason of less than 10 characters. With real money owners are mailed.
 */
export async function setProfitabilityLevel(
  ctx: Context,
  { value, reason }: { value: number; reason: GivenReason },
): Promise<GameSettings> {
  requireAdmin(ctx, setProfitabilityLevelVerb.may);
  if (!Number.isInteger(value) || value < 0 || value > 9) {
    throw invalidInput('value', 'value must be a whole number from 0 to 9');
  }
  return change(ctx, setProfitabilityLevelVerb.audit[0], { profitabilityIndex: value }, requireReason(reason));
}

async function change(
  ctx: Context,
  action: AuditAction,
  wanted: Partial<GameSettings>,
  reason: string | null,
): Promise<GameSettings> {
  const { before, after } = await inTransaction(ctx.db, async (tx) => {
    const current = await lockSettings(tx);
    const next = { ...current, ...wanted };
    if (sameSettings(current, next)) return { before: current, after: current };
    await tx.update(gameSettings).set(next);
    await recordAudit(tx, ctx, {
      action,
      subjectType: 'settings',
      subject: 'game',
      before: { ...current },
      after: { ...next },
      reason,
    });
    if (ctx.config.moneyMode === 'real') await mailChange(tx, ctx, { before: current, after: next, reason });
    return { before: current, after: next };
  });
  if (!sameSettings(before, after)) {
    ctx.events.publish({ type: 'settingsChanged' });
    if (ctx.config.moneyMode === 'real') ctx.events.publish({ type: 'mailQueued' });
  }
  return after;
}

/** Also the owner who made the change: the mail shows a change in that owner's name. */
async function mailChange(
  tx: Tx,
  ctx: Context,
  change: { before: GameSettings; after: GameSettings; reason: string | null },
): Promise<void> {
  const by = 'userId' in ctx.actor ? await userName(tx, ctx.actor.userId) : '';
  await mailOwners(tx, ctx, 'settings', (owner) => settingsMail(ctx.config, owner, { ...change, by, at: ctx.now }));
}

function sameSettings(one: GameSettings, other: GameSettings): boolean {
  return one.randomize === other.randomize && one.profitabilityIndex === other.profitabilityIndex;
}
