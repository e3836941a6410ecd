import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Db } from '../../db/client.ts';
import { SessionReads } from '../../server/domain/accounts/sessions/sessionReads.ts';
import { ContestNames } from '../../server/domain/ground/rounds/contestNames.ts';
import { RecentReadings } from '../../server/domain/ground/actors/recentReadings.ts';
import { NO_PAISE } from '../../server/domain/ground/values/money.ts';
import { statementThread } from '../../server/domain/statements/readInThread.ts';
import { Sightings } from '../../server/domain/stats/sightings.ts';
import { CachedRoundTrees } from '../../server/domain/bets/cachedRoundTrees.ts';
import { SignedReceipts } from '../../server/domain/bets/signedReceipts.ts';
import { contextFor, type Actor, type Context, type Services } from '../../server/domain/ground/verbs/context.ts';
import type { DomainEvent } from '../../server/domain/ground/verbs/events.ts';
import { LiveTokens } from '../../server/domain/ground/actors/liveTokens.ts';
import { unmeasuredSpace } from '../../server/domain/ground/database/diskSpace.ts';
import { ReceivedCalls } from '../../server/domain/ground/calls/receivedCalls.ts';
import { sealedTypes } from '../../server/domain/ground/values/sealedTypes.ts';
import type { ManualClock } from '../../server/platform/clock.ts';
import { EventBus } from '../../server/platform/events.ts';
import { EmailHashes } from '../../server/platform/emailHashes.ts';
import { OutboundClient } from '../../server/platform/outbound/client.ts';
import { PasswordHasher } from '../../server/platform/passwords.ts';
import { signerOf } from '../../server/platform/tlog/note.ts';
import { SealedIds } from '../../server/platform/sealedIds.ts';
import { SimulationKeys } from '../../server/platform/simulationKeys.ts';
import { Tokens } from '../../server/platform/tokens.ts';
import type { TestDatabase } from './database.ts';
import { PATIENT } from './patience.ts';
import { testKeyring } from './seedKey.ts';
import { TestClock } from './testClock.ts';

/** The domain on a test's database, with a clock that the test moves and the published events. */
/** Signs the public log of tests. */
export const logSigner = signerOf('rangoli.example/log', 'note', Buffer.alloc(32, 8));

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
  'transactionClaimed',
  'proposalChanged',
  'signalsChanged',
  'alertsChanged',
  'sessionsEnded',
  'memberChanged',
  'rolesChanged',
  'settingsChanged',
  'payeesChanged',
  'noticesChanged',
  'ticketChanged',
  'ticketHandled',
  'ticketHandedOver',
  'notificationAdded',
  'mailQueued',
] as const satisfies DomainEvent['type'][];

/** Signs the receipts of tests. */
export const testReceiptKey = signerOf('localhost:4000/receipts', 'note', Buffer.alloc(32, 9));

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
    passwords: new PasswordHasher({ cost: { memoryKiB: 8, passes: 1 } }),
    tokens: new Tokens(randomBytes(32)),
    liveTokens: new LiveTokens(events),
    sessions: new SessionReads(db, clock),
    receivedCalls: new ReceivedCalls(),
    readings: new RecentReadings(),
    contestNames: new ContestNames(),
    beacon: null,
    witnesses: [],
    logSigner,
    sightings: new Sightings(db, log),
    ids: new SealedIds(randomBytes(16), sealedTypes),
    emailHashes: new EmailHashes(Buffer.alloc(32, 7)),
    outbound: new OutboundClient(clock),
    simulationKeys: new SimulationKeys(Buffer.alloc(32, 3)),
    config: {
      productName: 'Rangoli',
      publicUrl: 'http://localhost:4000',
      moneyMode: 'play',
      operator: null,
      playCredit: NO_PAISE,
      primaryAdminEmail: 'admin@rangoli.local',
      rateLimited: false,
      acceptedHoles: [],
      adminSecondFactor: 'optional',
    },
    roundTrees: new CachedRoundTrees(db),
    receipts: new SignedReceipts({ db, clock, signer: testReceiptKey }),
    space: unmeasuredSpace,
    statementThread: statementThread(PATIENT),
    bets: {
      turn: () => undefined,
      inFlight: 0,
      answers: 'inTime',
      place: () => Promise.reject(new Error('this domain takes no bets')),
    },
  };
  return { services, owner, clock, published, as: (actor) => contextFor(services, actor) };
}
