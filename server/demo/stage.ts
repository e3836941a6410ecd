import { changePassword } from '../domain/accounts/changePassword.ts';
import { authenticate } from '../domain/accounts/authenticate.ts';
import { login } from '../domain/accounts/login.ts';
import { newestMails } from '../domain/accounts/mails.ts';
import { contextFor, type Actor, type Context, type Services } from '../domain/context.ts';
import { recordSeen } from '../domain/stats/recordSeen.ts';
import { ManualClock } from '../platform/clock.ts';

/** Everybody's password in the demo. */
export const DEMO_PASSWORD = 'rangoli-demo';

/** The domain at another time: whatever is done here happens at the instant that `clock` shows. */
export class Stage {
  readonly clock: ManualClock;
  readonly services: Services;
  readonly #actors = new Map<string, Actor>();

  constructor(services: Services, startsAt: number) {
    this.clock = new ManualClock(startsAt);
    this.services = { ...services, clock: this.clock };
  }

  /** A request of the server itself. */
  system(): Context {
    return contextFor(this.services, { kind: 'system' });
  }

  nobody(): Context {
    return contextFor(this.services, { kind: 'anonymous' }, client);
  }

  /** A request of somebody who has signed in. */
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

  /** Nothing more comes from this person. */
  signOut(email: string): void {
    this.#actors.delete(email);
  }

  idOf(email: string): bigint {
    const { actor } = this.as(email);
    if (!('userId' in actor)) throw new Error(`${email} is nobody`);
    return actor.userId;
  }

  async signIn(email: string, password = DEMO_PASSWORD): Promise<void> {
    const { accessToken } = await login(this.nobody(), { id: email, password });
    this.#actors.set(email, await authenticate(this.nobody(), accessToken));
  }

  /** Signs in with the password that was mailed, takes the demo's for it, and signs in again. */
  async settleIn(email: string): Promise<void> {
    const mail = (await newestMails(this.services)).find(({ recipient }) => recipient === email);
    const mailed = /^Password: (\S+)$/m.exec(mail?.body ?? '')?.[1];
    if (!mailed) throw new Error(`no password was mailed to ${email}`);
    await this.signIn(email, mailed);
    await changePassword(this.as(email), { oldPassword: mailed, newPassword: DEMO_PASSWORD });
    await this.signIn(email);
  }
}

const client = { address: '127.0.0.1', userAgent: 'Rangoli demo' };
