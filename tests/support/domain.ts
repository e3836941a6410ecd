import { randomBytes, randomInt } from 'node:crypto';
import { pino } from 'pino';
import { type Db, inTransaction } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { ContestNames } from '../../server/domain/contestNames.ts';
import { RecentReadings } from '../../server/domain/recentReadings.ts';
import { Sightings } from '../../server/domain/stats/sightings.ts';
import { recordAudit } from '../../server/domain/audit/recordAudit.ts';
import { contextFor, type Actor, type Context, type Services } from '../../server/domain/context.ts';
import type { DomainEvent } from '../../server/domain/events.ts';
import { LiveTokens } from '../../server/domain/liveTokens.ts';
import { sealedTypes } from '../../server/domain/sealedTypes.ts';
import type { ManualClock } from '../../server/platform/clock.ts';
import { EventBus } from '../../server/platform/events.ts';
import { PasswordHasher } from '../../server/platform/passwords.ts';
import { SealedIds } from '../../server/platform/sealedIds.ts';
import { Tokens } from '../../server/platform/tokens.ts';
import type { TestDatabase } from './database.ts';
import { testKeyring } from './seedKey.ts';
import { TestClock } from './testClock.ts';

/** The domain on a test's database, with a clock that the test moves and the published events. */
export interface TestDomain {
  /** Works as the server does, with the application's role. */
  services: Services;
  /** The database as its owner: for what a test writes bypassing the domain. */
  owner: Db;
  clock: ManualClock;
  published: DomainEvent[];
  /** A request context of this actor at the clock's current instant. */
  as(actor: Actor): Context;
}

const eventTypes = [
  'contestChanged',
  'stakesChanged',
  'walletChanged',
  'transactionChanged',
  'sessionsEnded',
  'settingsChanged',
  'ticketChanged',
  'notificationAdded',
  'mailQueued',
] as const satisfies DomainEvent['type'][];

/** Opens the domain without jobs or transports. Bets can't be placed through it: they need the batcher. */
export function openDomain(
  { db: owner, address, app: { db } }: TestDatabase,
  startsAt = '2026-11-20T12:00:00+05:30',
): TestDomain {
  const clock = new TestClock(Date.parse(startsAt), address);
  const events = new EventBus<DomainEvent>();
  const published: DomainEvent[] = [];
  for (const type of eventTypes) events.on(type, (event) => published.push(event));
  const log = pino({ level: 'silent' });
  const services: Services = {
    db,
    clock,
    events,
    log,
    keyring: testKeyring,
    passwords: new PasswordHasher({ memoryKiB: 8, passes: 1 }),
    tokens: new Tokens(randomBytes(32)),
    liveTokens: new LiveTokens(events),
    readings: new RecentReadings(),
    contestNames: new ContestNames(),
    sightings: new Sightings(db, log),
    ids: new SealedIds(randomBytes(16), sealedTypes),
    config: {
      productName: 'Rangoli',
      publicUrl: 'http://localhost:4000',
      moneyMode: 'play',
      primaryAdminEmail: 'admin@rangoli.local',
      rateLimited: false,
    },
    bets: { inFlight: 0, isResponding: true, place: () => Promise.reject(new Error('this domain takes no bets')) },
  };
  return { services, owner, clock, published, as: (actor) => contextFor(services, actor) };
}

/** A user of this kind in the database, who can't sign in; the actor of their requests. */
export async function givenActor<Kind extends 'player' | 'admin'>(
  { services, as }: TestDomain,
  kind: Kind,
  name = kind === 'admin' ? 'Asha Admin' : 'Pia Player',
): Promise<{ kind: Kind; userId: bigint; sessionId: bigint }> {
  const uid = String(randomInt(10_000_000, 99_999_999));
  const userId = await inTransaction(services.db, async (tx) => {
    const system = as({ kind: 'system' });
    const [user] = await tx
      .insert(users)
      .values({
        uid,
        email: `${uid}@example.test`,
        name,
        avatar: 'lotus',
        userType: kind,
        passwordHash: 'none',
        createdAt: system.now,
      })
      .returning();
    if (!user) throw new Error('the user was not written');
    if (kind === 'admin') {
      await recordAudit(tx, system, { action: 'admin:register', subjectType: 'user', subject: uid, after: { name } });
    }
    return user.id;
  });
  return { kind, userId, sessionId: 1n };
}
