import type { Logger } from 'pino';
import type { Paise } from '../../../../db/columns.ts';
import type { Db } from '../../../../db/client.ts';
import type { Beacon } from '../../../platform/beacon/beacon.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DeviceCookie } from '../../../platform/deviceCookie.ts';
import type { EmailHashes } from '../../../platform/emailHashes.ts';
import type { Keyring } from '../../../platform/keyring.ts';
import type { MailTransport } from '../../../platform/mail.ts';
import type { Operator } from '../../../platform/operator.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import type { PasswordHasher } from '../../../platform/passwords.ts';
import type { SealedIds } from '../../../platform/sealedIds.ts';
import type { SimulationKeys } from '../../../platform/simulationKeys.ts';
import type { Signer } from '../../../platform/tlog/note.ts';
import type { Witness } from '../../../platform/tlog/askWitness.ts';
import type { Tokens } from '../../../platform/tokens.ts';
import type { Span } from '../../../platform/tracing.ts';
import type { WorkerThread } from '../../../platform/workerThread.ts';
import type { ReceiptIssuer } from '../rounds/receiptIssuer.ts';
import type { ReportReplica } from '../database/reportReplica.ts';
import type { ReceivedCall, ReceivedCalls } from '../calls/receivedCalls.ts';
import type { RoundTrees } from '../rounds/roundTrees.ts';
import type { RecentReadings } from '../actors/recentReadings.ts';
import type { BetPlacer } from '../rounds/betPlacer.ts';
import type { DiskSpace } from '../database/diskSpace.ts';
import type { ContestNames } from '../rounds/contestNames.ts';
import type { DomainEvents } from './events.ts';
import type { LiveTokens, SignedInActor } from '../actors/liveTokens.ts';
import type { SessionReader } from '../actors/sessionReader.ts';
import type { SightingRecorder } from '../actors/sightingRecorder.ts';

/** The actor. `system` is the server itself: jobs and commands. */
export type Actor = { kind: 'anonymous' } | SignedInActor | { kind: 'system' };

/** The part of the configuration that the domain needs. */
export interface DomainConfig {
  productName: string;
  /** Public origin of this server, without a trailing slash. */
  publicUrl: string;
  moneyMode: 'play' | 'real';
  /** Who runs the games for real money; null with play money. */
  operator: Operator | null;
  /** What a new player gets, and may claim again (server/domain/wallet/ledger.md#play-credit). 0: nothing. */
  playCredit: Paise;
  primaryAdminEmail: string;
  /** Unset: generated at first start and printed once. */
  primaryAdminPassword?: string | undefined;
  /** Whether admins must have a second factor. */
  adminSecondFactor: 'required' | 'optional';
  /** False with RATE_LIMIT=off: then neither attempts nor mails are limited. */
  rateLimited: boolean;
  /** Programs with known holes on which real money is run, as KNOWN_HOLES_ACCEPTED names them. */
  acceptedHoles: readonly string[];
}

/** Services of the domain; created once, by the composition root. */
export interface Services {
  db: Db;
  /** Undefined without DATABASE_REPLICA_URL. */
  replica?: ReportReplica | undefined;
  clock: Clock;
  events: DomainEvents;
  log: Logger;
  /** Absent without SMTP_URL: mails then stay readable in the outbox. */
  mail?: MailTransport | undefined;
  /** Calls servers that aren't ours. */
  outbound: OutboundClient;
  /** Encrypts and decrypts stored secrets. */
  keyring: Keyring;
  passwords: PasswordHasher;
  tokens: Tokens;
  liveTokens: LiveTokens;
  sessions: SessionReader;
  readings: RecentReadings;
  sightings: SightingRecorder;
  ids: SealedIds;
  emailHashes: EmailHashes;
  simulationKeys: SimulationKeys;
  config: DomainConfig;
  bets: BetPlacer;
  /** Of the embedded database's disk. */
  space: DiskSpace;
  /** Reads bank statements. */
  statementThread: WorkerThread;
  receivedCalls: ReceivedCalls;
  receipts: ReceiptIssuer;
  roundTrees: RoundTrees;
  contestNames: ContestNames;
  /** Without relays with BEACON=off: rounds open under colour-pf/1. Null in commands, which decide no rounds. */
  beacon: Beacon | null;
  /** Signs the public log's checkpoints, under the log's name. */
  logSigner: Signer;
  /** Those who confirm the public log's checkpoints. */
  witnesses: readonly Witness[];
}

/**
 * One request: its actor, and the single instant at which everything in it happens: that at which the head of the request, or
 * the frame of the message, arrived.
 */
export interface Context extends Services {
  actor: Actor;
  now: Date;
  client?: { address: string | null; userAgent: string; device?: DeviceCookie } | undefined;
  /** The span of the call; undefined where it is not traced. */
  span?: Span | undefined;
  /** Notes that the answer is the first one of its idempotency key, given again; undefined where the transport has no header for it. */
  noteReplay?: (() => void) | undefined;
}

/**
 * A context that transports extend. One line per service, because spreading the services into a literal takes many
 * times as long and 6 kB instead of 0.7 (tests/bench/RESULTS.md#parts).
 */
export class RequestContext implements Context {
  db: Db;
  replica: ReportReplica | undefined;
  clock: Clock;
  events: DomainEvents;
  log: Logger;
  mail: MailTransport | undefined;
  outbound: OutboundClient;
  keyring: Keyring;
  passwords: PasswordHasher;
  tokens: Tokens;
  liveTokens: LiveTokens;
  sessions: SessionReader;
  readings: RecentReadings;
  sightings: SightingRecorder;
  ids: SealedIds;
  emailHashes: EmailHashes;
  simulationKeys: SimulationKeys;
  config: DomainConfig;
  bets: BetPlacer;
  space: DiskSpace;
  statementThread: WorkerThread;
  receivedCalls: ReceivedCalls;
  receipts: ReceiptIssuer;
  roundTrees: RoundTrees;
  contestNames: ContestNames;
  beacon: Beacon | null;
  logSigner: Signer;
  witnesses: readonly Witness[];
  actor: Actor;
  now: Date;
  client: Context['client'];
  span: Span | undefined;

  /** `received`: the call, where it began before this moment. */
  constructor(services: Services, actor: Actor, client?: Context['client'], received?: ReceivedCall) {
    this.db = services.db;
    this.replica = services.replica;
    this.clock = services.clock;
    this.events = services.events;
    this.log = services.log;
    this.mail = services.mail;
    this.outbound = services.outbound;
    this.keyring = services.keyring;
    this.passwords = services.passwords;
    this.tokens = services.tokens;
    this.liveTokens = services.liveTokens;
    this.sessions = services.sessions;
    this.readings = services.readings;
    this.sightings = services.sightings;
    this.ids = services.ids;
    this.emailHashes = services.emailHashes;
    this.simulationKeys = services.simulationKeys;
    this.config = services.config;
    this.bets = services.bets;
    this.space = services.space;
    this.statementThread = services.statementThread;
    this.receivedCalls = services.receivedCalls;
    this.receipts = services.receipts;
    this.roundTrees = services.roundTrees;
    this.contestNames = services.contestNames;
    this.beacon = services.beacon;
    this.logSigner = services.logSigner;
    this.witnesses = services.witnesses;
    this.actor = actor;
    this.now = new Date(received?.at ?? services.clock.now());
    this.client = client;
    this.span = undefined;
  }
}

/** The context of one request or job step that starts now, or, with `received`, has started then. */
export function contextFor(
  services: Services,
  actor: Actor,
  client?: Context['client'],
  received?: ReceivedCall,
): Context {
  return new RequestContext(services, actor, client, received);
}
