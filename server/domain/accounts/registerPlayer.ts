import { inTransaction } from '../../../db/client.ts';
import { randomPassword } from '../../platform/passwords.ts';
import type { Context } from '../context.ts';
import { seedWelcome } from '../notifications/notify.ts';
import { authorize } from '../permissions.ts';
import { openAccounts } from '../wallet/ledger.ts';
import { createUser } from './createUser.ts';
import { parseEmail, parseName } from './identity.ts';
import { passwordLetter } from './letters.ts';
import { queueMail } from './mails.ts';

/**
 * Registers a player, with an empty wallet. The password is mailed and returned to nobody. Refuses with INVALID_INPUT
 * a wrong email or name, with EMAIL_TAKEN an email that somebody has.
 */
export async function registerPlayer(ctx: Context, input: { email: string; name: string }): Promise<{ email: string }> {
  authorize(ctx, 'account:register');
  const email = parseEmail(input.email);
  const name = parseName(input.name);
  const password = randomPassword();
  const passwordHash = await ctx.passwords.hash(password);
  await inTransaction(ctx.db, async (tx) => {
    const player = await createUser(tx, ctx, { email, name, userType: 'player', passwordHash });
    await openAccounts(tx, player.id);
    await seedWelcome(tx, player.id, ctx.now);
    await queueMail(tx, ctx, passwordLetter(ctx.config, player, password));
  });
  ctx.events.publish({ type: 'mailQueued' });
  return { email };
}
