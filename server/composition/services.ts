import { type Database, type DatabaseAddress, openConnection } from '../../db/client.ts';
import { type ConnectionBudget, limitsFor } from '../../db/limits.ts';
import type { Config } from '../config/config.ts';
import { SessionReads } from '../domain/accounts/sessions/sessionReads.ts';
import { RecentReadings } from '../domain/ground/actors/recentReadings.ts';
import { BetBatcher } from '../domain/bets/betBatcher.ts';
import { CachedRoundTrees } from '../domain/bets/cachedRoundTrees.ts';
import { RoundHolds } from '../domain/bets/roundHolds.ts';
import { SignedReceipts } from '../domain/bets/signedReceipts.ts';
import { ContestNames } from '../domain/ground/rounds/contestNames.ts';
import type { DomainConfig, Services } from '../domain/ground/verbs/context.ts';
import type { DiskSpace } from '../domain/ground/database/diskSpace.ts';
import { LiveTokens } from '../domain/ground/actors/liveTokens.ts';
import { ReceivedCalls } from '../domain/ground/calls/receivedCalls.ts';
import { sealedTypes } from '../domain/ground/values/sealedTypes.ts';
import { paise } from '../domain/ground/values/money.ts';
import { statementThread } from '../domain/statements/readInThread.ts';
import { Sightings } from '../domain/stats/sightings.ts';
import { Beacon, type BeaconSource } from '../platform/beacon/beacon.ts';
import type { Clock } from '../platform/clock.ts';
import { EmailHashes } from '../platform/emailHashes.ts';
import type { Keyring } from '../platform/keyring.ts';
import type { Logger } from '../platform/log.ts';
import { LoopSlices } from '../platform/loopSlices.ts';
import { smtpTransport } from '../platform/mail.ts';
import type { Metrics } from '../platform/metrics.ts';
import { OutboundClient } from '../platform/outbound/client.ts';
import { PasswordHasher, type PasswordHasherOptions } from '../platform/passwords.ts';
import { ServerBusyError } from '../platform/serverBusy.ts';
import { SealedIds } from '../platform/sealedIds.ts';
import { SimulationKeys } from '../platform/simulationKeys.ts';
import { Tokens } from '../platform/tokens.ts';
import type { DomainEvent } from '../domain/ground/verbs/events.ts';
import type { EventBus } from '../platform/events.ts';
import { openReceiptKey } from './receiptKey.ts';
import { relayedEvents } from './relay.ts';
import { openPublicLog } from './publicLog.ts';
import { MeasuredReplica } from './measuredReplica.ts';
import { storedSecret } from './secrets.ts';

/** Time in which a full queue of password checks is processed. */
const PASSWORDS_RETRY_SECONDS = 6;

export interface ServiceOptions {
  readonly config: Config;
  readonly address: DatabaseAddress;
  readonly database: Database;
  readonly keyring: Keyring;
  /** Known holes in use that the operator has accepted; default: none. */
  readonly acceptedHoles?: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Default: those of production. */
  readonly passwords?: Omit<PasswordHasherOptions, 'busy'> | undefined;
  readonly budget: Pick<ConnectionBudget, 'lanes' | 'waitingBets'>;
  /** Null: no beacon, not even for rounds that wait for it. */
  readonly beacon: BeaconSource | null;
  /** Multiplies the deadlines of connections; default: 1. */
  readonly deadlineScale?: number | undefined;
  readonly space: DiskSpace;
  /** A standby for reads of the back office. */
  readonly replica?: { readonly url: string; readonly maxLagMs: number } | undefined;
}

export interface RunningServices {
  readonly services: Services;
  /** In which requests and messages are processed. */
  readonly slices: LoopSlices;
  /** Finishes what is under way: bets, sightings, events. The database must still be open. */
  stop(): Promise<void>;
}

/** Creates the services of the domain. */
export async function makeServices(options: ServiceOptions): Promise<RunningServices> {
  const { config, address, database, keyring, clock, log, metrics, budget, deadlineScale } = options;
  const { db } = database;
  const relay = await relayedEvents({
    address,
    database,
    log,
    limits: limitsFor('listener', deadlineScale),
    nats:
      config.eventsUrl === undefined ? undefined : { url: config.eventsUrl, subject: await busSubject(db, keyring) },
  });
  const receivedCalls = new ReceivedCalls();
  const slices = new LoopSlices();
  const bets = new BetBatcher({
    address,
    events: relay.events,
    log,
    ...budget,
    metrics,
    deadlineScale,
    receivedCalls,
    slices,
  });
  await bets.open();
  const sessions = new SessionReads(db, clock, { slices, log });
  const holds = new RoundHolds({
    connect: () => openConnection(address, limitsFor('roundHold', deadlineScale)),
    clock,
    calls: receivedCalls,
    log,
  });
  if (config.role !== 'worker') await holds.start();
  const mail = config.smtpUrl ? smtpTransport(config.smtpUrl, senderOf(config)) : undefined;
  const outbound = new OutboundClient(clock);
  const sightings = new Sightings(db, log);
  const replica = options.replica && openReplica(options.replica, options, relay.events);
  await replica?.start();
  const services: Services = {
    db,
    replica,
    clock,
    events: relay.events,
    log,
    mail,
    outbound,
    keyring,
    passwords: new PasswordHasher({
      ...options.passwords,
      busy: () => new ServerBusyError(PASSWORDS_RETRY_SECONDS),
    }),
    tokens: new Tokens(
      config.tokenSecret ? Buffer.from(config.tokenSecret) : await storedSecret(db, keyring, 'token_signing', 32),
    ),
    liveTokens: new LiveTokens(relay.events),
    sessions,
    readings: new RecentReadings(),
    contestNames: new ContestNames(),
    sightings,
    ids: new SealedIds(await storedSecret(db, keyring, 'id_sealing', 16), sealedTypes),
    emailHashes: new EmailHashes(await storedSecret(db, keyring, 'email_hashing', 32)),
    simulationKeys: new SimulationKeys(await storedSecret(db, keyring, 'simulation', 32)),
    config: { ...domainConfigOf(config), acceptedHoles: options.acceptedHoles ?? [] },
    bets,
    space: options.space,
    statementThread: statementThread(deadlineScale),
    receivedCalls,
    logSigner: await openPublicLog(db, keyring, config.publicUrl),
    receipts: new SignedReceipts({
      db,
      clock,
      signer: await openReceiptKey(db, keyring, config.publicUrl, new Date(clock.now())),
    }),
    roundTrees: new CachedRoundTrees(db),
    witnesses: config.witnesses,
    beacon: options.beacon ? new Beacon(options.beacon, { clock, log, outbound }) : null,
  };
  return {
    services,
    slices,
    async stop() {
      await bets.stop();
      await holds.stop();
      await sessions.stop();
      await sightings.written();
      await replica?.stop();
      await relay.stop();
      await services.statementThread.close();
      mail?.close();
      outbound.close();
    },
  };
}

function openReplica(
  { url, maxLagMs }: NonNullable<ServiceOptions['replica']>,
  { database: primary, log, metrics, deadlineScale }: ServiceOptions,
  events: EventBus<DomainEvent>,
): MeasuredReplica {
  return new MeasuredReplica({
    address: { connectionString: url },
    maxLagMs,
    primary,
    events,
    log,
    metrics,
    deadlineScale,
  });
}

/** The installation's own subject, which no other one on the same NATS has. */
async function busSubject(db: Database['db'], keyring: Keyring): Promise<string> {
  return `rangoli.${(await storedSecret(db, keyring, 'event_bus', 16)).toString('hex')}`;
}

function senderOf({ productName, publicUrl }: Config): string {
  return `"${productName.replaceAll(/["\\]/g, '')}" <no-reply@${new URL(publicUrl).hostname}>`;
}

function domainConfigOf(config: Config): Omit<DomainConfig, 'acceptedHoles'> {
  return {
    productName: config.productName,
    publicUrl: config.publicUrl,
    moneyMode: config.money.mode,
    operator: config.money.mode === 'real' ? config.money.operator : null,
    playCredit: paise(config.playCreditPaise),
    primaryAdminEmail: config.primaryAdmin.email,
    primaryAdminPassword: config.primaryAdmin.password,
    rateLimited: config.rateLimit !== 'off',
    adminSecondFactor: config.adminSecondFactor,
  };
}
