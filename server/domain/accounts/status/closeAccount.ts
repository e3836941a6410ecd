import { eq, sql } from 'drizzle-orm';
import { inTransaction, rawQuery } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import { randomPassword } from '../../../platform/passwords.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { Context, DomainConfig } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { requirePlayer } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { keepFolded } from './exclusion.ts';
import { limitGuesses } from '../guesses/guessing.ts';
import { parsePassword } from '../users/identity.ts';
import { endSessions, forgetSessions } from '../sessions/session.ts';
import { lockUser } from '../users/user.ts';

export const closeAccountVerb = verb({
  name: 'closeAccount',
  may: 'account:close',
  countsAs: 'attempt',
  idempotent: false,
  audit: ['account:close'],
  refusals: ['INCORRECT_OLD_PASSWORD', 'ACCOUNT_IN_USE'],
});

/** What stands in the way of closing, and what to do about it. */
const hindrances: Record<string, Record<DomainConfig['moneyMode'], string>> = {
  pending: {
    play: 'A deposit or withdrawal is not decided yet. Please wait for it, or cancel the withdrawal.',
    real: 'A deposit or withdrawal is not decided yet. Please wait for it.',
  },
  running: inBoth('You have bets in a running round. Please wait until it has ended.'),
  balance: inBoth('There is money in your wallet. Please withdraw it first.'),
};

function inBoth(words: string): Record<DomainConfig['moneyMode'], string> {
  return { play: words, real: words };
}

/**
 * Closes the player's own account for ever: personal data is erased, all sessions end, and the email can be registered
 * again unless limits, a time-out or an exclusion keep it (close_account). Play money that is left goes to the house.
 * Refuses with INCORRECT_OLD_PASSWORD a wrong password, with ACCOUNT_IN_USE while there is real money, a pending request or
 * a live bet, and with RATE_LIMITED after too many wrong passwords.
 */
export async function closeAccount(ctx: Context, input: { password: string }): Promise<void> {
  const playerId = requirePlayer(ctx, closeAccountVerb.may);
  const password = parsePassword(input.password, 'password');
  const [user] = await ctx.db.select().from(users).where(eq(users.id, playerId));
  if (user === undefined) throw wrongPassword();
  const checkedFor = await limitGuesses(ctx, { userId: playerId }, async (requester) => {
    if (!(await ctx.passwords.verify(user.passwordHash, password, requester))) throw wrongPassword();
    return requester;
  });

  const unusableHash = await ctx.passwords.hash(randomPassword(), checkedFor);
  const ended = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockUser(tx, playerId);
    if (locked?.passwordHash !== user.passwordHash) throw wrongPassword();
    const sessionIds = await endSessions(tx, ctx, { userId: playerId }, 'account_closed');
    const [row] = await rawQuery<{ hindrance: string | null }>(
      tx,
      sql`select close_account(${playerId}, ${ctx.emailHashes.of(locked.email)}, ${unusableHash},
                               ${ctx.now.toISOString()}, ${ctx.config.moneyMode === 'play'}) as hindrance`,
    );
    const hindrance = row?.hindrance ?? null;
    if (hindrance !== null)
      throw new DomainError('ACCOUNT_IN_USE', hindrances[hindrance]?.[ctx.config.moneyMode] ?? hindrance);
    await keepFolded(tx, ctx, locked.email);
    const [action] = closeAccountVerb.audit;
    await recordAudit(tx, ctx, { action, subjectType: 'user', subject: locked.uid, after: { status: 'deactivated' } });
    return sessionIds;
  });
  forgetSessions(ctx, ended);
}

function wrongPassword(): DomainError {
  return new DomainError('INCORRECT_OLD_PASSWORD', 'Wrong Password', { field: 'password' });
}
