import type { users } from '../../../../db/schema/accounts.ts';
import { inTransaction } from '../../../../db/client.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { AuditAction } from '../../ground/verbs/auditActions.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, type DomainErrorCode } from '../../ground/refusals/errors.ts';
import { takeToken } from './tokenBuckets.ts';

/** Audit action of an admin's refused sign-in. */
export const SIGN_IN_REFUSED = 'session:refuse' satisfies AuditAction;

const recorded: ReadonlySet<DomainErrorCode> = new Set(['BAD_CREDENTIALS', 'OTP_WRONG']);
/** Rows for one account: more tell nothing new, and each makes the log's other writers wait. */
const ROWS = { capacity: 20, refillMs: 5 * 60_000 };

/**
 * Runs a sign-in, and records its refusal in the audit log if the account is an admin's: for one account 20 times, then
 * once in 5 minutes, whatever limits on guesses there are.
 */
export async function recordingRefusals<SignedIn>(
  ctx: Context,
  user: Pick<typeof users.$inferSelect, 'id' | 'uid' | 'userType'> | undefined,
  signIn: () => Promise<SignedIn>,
): Promise<SignedIn> {
  try {
    return await signIn();
  } catch (error) {
    if (user?.userType === 'admin' && error instanceof DomainError && recorded.has(error.code)) {
      await record(ctx, user, error.code);
    }
    throw error;
  }
}

function record(
  ctx: Context,
  { id, uid, userType }: Pick<typeof users.$inferSelect, 'id' | 'uid' | 'userType'>,
  code: DomainErrorCode,
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const key = ctx.tokens.limitKey('refused sign-ins recorded', String(id));
    if ((await takeToken(tx, ctx, { key, ...ROWS })).waitSeconds > 0) return;
    const after = { userType, ...(code === 'OTP_WRONG' && { factor: 'second' }) };
    await recordAudit(tx, ctx, { action: SIGN_IN_REFUSED, subjectType: 'user', subject: uid, after });
  });
}
