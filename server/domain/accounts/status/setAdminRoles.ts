import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction, type Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import { parseRoles, rolesText, type AdminRole } from '../../ground/actors/adminRoles.ts';
import { requireReason } from '../../audit/parseReason.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../../ground/refusals/errors.ts';
import type { DomainEvent } from '../../ground/verbs/events.ts';
import { requireAdmin } from '../../ground/actors/permissions.ts';
import {
  lapsedSince,
  makerUid,
  openProposalsOf,
  propose,
  refuseProposed,
  takeProposal,
  type Proposal,
} from '../../proposals/proposal.ts';
import { needsSecondAdmin } from '../../proposals/thresholds.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { renewRoles } from '../sessions/session.ts';
import { noSuchUser } from './setUserStatus.ts';
import { lockUser, userColumns, type User } from '../users/user.ts';

export const setAdminRolesVerb = verb({
  name: 'setAdminRoles',
  may: 'admin:setRoles',
  countsAs: 'other',
  idempotent: false,
  audit: ['admin:setRoles', 'proposal:make'],
  refusals: ['NOT_FOUND', 'USER_PROTECTED', 'ALREADY_PROPOSED'],
});

/**
 * Gives an admin these roles instead of theirs, at once and on every server: calls under way end as they began. Where that
 * needs a second admin, it is proposed instead: `proposed` is true and the roles unchanged. Refuses with INVALID_INPUT an
 * unknown role, a missing reason and a deactivated account, with NOT_FOUND an account that is no admin's, with
 * USER_PROTECTED to take the primary admin's ownership, with ALREADY_PROPOSED what waits for a second admin.
 */
export async function setAdminRoles(
  ctx: Context,
  input: { userId: bigint; roles: readonly string[]; reason: string },
): Promise<{ admin: User; proposed: boolean }> {
  requireAdmin(ctx, setAdminRolesVerb.may);
  const roles = parseRoles(input.roles);
  const reason = requireReason(input.reason);
  const { admin, proposed, renewed, events } = await inTransaction(ctx.db, async (tx) => {
    const before = await lockAdmin(tx, input.userId, roles);
    await refuseProposed(tx, ctx, 'roles', before.id);
    if (!(await needsSecondAdmin(tx, 'roles')))
      return { ...(await writeRoles(tx, ctx, before, { roles, reason })), proposed: false };
    const made = await proposeRoles(tx, ctx, before, { roles, reason });
    return { admin: before, proposed: true, renewed: [], events: made };
  });
  ctx.events.deliver(...renewed);
  ctx.events.publish(...events);
  return { admin, proposed };
}

/** Proposes roles for an admin whose row the caller holds a lock on. Returns the events to publish after the commit. */
export async function proposeRoles(
  tx: Tx,
  ctx: Context,
  { id, uid }: User,
  { roles, reason }: { roles: AdminRole[]; reason: string },
): Promise<DomainEvent[]> {
  const { events } = await propose(tx, ctx, {
    kind: 'roles',
    subjectId: id,
    subjectType: 'user',
    subject: uid,
    payload: { roles, reason },
    facts: { roles: rolesText(roles) },
    reason,
  });
  return events;
}

const payloadForm = z.object({ roles: z.array(z.string()), reason: z.string() });

/**
 * Gives an admin the roles of a proposal, in the name of the acting admin. Refuses as `setAdminRoles` and `takeProposal`
 * do.
 */
export async function confirmRoles(tx: Tx, ctx: Context, { id, subjectId, payload }: Proposal): Promise<DomainEvent[]> {
  const { roles: named, reason } = payloadForm.parse(payload);
  const roles = parseRoles(named);
  const before = await lockAdmin(tx, subjectId, roles);
  const { proposal, events } = await takeProposal(tx, ctx, id);
  const written = await writeRoles(tx, ctx, before, { roles, reason, proposedBy: await makerUid(tx, proposal) });
  return [...events, ...written.renewed, ...written.events];
}

/** The locked account of an active admin who may get these roles. */
async function lockAdmin(tx: Tx, userId: bigint, roles: readonly AdminRole[]): Promise<User> {
  const before = await lockUser(tx, userId);
  if (before?.userType !== 'admin') throw noSuchUser();
  if (before.status !== 'active') throw invalidInput('userId', 'This account is deactivated.');
  if (before.isPrimary && !roles.includes('OWNER')) {
    throw new DomainError('USER_PROTECTED', 'The primary admin stays an owner.', { field: 'roles' });
  }
  return before;
}

/**
 * Writes the roles of a locked admin, with their row in the audit log. `renewed` are events of which the commit notifies other
 * servers, `events` are to be published after it.
 */
async function writeRoles(
  tx: Tx,
  ctx: Context,
  before: User,
  { roles, reason, proposedBy }: { roles: AdminRole[]; reason: string; proposedBy?: string },
) {
  const proposed = await openProposalsOf(tx, before.id);
  const [admin] = await tx.update(users).set({ roles }).where(eq(users.id, before.id)).returning(userColumns);
  if (admin === undefined) throw new Error('a locked user vanished');
  const renewed = await renewRoles(tx, ctx, admin.id);
  const events = await lapsedSince(tx, proposed);
  await recordAudit(tx, ctx, {
    action: setAdminRolesVerb.audit[0],
    subjectType: 'user',
    subject: admin.uid,
    before: { roles: rolesText(before.roles) },
    after: { roles: rolesText(roles), ...(proposedBy && { proposedBy }) },
    reason,
  });
  return { admin, renewed, events };
}
