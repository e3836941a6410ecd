import { sql } from 'drizzle-orm';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

/** The SHA-256 of each verifier that is offered for download. */
export interface VerifierHashes {
  readonly html: Buffer;
  readonly python: Buffer;
}

/**
 * Puts the hashes of the verifiers that this server offers into the public log, unless they are there. Any number of
 * servers may call it.
 */
export async function logVerifiers(ctx: Context, { html, python }: VerifierHashes): Promise<void> {
  authorize(ctx, 'publicLog:merge');
  await ctx.db.execute(sql`select log_verifiers(${html}, ${python}, ${ctx.now.toISOString()}::timestamptz)`);
}
