import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { linkTokens } from '../../../../db/schema/accounts.ts';
import { hashSecret, randomSecret } from '../../../platform/tokens.ts';
import { liveActor } from '../sessions/authenticate.ts';
import type { Actor, Context } from '../../ground/verbs/context.ts';
import { invalidInput } from '../../ground/refusals/errors.ts';
import { requireMember } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';

const VALID_MS = 60_000;
/** Requests that a link answers: browsers send some twice, and ask for the rest of a file that broke off. */
const MOST_USES = 5;
/** The query parameter with the link's token. */
export const DOWNLOAD_PARAMETER = 'download';

export const createDownloadLinkVerb = verb({
  name: 'createDownloadLink',
  may: 'download:create',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/**
 * A link that opens one document, export or record without a bearer token: tied to the caller's session, for 60 s and 5
 * requests. Refuses with INVALID_INPUT any other path.
 */
export async function createDownloadLink(
  ctx: Context,
  { path }: { path: string },
): Promise<{ path: string; expiresAt: Date }> {
  const userId = requireMember(ctx, createDownloadLinkVerb.may);
  if (!('sessionId' in ctx.actor)) throw new Error('a member acts in a session');
  if (!/^\/(documents|exports|records)\/[\w.~%/-]+(\?[\w.~%&=:+-]*)?$/.test(path) || path.length > 1_000) {
    throw invalidInput('path', 'path must be the address of a document, an export or a record');
  }
  const token = randomSecret();
  const expiresAt = new Date(ctx.now.getTime() + VALID_MS);
  await ctx.db.insert(linkTokens).values({
    userId,
    purpose: 'download',
    secretHash: hashSecret(token),
    target: path,
    sessionId: ctx.actor.sessionId,
    createdAt: ctx.now,
    expiresAt,
  });
  return { path: `${path}${path.includes('?') ? '&' : '?'}${DOWNLOAD_PARAMETER}=${token}`, expiresAt };
}

/** Who makes a request with a download link. */
export interface Downloader {
  readonly actor: Actor;
  /** Null where the link is not taken. */
  readonly linkId: bigint | null;
}

/**
 * The actor of a download link, of which this call is one use; anonymous if it is for another path, has answered 5 requests
 * or has expired, or its session has ended on any server.
 */
export async function redeemDownloadLink(
  ctx: Context,
  { path, token }: { path: string; token: string },
): Promise<Downloader> {
  const [link] = await ctx.db
    .update(linkTokens)
    .set({ uses: sql`${linkTokens.uses} + 1`, usedAt: sql`coalesce(${linkTokens.usedAt}, ${ctx.now.toISOString()})` })
    .where(
      and(
        eq(linkTokens.secretHash, hashSecret(token)),
        eq(linkTokens.purpose, 'download'),
        eq(linkTokens.target, path),
        lt(linkTokens.uses, MOST_USES),
        gt(linkTokens.expiresAt, ctx.now),
      ),
    )
    .returning();
  const actor = link?.sessionId == null ? undefined : await liveActor(ctx, link.sessionId);
  if (link === undefined || actor === undefined) return { actor: { kind: 'anonymous' }, linkId: null };
  return { actor, linkId: link.id };
}
