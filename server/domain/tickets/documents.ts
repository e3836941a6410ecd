import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { documents, ticketMessages, tickets } from '../../../db/schema/support.ts';
import type { Tx } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { handedTo } from '../ground/actors/handedTickets.ts';
import { allows, requireMember } from '../ground/actors/permissions.ts';
import { type DiskSpace, requireDiskSpace } from '../ground/database/diskSpace.ts';
import type { DocumentContent, MediaType } from './documentContent.ts';
import { documentName } from './documentName.ts';
import { refuseAboveQuota } from './quota.ts';

export interface DocumentInfo {
  id: bigint;
  mediaType: MediaType;
  name: string;
  /** Bytes. */
  size: number;
  createdAt: Date;
}

/**
 * Stores a document of a ticket in the transaction of its ticket or message. Its owner is the ticket's player. Refuses
 * with INVALID_INPUT what exceeds the player's quota. Throws DiskFullError where space is short.
 */
export async function storeDocument(
  tx: Tx,
  {
    space,
    content,
    name,
    ownerId,
    uploadedBy,
    at,
  }: {
    space: DiskSpace;
    content: DocumentContent | undefined;
    /** As the client gives it. */
    name: string | null | undefined;
    ownerId: bigint;
    uploadedBy: bigint;
    at: Date;
  },
): Promise<bigint | null> {
  if (!content) return null;
  requireDiskSpace(space);
  if (uploadedBy === ownerId) await refuseAboveQuota(tx, { uploadedBy, at, bytes: content.content.length });
  const [stored] = await tx
    .insert(documents)
    .values({ ...content, name: documentName(name, content.mediaType), ownerId, uploadedBy, createdAt: at })
    .returning({ id: documents.id });
  return stored?.id ?? null;
}

/** A document with its bytes, for those who may read its ticket. For others: NOT_FOUND. */
export async function readDocument(ctx: Context, documentId: bigint): Promise<DocumentInfo & { content: Buffer }> {
  const [document] = await ctx.db
    .select()
    .from(documents)
    .where(and(eq(documents.id, documentId), readable(ctx)));
  if (!document) throw new DomainError('NOT_FOUND', 'There is no such document.', { field: 'id' });
  const { id, content, createdAt } = document;
  const mediaType = document.mediaType as MediaType;
  return { id, mediaType, name: nameOf({ ...document, mediaType }), size: content.length, createdAt, content };
}

/** The documents with these ids, without their bytes, in their order; null for unknown ones and those of others. */
export async function documentsById(ctx: Context, ids: readonly bigint[]): Promise<(DocumentInfo | null)[]> {
  const rows = await ctx.db
    .select({
      id: documents.id,
      mediaType: sql<MediaType>`${documents.mediaType}`,
      name: documents.name,
      size: sql<number>`octet_length(${documents.content})`,
      createdAt: documents.createdAt,
    })
    .from(documents)
    .where(and(inArray(documents.id, [...ids]), readable(ctx)));
  return inOrderOf(
    ids,
    rows.map((row) => ({ ...row, name: nameOf(row) })),
  );
}

function nameOf({ name, mediaType }: { name: string | null; mediaType: MediaType }): string {
  return name ?? documentName(null, mediaType);
}

/** Those of the tickets that the caller may read (readableTickets). */
function readable(ctx: Context): SQL | undefined {
  const userId = requireMember(ctx, 'document:read');
  if (ctx.actor.kind === 'player') return eq(documents.ownerId, userId);
  if (allows(ctx.actor, 'ticket:readAll')) return undefined;
  const handed = handedTo(ctx.actor);
  return sql`${documents.id} in (
    select ${tickets.documentId} from ${tickets} where ${handed}
     union all
    select ${ticketMessages.documentId} from ${ticketMessages}
      join ${tickets} on ${tickets.id} = ${ticketMessages.ticketId} where ${handed})`;
}
