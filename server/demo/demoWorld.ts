import { changePassword } from '../domain/accounts/users/changePassword.ts';
import { authenticate } from '../domain/accounts/sessions/authenticate.ts';
import { login } from '../domain/accounts/sessions/login.ts';
import { newestMails } from '../domain/accounts/mails/mails.ts';
import { contextFor, type Actor, type Context, type Services } from '../domain/ground/verbs/context.ts';
import { recordSeen } from '../domain/stats/recordSeen.ts';
import { NO_PAISE } from '../domain/ground/values/money.ts';
import { ManualClock } from '../platform/clock.ts';

/** Password of every demo user. */
export const DEMO_PASSWORD = 'rangoli-demo';

/** The domain with a movable clock: everything done here happens at the instant that `clock` shows. */
export class DemoWorld {
  readonly clock: ManualClock;
  readonly services: Services;
  readonly #actors = new Map<string, Actor>();

  constructor(services: Services, startsAt: number) {
    this.clock = new ManualClock(startsAt);
    // The story's players bring their own money, by deposits.
    this.services = { ...services, clock: this.clock, config: { ...services.config, playCredit: NO_PAISE } };
  }

  /** A request context of the server itself. */
  system(): Context {
    return contextFor(this.services, { kind: 'system' });
  }

  anonymous(): Context {
    return contextFor(this.services, { kind: 'anonymous' }, client);
  }

  /** A request context of a signed-in user. */
  as(email: string): Context {
    const actor = this.#actors.get(email);
    if (!actor) throw new Error(`${email} has not signed in`);
    const ctx = contextFor(this.services, actor, client);
    recordSeen(ctx);
    return ctx;
  }

  isSignedIn(email: string): boolean {
    return this.#actors.has(email);
  }

  /** The user takes no further part. */
  signOut(email: string): void {
    this.#actors.delete(email);
  }

  idOf(email: string): bigint {
    const { actor } = this.as(email);
    if (!('userId' in actor)) throw new Error(`${email} is not a user`);
    return actor.userId;
  }

  async signIn(email: string, password = DEMO_PASSWORD): Promise<void> {
    const { accessToken } = await login(this.anonymous(), { id: email, password });
    this.#actors.set(email, await authenticate(this.anonymous(), accessToken));
  }

  /** Signs in with the mailed password, changes it to the demo's, and signs in again. */
  async adoptDemoPassword(email: string): Promise<void> {
    const mail = (await newestMails(this.services)).find(({ recipient }) => recipient === email);
    const mailed = /^Password: (\S+)$/m.exec(mail?.body ?? '')?.[1];
    if (!mailed) throw new Error(`no password was mailed to ${email}`);
    await this.signIn(email, mailed);
    await changePassword(this.as(email), { oldPassword: mailed, newPassword: DEMO_PASSWORD });
    await this.signIn(email);
  }
}

const client = { address: '127.0.0.1', userAgent: 'Rangoli demo' };
