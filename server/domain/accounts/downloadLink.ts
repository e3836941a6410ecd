import { and, eq, gt, isNull } from 'drizzle-orm';
import { linkTokens } from '../../../db/schema/accounts.ts';
import { hashSecret, randomSecret } from '../../platform/tokens.ts';
import { liveActor } from './authenticate.ts';
import type { Actor, Context } from '../context.ts';
import { invalidInput } from '../errors.ts';
import { requireMember } from '../permissions.ts';
import { verb } from '../verb.ts';

const VALID_MS = 60_000;
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
 * A link that opens one document, export or record without a bearer token: tied to the caller's session, usable once, within 60
 * s. Refuses with INVALID_INPUT any other path.
 */
export async function createDownloadLink(
  ctx: Context,
  { path }: { path: string },
): Promise<{ url: string; expiresAt: Date }> {
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
  return { url: `${path}${path.includes('?') ? '&' : '?'}${DOWNLOAD_PARAMETER}=${token}`, expiresAt };
}

/**
 * The actor of a download link, which is used up by this call; anonymous if it is for another path, was used, or has
 * expired.
 */
export async function useDownloadLink(ctx: Context, { path, token }: { path: string; token: string }): Promise<Actor> {
  const [link] = await ctx.db
    .update(linkTokens)
    .set({ usedAt: ctx.now })
    .where(
      and(
        eq(linkTokens.secretHash, hashSecret(token)),
        eq(linkTokens.purpose, 'download'),
        eq(linkTokens.target, path),
        isNull(linkTokens.usedAt),
        gt(linkTokens.expiresAt, ctx.now),
      ),
    )
    .returning();
  const actor = link?.sessionId == null ? undefined : await liveActor(ctx, link.sessionId);
  return actor ?? { kind: 'anonymous' };
}
