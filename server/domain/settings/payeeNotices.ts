import type { Tx } from '../../../db/client.ts';
import type { Context } from '../context.ts';
import type { PayeeChange } from '../notifications/kinds.ts';
import { notificationAdded, type NotificationAdded } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { payeeSubject, type Payee } from './payees.ts';

/** Notifies the other admins of a change of where players pay, in its transaction. */
export function payeeNotices(
  tx: Tx,
  ctx: Context,
  payee: Payee,
  { change, reason, depositsStop = false }: { change: PayeeChange; reason: string; depositsStop?: boolean },
): Promise<NotificationAdded[]> {
  return notifyAdmins(tx, ctx, {
    kind: 'PAYEE_CHANGED',
    data: { change, payee: payeeSubject(payee), depositsStop, reason },
    cause: `payee:${payee.id}:${change}:${ctx.now.getTime()}`,
    at: ctx.now,
  });
}

/** After the commit: updates the screens that list payees, and the admins' notifications. */
export function publishPayeeChange(ctx: Context, { channel }: Payee, notices: readonly NotificationAdded[]): void {
  ctx.events.publish({ type: 'payeesChanged', channel }, ...notices.map(notificationAdded));
}
