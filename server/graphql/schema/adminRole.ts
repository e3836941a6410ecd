import type { AdminRole as Role } from '../../domain/ground/actors/adminRoles.ts';
import { actions, isForAdmins, isForMembers, type Action } from '../../domain/ground/actors/permissions.ts';
import { builder } from '../builder/builder.ts';
import { enumName, enumOf } from '../builder/enumOf.ts';

export const AdminRole = enumOf<Role>('AdminRole', 'What an admin works on; an admin has any number of roles.', {
  OWNER: 'Everything; alone: admins, their roles, and thresholds.',
  FINANCE: 'Payments, accounts for deposits, players’ money.',
  SUPPORT: 'Tickets, feedback, players’ data without payout accounts in full; deactivates and reactivates players.',
  GAME: 'Settings of the games, results set by the operator, exports of rounds and bets.',
  AUDITOR: 'Reads everything, changes nothing.',
});

/** What runs the platform: not what players may do as well. */
export const adminActions: readonly Action[] = actions.filter((action) => isForAdmins(action) && !isForMembers(action));

const values = Object.fromEntries(
  adminActions.map((action) => [enumName(action), { value: action, description: `The action ${action}.` }]),
) as Record<string, { value: Action; description: string }>;

export const AdminAction = builder.enumType('AdminAction', {
  description: 'What an admin may do, if their roles allow it.',
  values,
});
