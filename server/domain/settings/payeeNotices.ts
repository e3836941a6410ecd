import type { Tx } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { PayeeChange } from '../notifications/kinds.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { payeeSubject, type Payee } from './payees.ts';

/**
 * Notifies the other admins of a change of where players pay, in its transaction. Returns the events to publish after the
 * commit: they update the screens that list payees, and the admins' notifications.
 */
export async function payeeNotices(
  tx: Tx,
  ctx: Context,
  payee: Payee,
  { change, reason, depositsStop = false }: { change: PayeeChange; reason: string; depositsStop?: boolean },
): Promise<DomainEvent[]> {
  const notices = await notifyAdmins(tx, ctx, {
    kind: 'PAYEE_CHANGED',
    data: { change, payee: payeeSubject(payee), depositsStop, reason },
    cause: `payee:${payee.id}:${change}:${ctx.now.getTime()}`,
    at: ctx.now,
  });
  return [{ type: 'payeesChanged', channel: payee.channel }, ...notices.map(notificationAdded)];
}
