import { statfsSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config/config.ts';
import { roundFrom, type BeaconChain, quicknet } from '../../platform/beacon/chain.ts';
import { fetchRound } from '../../platform/beacon/relays.ts';
import { MachineClock } from '../../platform/machineClock.ts';
import { OutboundClient } from '../../platform/outbound/client.ts';
import { readContents } from '../../../db/backup/contents.ts';
import { connectDatabase, type CommandDatabase } from '../commandDatabase.ts';
import { refuseMissingKeys } from '../seedKeys.ts';
import {
  checkClock,
  checkConnections,
  checkPooler,
  checkRelease,
  checkRoles,
  connect,
  unreachable,
} from './database.ts';
import { advice, type Finding, wrong } from './finding.ts';
import { keepFindings } from './keepFindings.ts';
import { checkReplica } from './replica.ts';
import {
  checkArchive,
  checkDisk,
  checkMinFree,
  checkModes,
  checkNode,
  checkRest,
  type MachineFacts,
} from './machine.ts';
import { checkMoneyMode, checkRealMoney } from './money.ts';
import { checkBooks, checkMails, checkOwnArchive, checkRounds, checkWitnesses } from './state.ts';

const SMTP_TIMEOUT_MS = 10_000;
const BEACON_TIMEOUT_MS = 5_000;

export interface ExamineOptions extends Partial<MachineFacts> {
  readonly beaconChain?: BeaconChain;
  /** Stores what is found, in the database that is examined. */
  readonly keeps?: boolean;
}

const thisMachine: MachineFacts = {
  nodeVersion: process.versions.node,
  now: Date.now(),
  disk(path) {
    const { bavail, blocks, bsize } = statfsSync(path);
    return { free: bavail * bsize, total: blocks * bsize };
  },
};

/**
 * Everything that is wrong with an installation. Works with and without a running server. Changes nothing, apart from the findings
 * of the last run where they are kept.
 */
export async function examine(config: Config, options: ExamineOptions = {}): Promise<Finding[]> {
  const facts = { ...thisMachine, ...options };
  const findings = [...checkNode(facts), ...(await checkSmtp(config)), ...(await checkBeacon(config, options))];
  let database: CommandDatabase;
  try {
    database = await connectDatabase(config.database);
  } catch (error) {
    return [...findings, wrong((error as Error).message, 'Nothing more can be examined until the database starts.')];
  }
  try {
    if (database.dataDir !== undefined) findings.push(...checkFolder(config, database.dataDir, facts));
    findings.push(...(await checkDatabase(config, database, facts)));
    // Where it can't be written to, what was found tells so.
    if (options.keeps) await keepFindings(database.addresses.owner, findings).catch(() => undefined);
  } finally {
    await database.release();
  }
  return findings;
}

function checkFolder(config: Config, dataDir: string, facts: MachineFacts): Finding[] {
  return [
    ...checkDisk('the data', dataDir, facts),
    ...checkMinFree(config, dataDir, facts),
    ...checkModes(dataDir),
    ...checkRest(dataDir),
    ...checkArchive(config, dataDir, facts),
  ];
}

async function checkDatabase(
  config: Config,
  { addresses, dataDir }: CommandDatabase,
  facts: MachineFacts,
): Promise<Finding[]> {
  const variable =
    'url' in config.database && config.database.ownerUrl !== undefined ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
  const client = await connect(addresses.owner).catch((error: Error) => error);
  if (client instanceof Error) return [unreachable(variable, client)];
  try {
    const { findings, isCurrent } = await checkRelease(client, facts.postgresVersion);
    findings.push(...(await checkConnections(client)), ...(await checkMoneyMode(client, config)));
    if (dataDir === undefined) findings.push(...(await checkOwnArchive(client)));
    if (!isCurrent) return findings;
    const roles = await checkRoles(addresses, config);
    findings.push(...roles);
    if (!roles.some(({ what }) => what.startsWith('DATABASE_URL:')))
      findings.push(...(await checkPooler(addresses.app)));
    const { keyIds } = await readContents(client, new Date());
    findings.push(
      ...checkKeys(config, { needed: keyIds, dataDir }),
      ...(await checkClock(addresses.owner, client)),
      ...(await checkReplica(config, client)),
      ...(await checkRounds(client)),
      ...(await checkBooks(client)),
      ...(await checkRealMoney(client, config)),
      ...(config.smtpUrl === undefined ? [] : await checkMails(client, config)),
      ...(await checkWitnesses(
        client,
        config.witnesses.map(({ verifier }) => verifier.vkey),
      )),
    );
    return findings;
  } finally {
    await client.end();
  }
}

function checkKeys(
  { seedKeys }: Config,
  { needed, dataDir }: { needed: readonly string[]; dataDir: string | undefined },
): Finding[] {
  try {
    refuseMissingKeys(needed, { given: seedKeys, dataDir });
  } catch (error) {
    return [wrong((error as Error).message, 'Until then no server starts.')];
  }
  if (seedKeys.length > 0 || dataDir !== undefined) return [];
  return [
    advice(
      'SEED_KEY is not set: seeds, mails and secrets are stored in clear.',
      'Set it (openssl rand -base64 32) and restart all servers; then run npm run chain:rotate.',
    ),
  ];
}

async function checkSmtp({ smtpUrl }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) {
    return [advice('SMTP_URL is not set: no mail is sent.', 'Set it before players come who are not on this machine.')];
  }
  const smtp = createTransport({ url: smtpUrl, connectionTimeout: SMTP_TIMEOUT_MS, greetingTimeout: SMTP_TIMEOUT_MS });
  try {
    await smtp.verify();
    return [];
  } catch (error) {
    return [
      wrong(
        `The mail server of SMTP_URL refuses or does not answer: ${(error as Error).message}.`,
        'Check its address, port, user and password.',
      ),
    ];
  } finally {
    smtp.close();
  }
}

async function checkBeacon({ beacon }: Config, { beaconChain: chain = quicknet }: ExamineOptions): Promise<Finding[]> {
  if (beacon === null) return [];
  const clock = new MachineClock();
  clock.follow(Date.now() - performance.now());
  const round = roundFrom(chain, clock.now() - 2 * chain.periodMs);
  const outbound = new OutboundClient(clock);
  const found = await fetchRound({ chain, relays: beacon.relays, clock, outbound }, round, {
    deadline: clock.now() + BEACON_TIMEOUT_MS,
  });
  outbound.close();
  if (found) return [];
  return [
    wrong(
      `No relay of BEACON answers: ${beacon.relays.join(', ')}.`,
      'Let this machine reach one of them by https, or set BEACON=off. Without it rounds open under colour-pf/1.',
    ),
  ];
}
