import type { TicketTeam } from '../../gql/graphql.ts';
import { support } from '#messages/admin/support.ts';

interface Handover {
  readonly team: TicketTeam;
  readonly admin: { readonly name: string } | null;
}

/** Who has a ticket besides support. */
export function handoverText({ team, admin }: Handover): string {
  return support.handed.with(support.teams[team], admin?.name ?? null);
}
