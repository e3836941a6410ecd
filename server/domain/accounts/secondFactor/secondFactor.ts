import { and, count, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../../db/client.ts';
import { recoveryCodes, secondFactors, users } from '../../../../db/schema/accounts.ts';
import { totpStep } from '../../../platform/totp.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { inOrderOf } from '../../ground/database/inOrder.ts';
import { authorize, requireMember } from '../../ground/actors/permissions.ts';
import { secondFactorPlace } from '../../ground/values/storedPlaces.ts';
import { spendRecoveryCode } from './recoveryCodes.ts';

type FactorRow = typeof secondFactors.$inferSelect;

/** The state of an account's second factor. */
export interface SecondFactorState {
  /** When it was set up; null: there is none. */
  confirmedAt: Date | null;
  recoveryCodesLeft: number;
  /** Whether this user must have one. */
  required: boolean;
}

/** The actor's own. */
export async function ownSecondFactor(ctx: Context): Promise<SecondFactorState> {
  const userId = requireMember(ctx, 'secondFactor:manageOwn');
  const [state] = await readStates(ctx, [userId]);
  if (!state) throw new Error(`user ${userId} vanished`);
  return state;
}

/** Those of accounts in the order of `ids`, for admins; null where there is no account. */
export function secondFactorsById(ctx: Context, ids: readonly bigint[]): Promise<(SecondFactorState | null)[]> {
  authorize(ctx, 'member:read');
  return readStates(ctx, ids);
}

async function readStates(ctx: Context, ids: readonly bigint[]): Promise<(SecondFactorState | null)[]> {
  const { id, confirmedAt } = secondFactors;
  const rows = await ctx.db
    .select({ id: users.id, userType: users.userType, confirmedAt, left: count(recoveryCodes.codeHash) })
    .from(users)
    .leftJoin(secondFactors, and(eq(secondFactors.userId, users.id), isNotNull(confirmedAt)))
    .leftJoin(recoveryCodes, and(eq(recoveryCodes.factorId, id), isNull(recoveryCodes.usedAt)))
    .where(inArray(users.id, [...ids]))
    .groupBy(users.id, id);
  return inOrderOf(ids, rows).map(
    (row) =>
      row && {
        confirmedAt: row.confirmedAt,
        recoveryCodesLeft: row.left,
        required: row.userType === 'admin' && ctx.config.adminSecondFactor === 'required',
      },
  );
}

/** The second factor that signing in asks for; undefined when the account has none. */
export async function confirmedFactor(queryable: Queryable, userId: bigint): Promise<FactorRow | undefined> {
  const [factor] = await queryable
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)));
  return factor;
}

/**
 * Checks the second factor of an account that has one, and uses up the code: one of the authenticator app, or a recovery
 * code. Refuses with OTP_REQUIRED when there is no code, with OTP_WRONG a wrong or used one. The caller has locked the
 * user's row, and runs this within the limits on guesses (limitGuesses).
 */
export async function requireSecondFactor(
  tx: Tx,
  ctx: Context,
  userId: bigint,
  otp: string | null | undefined,
): Promise<void> {
  const factor = await confirmedFactor(tx, userId);
  if (factor === undefined) return;
  const code = plainCode(otp ?? '');
  if (code === '') {
    throw new DomainError('OTP_REQUIRED', 'Please enter the code of your authenticator app.', { field: 'otp' });
  }
  const spent = /^\d+$/.test(code)
    ? await spendTotp(tx, ctx, factor, code)
    : await spendRecoveryCode(tx, ctx, factor.id, code);
  if (!spent) throw wrongOtp();
}

/** The refusal of a wrong, old or used code. */
export function wrongOtp(): DomainError {
  return new DomainError('OTP_WRONG', 'This code is wrong, or has been used.', { field: 'otp' });
}

/** The step of a code of this secret, within a step of now; null when it is none. */
export function stepOf(ctx: Pick<Context, 'keyring' | 'now'>, factor: FactorRow, code: string): number | null {
  const secret = ctx.keyring.decrypt(secondFactorPlace(factor), { value: factor.secret, keyId: factor.keyId });
  return totpStep(secret, plainCode(code), ctx.now);
}

async function spendTotp(tx: Tx, ctx: Context, factor: FactorRow, code: string): Promise<boolean> {
  const step = stepOf(ctx, factor, code);
  if (step === null || factor.lastStep === null || step <= factor.lastStep) return false;
  await tx.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.id, factor.id));
  return true;
}

/** A code as it is compared: spaces and dashes of any kind, which people type, are left out; letters are upper case. */
function plainCode(otp: string): string {
  return otp.replace(/[\s\p{Pd}\u2212]/gu, '').toUpperCase();
}
