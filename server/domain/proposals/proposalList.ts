import { and, asc, eq, gte, inArray, ne, not, or } from 'drizzle-orm';
import { proposals } from '../../../db/schema/proposals.ts';
import type { Context } from '../ground/verbs/context.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { expired } from './expiry.ts';
import { readableKinds, type ProposalKind } from './kinds.ts';
import type { Proposal } from './proposal.ts';

/** Most that one answer holds. */
const MAX_SHOWN = 200;

/** Proposals that wait for a second admin, of the kinds that the admin may read, oldest first; at most 200. */
export async function openProposals(ctx: Context): Promise<Proposal[]> {
  authorize(ctx, 'proposal:read');
  const rows = await ctx.db.select().from(proposals).where(isOpen(ctx)).orderBy(asc(proposals.id)).limit(MAX_SHOWN);
  return rows;
}

/**
 * Proposals that are decided, withdrawn, lapsed or have expired, of the kinds that the admin may read: the one that was made last
 * first.
 */
export async function endedProposals(ctx: Context, page: PageRequest): Promise<Page<Proposal>> {
  authorize(ctx, 'proposal:read');
  const { where, orderBy, limit } = pageById(proposals.id, page);
  const ended = or(ne(proposals.status, 'open'), expired(ctx.now));
  const rows = await ctx.db
    .select()
    .from(proposals)
    .where(and(ended, inArray(proposals.kind, readableKinds(ctx.actor)), where))
    .orderBy(orderBy)
    .limit(limit);
  return toPage(rows, page);
}

/** How many wait. */
export function openProposalCount(ctx: Context): Promise<number> {
  authorize(ctx, 'proposal:read');
  return ctx.db.$count(proposals, isOpen(ctx));
}

function isOpen(ctx: Context) {
  return and(eq(proposals.status, 'open'), not(expired(ctx.now)), inArray(proposals.kind, readableKinds(ctx.actor)));
}

/** Proposals in the order of `ids`; null where there is none, or none that the actor may read. */
export async function proposalsById(ctx: Context, ids: readonly bigint[]): Promise<(Proposal | null)[]> {
  const kinds = readableKinds(ctx.actor);
  if (ids.length === 0 || kinds.length === 0) return ids.map(() => null);
  const rows = await ctx.db
    .select()
    .from(proposals)
    .where(and(inArray(proposals.id, [...ids]), inArray(proposals.kind, kinds)));
  return inOrderOf(ids, rows);
}

/** The ids of proposals, of the kinds that the admin may read, that were made or decided from `since` on. */
export async function proposalsChangedSince(ctx: Context, since: Date): Promise<bigint[]> {
  authorize(ctx, 'proposal:read');
  const rows = await ctx.db
    .select({ id: proposals.id })
    .from(proposals)
    .where(
      and(
        inArray(proposals.kind, readableKinds(ctx.actor)),
        or(gte(proposals.decidedAt, since), and(eq(proposals.status, 'open'), gte(proposals.createdAt, since))),
      ),
    );
  return rows.map(({ id }) => id);
}

/** The open proposal about each subject, in the order of `subjectIds`; null where none waits, or none that may be read. */
export async function openProposalsAbout(
  ctx: Context,
  kind: ProposalKind,
  subjectIds: readonly bigint[],
): Promise<(Proposal | null)[]> {
  if (subjectIds.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(proposals)
    .where(and(isOpen(ctx), eq(proposals.kind, kind), inArray(proposals.subjectId, [...subjectIds])));
  return subjectIds.map((id) => rows.find(({ subjectId }) => subjectId === id) ?? null);
}
