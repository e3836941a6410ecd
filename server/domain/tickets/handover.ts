import { and, arrayContains, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import type { AuditFacts } from '../audit/facts.ts';
import { type TicketTeam, ticketTeams } from '../ground/actors/handedTickets.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { userUids } from '../ground/actors/userName.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { Ticket } from './ticket.ts';

export interface TeamMembers {
  team: TicketTeam;
  /** Its active admins, by name. */
  memberIds: bigint[];
}

const ofTeam = (team: TicketTeam) =>
  and(eq(users.userType, 'admin'), eq(users.status, 'active'), arrayContains(users.roles, [team]));

/** The teams to which a ticket can be handed, for support: those with an active admin. */
export async function listTicketTeams(ctx: Context): Promise<TeamMembers[]> {
  authorize(ctx, 'ticket:readAll');
  const teams = await Promise.all(
    ticketTeams.map(async (team) => {
      const rows = await ctx.db.select({ id: users.id }).from(users).where(ofTeam(team)).orderBy(users.name, users.id);
      return { team, memberIds: rows.map(({ id }) => id) };
    }),
  );
  return teams.filter(({ memberIds }) => memberIds.length > 0);
}

/**
 * The active admins of a team, or the one of them, whose rows are locked before the ticket, as deactivating an account does. Refuses with
 * INVALID_INPUT a team without any, and who isn't of it.
 */
export async function lockTeam(
  tx: Tx,
  { team, adminId }: { team: TicketTeam; adminId: bigint | null },
): Promise<bigint[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(ofTeam(team), adminId === null ? undefined : eq(users.id, adminId)))
    .orderBy(users.id)
    .for('share');
  if (rows.length === 0) {
    throw adminId === null
      ? invalidInput('team', 'No active admin is of this team.')
      : invalidInput('adminId', 'This is no active admin of the team.');
  }
  return rows.map(({ id }) => id);
}

/** What the audit log has of who has a ticket; nothing where no team has it. */
export async function handoverFacts(
  tx: Tx,
  { handedTeam, handedAdminId }: Pick<Ticket, 'handedTeam' | 'handedAdminId'>,
): Promise<AuditFacts> {
  if (handedTeam === null) return {};
  const [admin] = await userUids(tx, [handedAdminId]);
  return { team: handedTeam, admin };
}
