import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Api, RetryLater } from './api.ts';

/** Made-up players have addresses to which no mail can be sent (RFC 2606). */
const DOMAIN = 'crowd.invalid';
const givenNames = [
  'Aarav',
  'Diya',
  'Rohan',
  'Ananya',
  'Kabir',
  'Isha',
  'Vikram',
  'Tara',
  'Meera',
  'Arjun',
  'Sana',
  'Dev',
];
const familyNames = [
  'Sharma',
  'Patel',
  'Gupta',
  'Nair',
  'Singh',
  'Verma',
  'Rao',
  'Joshi',
  'Iyer',
  'Khan',
  'Das',
  'Bose',
];

/** A registered player that a program plays. */
export interface SimulatedPlayer {
  readonly email: string;
  readonly password: string;
}

export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Registers a player. `keyFor` gives the operator's key by which the server marks it as simulated. */
export async function register(api: Api, keyFor: (email: string) => string): Promise<SimulatedPlayer> {
  // Names need not be unique; a random email is.
  const tail = randomBytes(6).toString('hex');
  const email = `player-${tail}@${DOMAIN}`;
  const name = `${pick(givenNames)} ${pick(familyNames)}`;
  const input = { email, name, simulationKey: keyFor(email) };
  const answer = await api.perform('register', input, '... on RegisterPayload { mail { text } }');
  const mail: unknown = answer['mail']?.text;
  const password = typeof mail === 'string' ? /^Password: (\S+)$/m.exec(mail)?.[1] : undefined;
  if (password === undefined) throw new Error(`a player was not registered: ${answer.message ?? 'without a password'}`);
  return { email, password };
}

export async function signIn(api: Api, { email, password }: SimulatedPlayer): Promise<Session> {
  const selection = '... on SessionPayload { accessToken refreshToken }';
  const answer = await api.perform('login', { id: email, password }, selection);
  if (answer.code !== undefined) throw new Error(`${email} could not sign in: ${answer.message}`);
  return answer as unknown as Session;
}

export async function signOut(api: Api, { accessToken, refreshToken }: Session): Promise<void> {
  await api.perform('logout', { refreshToken }, '', accessToken);
}

/** Calls `attempt` until the server is ready to answer it, at most so often. */
export async function withRetries<T>(attempt: () => Promise<T>, signal: AbortSignal, most = 10): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RetryLater) || tried >= most) throw error;
      await delay(error.waitMs, undefined, { signal });
    }
  }
}

export function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}
