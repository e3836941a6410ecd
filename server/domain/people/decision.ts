import type { Paise } from '../../../db/columns.ts';
import { playerFlag } from '../../../db/schema/people.ts';
import type { auditLog } from '../../../db/schema/settings.ts';
import type { PlayerFlag } from '../accounts/users/members.ts';
import { auditChanges } from '../audit/changes.ts';
import { paise } from '../ground/values/money.ts';

/** A decision about a player: a row of the audit log. */
export type PlayerDecision = typeof auditLog.$inferSelect;

type Facts = Pick<PlayerDecision, 'before' | 'after'>;

/** The flag that a decision set or removed; null for other decisions. */
export function flagOf(decision: Facts): PlayerFlag | null {
  const change = auditChanges(decision).find(({ fact }) => fact === 'flag');
  const name = change?.after ?? change?.before;
  return playerFlag.enumValues.find((flag) => flag === name) ?? null;
}

/** By how much a decision corrected a balance; null for other decisions. */
export function amountOf(decision: Facts): Paise | null {
  const change = auditChanges(decision).find(({ fact, kind }) => fact === 'amount' && kind === 'money');
  return change?.after ? paise(BigInt(change.after.replace('.', ''))) : null;
}
