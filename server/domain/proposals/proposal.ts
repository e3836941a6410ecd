import { and, eq, inArray } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import type { Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { contests } from '../../../db/schema/contests.ts';
import { proposals } from '../../../db/schema/proposals.ts';
import type { AuditFacts } from '../audit/facts.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { AuditSubjectType } from '../ground/verbs/auditActions.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { paiseText } from '../ground/values/money.ts';
import { notificationAdded, notify } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { userName } from '../ground/actors/userName.ts';
import { expired, hasExpired } from './expiry.ts';
import { mayDecide, type ProposalKind } from './kinds.ts';

export type Proposal = typeof proposals.$inferSelect;

/** How long a proposal may be confirmed. */
const OPEN_MS = 24 * 3_600_000;

export interface NewProposal {
  kind: ProposalKind;
  subjectId: bigint;
  subjectType: AuditSubjectType;
  subject: string;
  /** Left out for kinds without one. */
  amount?: Paise;
  payload: Readonly<Record<string, unknown>>;
  /** What the audit log gets of it. */
  facts: AuditFacts;
  reason?: string | null;
  /** Who is notified; left out: those who may confirm it. */
  notified?: 'everyAdmin';
  /** When it is made; left out: now. */
  at?: Date;
  /** From when on it can't be confirmed; left out: 24 hours later. */
  expiresAt?: Date;
}

/**
 * Proposes it to the other admins who may do it, who are notified, in the caller's transaction. The caller holds a lock on
 * the subject and has called `refuseProposed`. Returns the events to publish after the commit.
 */
export async function propose(
  tx: Tx,
  ctx: Context,
  { facts, reason, notified, at = ctx.now, expiresAt = new Date(at.getTime() + OPEN_MS), ...proposed }: NewProposal,
): Promise<{ proposal: Proposal; events: DomainEvent[] }> {
  const makerId = requireAdmin(ctx, mayDecide(proposed.kind));
  const [row] = await tx
    .insert(proposals)
    .values({ ...proposed, makerId, createdAt: at, expiresAt })
    .returning();
  if (row === undefined) throw new Error('a proposal was not stored');
  const proposal = { ...row, kind: proposed.kind };
  const notices = await notifyAdmins(
    tx,
    ctx,
    {
      kind: 'PROPOSAL_MADE',
      data: { ...labelOf(proposal), maker: await userName(tx, makerId) },
      cause: `proposal:${proposal.id}`,
      at: ctx.now,
    },
    notified === 'everyAdmin' ? undefined : mayDecide(proposal.kind),
  );
  await recordAudit(tx, ctx, {
    action: 'proposal:make',
    subjectType: proposed.subjectType,
    subject: proposed.subject,
    after: { ...facts, proposal: proposal.kind },
    reason,
  });
  return { proposal, events: [proposalChanged(proposal), ...notices.map(notificationAdded)] };
}

/**
 * Refuses with ALREADY_PROPOSED what an open proposal already asks for, with the name of its maker. Expired proposals
 * about the subjects lapse, but for those that take effect then (policy). The caller holds a lock on each subject.
 */
export async function refuseProposed(
  tx: Tx,
  ctx: Context,
  kind: ProposalKind,
  ...subjectIds: readonly bigint[]
): Promise<void> {
  const about = openAbout(kind, subjectIds);
  await tx
    .update(proposals)
    .set({ status: 'lapsed', decidedAt: ctx.now })
    .where(and(about, expired(ctx.now)));
  const [held] = await tx
    .select({ makerId: proposals.makerId, maker: users.name })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.makerId))
    .where(about)
    .limit(1);
  if (held === undefined) return;
  const own = 'userId' in ctx.actor && ctx.actor.userId === held.makerId;
  const message = own
    ? 'You have proposed this. Another admin must confirm it.'
    : `${held.maker} has proposed this. Confirm or decline the proposal.`;
  throw new DomainError('ALREADY_PROPOSED', message);
}

function openAbout(kind: ProposalKind, subjectIds: readonly bigint[]) {
  return and(eq(proposals.kind, kind), inArray(proposals.subjectId, [...subjectIds]), eq(proposals.status, 'open'));
}

/**
 * Lets the open proposal about a subject lapse that has ended otherwise. The caller holds a lock on the subject. Returns
 * the events to publish after the commit.
 */
export async function lapseProposed(
  tx: Tx,
  { kind, subjectId, at }: { kind: ProposalKind; subjectId: bigint; at: Date },
): Promise<DomainEvent[]> {
  const lapsed = await tx
    .update(proposals)
    .set({ status: 'lapsed', decidedAt: at })
    .where(openAbout(kind, [subjectId]))
    .returning();
  return lapsed.map((row) => proposalChanged({ ...row, kind }));
}

/**
 * Marks a proposal as confirmed by the acting admin. The caller holds a lock on its subject and does what it proposes in
 * the same transaction; the database checks both. Refuses with PROPOSAL_ENDED a proposal that is not open any more, with
 * OWN_PROPOSAL its maker. `at` is the instant of the confirmation, `doneBy` when the caller's transaction is
 * over at the latest, which must be before the proposal expires; left out: now. Returns the events to publish after the
 * commit.
 */
export async function takeProposal(
  tx: Tx,
  ctx: Context,
  id: bigint,
  { at, doneBy }: { at: Date; doneBy: Date } = { at: ctx.now, doneBy: ctx.now },
): Promise<{ proposal: Proposal; events: DomainEvent[] }> {
  const proposal = await lockOpen(tx, id, doneBy);
  const checkerId = requireAdmin(ctx, mayDecide(proposal.kind));
  if (proposal.makerId === checkerId) {
    throw new DomainError('OWN_PROPOSAL', 'Another admin must confirm what you have proposed.');
  }
  await tx
    .update(proposals)
    .set({ status: 'confirmed', checkerId, decidedAt: at })
    .where(eq(proposals.id, proposal.id));
  return { proposal, events: await tellMaker(tx, ctx, proposal, { confirmed: true, message: null }) };
}

/**
 * Locks the maker of a proposal and the acting admin, so that neither is deactivated or loses a role until the transaction
 * ends. Comes before every other lock: deactivating the maker ends their proposals (lapse_proposals). `also` is
 * another user, whom the transaction changes; then all are locked exclusively.
 */
export async function lockAdminsOf(
  tx: Tx,
  ctx: Context,
  { makerId }: Pick<Proposal, 'makerId'>,
  also?: bigint,
): Promise<void> {
  const ids = [makerId, requireAdmin(ctx, 'proposal:decide'), ...(also === undefined ? [] : [also])];
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(users.id)
    .for(also === undefined ? 'share' : 'update');
}

/** The open proposals of a maker. */
export function openProposalsOf(tx: Tx, makerId: bigint): Promise<Proposal[]> {
  return tx
    .select()
    .from(proposals)
    .where(and(eq(proposals.makerId, makerId), eq(proposals.status, 'open')));
}

/**
 * The events of those proposals that have lapsed since they were read, because their maker was deactivated or has lost a
 * role (lapse_proposals), to publish after the commit.
 */
export async function lapsedSince(tx: Tx, before: readonly Proposal[]): Promise<DomainEvent[]> {
  if (before.length === 0) return [];
  const ids = before.map(({ id }) => id);
  const lapsed = await tx
    .select({ proposal: proposals, gameType: contests.gameType })
    .from(proposals)
    .leftJoin(contests, and(eq(contests.id, proposals.subjectId), eq(proposals.kind, 'override')))
    .where(and(inArray(proposals.id, ids), eq(proposals.status, 'lapsed')));
  return lapsed.flatMap(({ proposal, gameType }): DomainEvent[] => {
    const contestId = String(proposal.subjectId);
    const changed = proposalChanged(proposal);
    return gameType === null
      ? [changed]
      : [changed, { type: 'contestChanged', gameType, contestId, phase: 'RELEASED' }];
  });
}

/**
 * Reads and locks a proposal. Refuses with PROPOSAL_ENDED one that is decided, or has expired; to decline one that takes effect
 * then (policy), it may have.
 */
export async function lockOpen(tx: Tx, id: bigint, at: Date, { declines = false } = {}): Promise<Proposal> {
  const [row] = await tx.select().from(proposals).where(eq(proposals.id, id)).for('update');
  if (row === undefined) throw noSuchProposal();
  const isOver = declines ? hasExpired(row, at) : row.expiresAt <= at;
  if (row.status !== 'open' || isOver) {
    throw new DomainError('PROPOSAL_ENDED', ended(row.status), { field: 'proposalId' });
  }
  return row;
}

function ended(status: Proposal['status']): string {
  if (status === 'confirmed') return 'Another admin has confirmed this already.';
  if (status === 'declined') return 'Another admin has declined this already.';
  if (status === 'unopposed') return 'No owner has answered this in time: it is done.';
  if (status === 'withdrawn') return 'The proposal was withdrawn.';
  return 'The proposal has expired.';
}

export function noSuchProposal(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such proposal.', { field: 'proposalId' });
}

/** Notifies the maker, unless they have decided themselves. Returns the events to publish after the commit. */
export async function tellMaker(
  tx: Tx,
  ctx: Context,
  proposal: Proposal,
  { confirmed, message }: { confirmed: boolean; message: string | null },
): Promise<DomainEvent[]> {
  const events = [proposalChanged(proposal)];
  if (!('userId' in ctx.actor) || ctx.actor.userId === proposal.makerId) return events;
  const notice = await notify(tx, {
    userId: proposal.makerId,
    kind: 'PROPOSAL_DECIDED',
    data: { ...labelOf(proposal), confirmed, checker: await userName(tx, ctx.actor.userId), message },
    cause: `proposal:${proposal.id}`,
    at: ctx.now,
  });
  return notice === null ? events : [...events, notificationAdded(notice)];
}

function labelOf({ kind, subject, amount }: Proposal) {
  return { proposal: kind, subject, amountPaise: paiseText(amount) };
}

/** The UID of a proposal's maker, for the audit log of what was done. */
export async function makerUid(tx: Tx, { makerId }: Pick<Proposal, 'makerId'>): Promise<string> {
  const [user] = await tx.select({ uid: users.uid }).from(users).where(eq(users.id, makerId));
  return user?.uid ?? '';
}

/** The event of a proposal that was made or has ended. */
export function proposalChanged({ id, kind, subjectId }: Proposal): DomainEvent {
  return { type: 'proposalChanged', proposalId: String(id), kind, subjectId: String(subjectId) };
}
