import { eq } from 'drizzle-orm';
import type { Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { AuditAction } from '../../ground/verbs/auditActions.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { userColumns, type User } from '../users/user.ts';

export function noSuchUser(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such user.', { field: 'userId' });
}

/** Writes a change of status and its row in the audit log. */
export async function setUserStatus(
  tx: Tx,
  ctx: Context,
  before: User,
  status: User['status'],
  action: AuditAction,
  reason: string | null,
): Promise<User> {
  const gone = status === 'deactivated';
  const [after] = await tx
    .update(users)
    .set({ status, deactivatedAt: gone ? ctx.now : null, deactivationReason: gone ? reason : null })
    .where(eq(users.id, before.id))
    .returning(userColumns);
  if (after === undefined) throw new Error('a locked user vanished');
  await recordAudit(tx, ctx, {
    action,
    subjectType: 'user',
    subject: before.uid,
    before: { userType: before.userType, status: before.status },
    after: { userType: after.userType, status: after.status },
    reason,
  });
  return after;
}
