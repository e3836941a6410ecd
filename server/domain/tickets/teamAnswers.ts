import { and, inArray, ne } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { handedTeam } from '../ground/actors/handedTickets.ts';
import { allows, requireAdmin } from '../ground/actors/permissions.ts';
import { userName } from '../ground/actors/userName.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { TeamAnswer } from '../notifications/kinds.ts';
import { type NotificationAdded, notifyMany } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { ofSupport } from './supportStaff.ts';
import type { Ticket } from './ticket.ts';

/** A ticket that an admin answers who isn't of support is unread: support has to look at it again. */
export function unreadByTeam({ actor }: Pick<Context, 'actor'>, ticket: Ticket): { unread?: true } {
  const isOfTeam = handedTeam(actor, ticket) !== null && !allows(actor, 'ticket:readAll');
  return isOfTeam ? { unread: true } : {};
}

/**
 * Notifies support of what an admin of the team that has the ticket has done: the assignee and the one who handed it over, where they
 * are of support still; else all of support. `of` tells this answer from others. Does nothing for other admins.
 */
export async function notifySupport(
  tx: Tx,
  ctx: Context,
  ticket: Ticket,
  { answer, of }: { answer: TeamAnswer; of: bigint | number },
): Promise<NotificationAdded[]> {
  const team = handedTeam(ctx.actor, ticket);
  if (team === null) return [];
  const by = requireAdmin(ctx, 'ticket:handBack');
  const notice = {
    kind: 'TICKET_TEAM_ANSWERED' as const,
    data: { title: ticket.title, by: await userName(tx, by), team, answer },
    cause: `ticket:${ticket.id}:${answer}:${of}`,
    at: ctx.now,
  };
  const concerned = [ticket.assigneeId, ticket.handedBy].filter((id) => id !== null);
  const known = await tx
    .select({ userId: users.id })
    .from(users)
    .where(and(ofSupport, inArray(users.id, concerned), ne(users.id, by)));
  if (known.length === 0) return notifyAdmins(tx, ctx, notice, 'ticket:assign');
  return notifyMany(
    tx,
    known.map(({ userId }) => ({ ...notice, userId })),
  );
}
