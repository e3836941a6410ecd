import { inTransaction } from '../../../../db/client.ts';
import type { Mail } from '../../../platform/mail.ts';
import type { Language } from '../../../platform/languages.ts';
import { randomPassword } from '../../../platform/passwords.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { invalidInput } from '../../ground/refusals/errors.ts';
import { seedWelcome } from '../../notifications/notify.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { openAccounts } from '../../wallet/ledger.ts';
import { grantSignUpCredit } from '../../wallet/playCredit.ts';
import { createUser } from './createUser.ts';
import { isKeptEmail, mailKeptEmail } from '../status/exclusion.ts';
import { parseEmail } from './identity.ts';
import { parseName } from '../names/parseName.ts';
import { passwordMail } from '../mails/mailTexts.ts';
import { claimName } from '../names/nameClaim.ts';
import { queueMail } from '../mails/mails.ts';
import { limitRegistrations } from '../guesses/registrationLimit.ts';
import { requesterOf } from '../guesses/requester.ts';
import { emailTaken } from './user.ts';

/** A mail as it would have been sent. */
export type StoredMail = Pick<Mail, 'subject' | 'text'>;

export interface Registered {
  email: string;
  /** The mail with the password, where it is stored instead of sent, or of a simulated player; otherwise null. */
  mail: StoredMail | null;
}

export const registerPlayerVerb = verb({
  name: 'register',
  may: 'account:register',
  countsAs: 'attempt',
  idempotent: false,
  audit: [],
  refusals: ['EMAIL_TAKEN'],
});

/**
 * Registers a player. The wallet holds PLAY_CREDIT, or nothing. The password is mailed; it is returned only where the
 * installation sends no mail. Refuses with INVALID_INPUT a wrong email or name, with EMAIL_TAKEN an email that is in use,
 * and one that a self-exclusion, a time-out or limits keep from it, whose owner gets a mail, with RATE_LIMITED above the
 * limits of its address. `language`: of the mail, and of the account from then on; default: English.
 * `simulationKey`: marks the account as simulated, whose mail is returned and never sent; a wrong one, or one where money
 * is real, is INVALID_INPUT.
 */
export async function registerPlayer(
  ctx: Context,
  input: {
    email: string;
    name: string;
    language?: Language | null | undefined;
    simulationKey?: string | null | undefined;
  },
): Promise<Registered> {
  authorize(ctx, registerPlayerVerb.may);
  const email = parseEmail(input.email);
  const player: NewPlayer = {
    email,
    name: parseName(input.name),
    language: input.language ?? undefined,
    simulated: isSimulated(ctx, email, input.simulationKey),
  };
  // The operator's key makes as many simulated players as it likes.
  return player.simulated ? createPlayer(ctx, player) : limitRegistrations(ctx, () => createPlayer(ctx, player));
}

interface NewPlayer {
  email: string;
  name: string;
  language: Language | undefined;
  simulated: boolean;
}

async function createPlayer(ctx: Context, { email, name, language, simulated }: NewPlayer): Promise<Registered> {
  const password = randomPassword();
  const passwordHash = await ctx.passwords.hash(password, requesterOf(ctx));
  const mail = await inTransaction(ctx.db, async (tx) => {
    if (await isKeptEmail(tx, ctx, email)) {
      await mailKeptEmail(tx, ctx, email, language);
      return null;
    }
    const player = await createUser(tx, ctx, { email, name, userType: 'player', passwordHash, language, simulated });
    await claimName(tx, ctx, { name, userType: 'player', ownId: player.id });
    await openAccounts(tx, player.id);
    await grantSignUpCredit(tx, ctx, player.id);
    await seedWelcome(tx, player.id, ctx.now);
    const message = passwordMail(ctx.config, player, password);
    if (!simulated) await queueMail(tx, ctx, 'password', message);
    return message;
  });
  ctx.events.publish({ type: 'mailQueued' });
  if (mail === null) throw emailTaken();
  return { email, mail: ctx.mail === undefined || simulated ? mail : null };
}

function isSimulated(ctx: Context, email: string, key: string | null | undefined): boolean {
  if (key === null || key === undefined) return false;
  if (ctx.config.moneyMode !== 'play')
    throw invalidInput('simulationKey', 'players are simulated with play money only');
  if (!ctx.simulationKeys.accepts(email, key)) throw invalidInput('simulationKey', 'the key is not of this email');
  return true;
}
