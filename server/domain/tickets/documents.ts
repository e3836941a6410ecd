import { and, eq, inArray, sql } from 'drizzle-orm';
import { documents } from '../../../db/schema/support.ts';
import type { Tx } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { requireMember } from '../ground/actors/permissions.ts';
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

/** A document with its bytes, for the ticket's player and for admins. For others: NOT_FOUND. */
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

function readable(ctx: Context) {
  const userId = requireMember(ctx, 'document:read');
  return ctx.actor.kind === 'admin' ? undefined : eq(documents.ownerId, userId);
}
