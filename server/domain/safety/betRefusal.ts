import type { Paise } from '../../../db/columns.ts';
import type { Context } from '../ground/verbs/context.ts';
import { safetyRefusal, type SafetyCode } from '../ground/refusals/safetyRefusal.ts';
import { paise } from '../ground/values/money.ts';
import { ownPlayLimits } from './playLimits.ts';
import { ownPauses } from './playPauses.ts';

/** Why place_numbered_bets refuses a bet of a player who has set something. */
export type BetStop = Exclude<SafetyCode, 'DEPOSIT_LIMIT'>;

/** The refusal of a bet of `amount`, with what is known now about its end. */
export async function betRefusal(ctx: Context, code: BetStop, amount: Paise): Promise<Error> {
  if (code === 'STAKE_LIMIT' || code === 'LOSS_LIMIT') return limitRefusal(ctx, code, amount);
  const { timeOutUntil, exclusion } = await ownPauses(ctx);
  return safetyRefusal(code, { until: code === 'TIME_OUT' ? timeOutUntil : (exclusion?.until ?? null) });
}

/** Of the limits that refuse it: the last end, and the least that is left. */
async function limitRefusal(ctx: Context, code: 'STAKE_LIMIT' | 'LOSS_LIMIT', amount: Paise): Promise<Error> {
  const kind = code === 'STAKE_LIMIT' ? 'stake' : 'loss';
  const limits = (await ownPlayLimits(ctx)).filter((limit) => limit.kind === kind && limit.left !== null);
  const refusing = limits.filter(({ left }) => (left ?? 0n) < amount);
  const until = refusing.reduce<Date | null>((last, { endsAt }) => (last && last > endsAt ? last : endsAt), null);
  const left = refusing.reduce(
    (least, limit) => ((limit.left ?? 0n) < least ? (limit.left ?? 0n) : least),
    amount as bigint,
  );
  return safetyRefusal(code, { until, remainingPaise: paise(left) });
}
