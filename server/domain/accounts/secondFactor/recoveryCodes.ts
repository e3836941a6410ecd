import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../../../db/client.ts';
import { recoveryCodes } from '../../../../db/schema/accounts.ts';
import { hashSecret } from '../../../platform/tokens.ts';
import { base32Of } from '../../../platform/totp.ts';
import type { Context } from '../../ground/verbs/context.ts';

const COUNT = 10;
/** 80 bits: too many to be guessed, even from a stolen hash. */
const BYTES = 10;

/** Replaces the recovery codes of a second factor by ten new ones, and returns these: four groups of four characters. */
export async function replaceRecoveryCodes(tx: Tx, factorId: bigint): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => base32Of(randomBytes(BYTES)));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.factorId, factorId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ factorId, codeHash: hashSecret(code) })));
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

/**
 * Uses up a recovery code, in upper case and without separators. Its alphabet has neither 0 nor 1, which are read as O and
 * I. False when it is none of this factor's unused ones.
 */
export async function spendRecoveryCode(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  factorId: bigint,
  code: string,
): Promise<boolean> {
  const spent = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.factorId, factorId),
        eq(recoveryCodes.codeHash, hashSecret(code.replaceAll('0', 'O').replaceAll('1', 'I'))),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ factorId: recoveryCodes.factorId });
  return spent.length > 0;
}
