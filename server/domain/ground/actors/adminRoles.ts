import { adminRole } from '../../../../db/schema/accounts.ts';
import { invalidInput } from '../refusals/errors.ts';

/** Roles of admins, of which an admin has any number (server/domain/ground/README.md#who-may-do-what). */
export type AdminRole = (typeof adminRole.enumValues)[number];

export const adminRoles: readonly AdminRole[] = adminRole.enumValues;

/** Roles of a new admin for whom none are named. */
export const defaultRoles: readonly AdminRole[] = ['FINANCE', 'SUPPORT', 'GAME'];

/** Roles without repetitions, in the order of `adminRoles`. Refuses with INVALID_INPUT any other text. */
export function parseRoles(roles: readonly string[]): AdminRole[] {
  const unknown = roles.find((role) => !adminRoles.some((known) => known === role));
  if (unknown !== undefined) throw invalidInput('roles', `roles may hold ${adminRoles.join(', ')}`);
  return adminRoles.filter((role) => roles.includes(role));
}

/** The roles as one text, for the audit log. */
export function rolesText(roles: readonly AdminRole[]): string {
  return parseRoles(roles).join(', ');
}
