import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { tickets } from '../../../../db/schema/support.ts';
import type { Actor } from '../verbs/context.ts';

/** The teams to which support hands tickets over: the admins with that role. The database has the same list (tickets_handed_team_known). */
export const ticketTeams = ['FINANCE', 'GAME', 'OWNER'] as const;
export type TicketTeam = (typeof ticketTeams)[number];

/**
 * Which rows of `tickets` support has handed to this actor: to a team of theirs, or to them alone; none for others. As long as they
 * have it, they read these tickets with the requests of their players, whatever else their roles allow.
 */
export function handedTo(actor: Actor): SQL {
  const teams = teamsOf(actor);
  if (actor.kind !== 'admin' || teams.length === 0) return sql`false`;
  const forThem = or(isNull(tickets.handedAdminId), eq(tickets.handedAdminId, actor.userId));
  return and(inArray(tickets.handedTeam, teams), forThem) ?? sql`false`;
}

type Handed = Pick<typeof tickets.$inferSelect, 'handedTeam' | 'handedAdminId'>;

/** The team to which a ticket was handed, if the actor is a member whom it was handed to; null for other actors. */
export function handedTeam(actor: Actor, { handedTeam: team, handedAdminId }: Handed): TicketTeam | null {
  const own = teamsOf(actor).find((one) => one === team);
  const isForThem = handedAdminId === null || ('userId' in actor && actor.userId === handedAdminId);
  return own !== undefined && isForThem ? own : null;
}

function teamsOf(actor: Actor): TicketTeam[] {
  return actor.kind === 'admin' ? ticketTeams.filter((team) => actor.roles.includes(team)) : [];
}
