import { type Database, type DatabaseAddress } from '../db/client.ts';
import type { Config } from './config.ts';
import { BetBatcher } from './domain/bets/betBatcher.ts';
import type { DomainConfig, Services } from './domain/context.ts';
import { LiveTokens } from './domain/liveTokens.ts';
import { sealedTypes } from './domain/sealedTypes.ts';
import { sightingsWritten } from './domain/stats/recordSeen.ts';
import type { Clock } from './platform/clock.ts';
import type { Logger } from './platform/log.ts';
import { smtpTransport } from './platform/mail.ts';
import type { Metrics } from './platform/metrics.ts';
import { type PasswordCost, PasswordHasher } from './platform/passwords.ts';
import { SealedIds } from './platform/sealedIds.ts';
import { Tokens } from './platform/tokens.ts';
import { relayedEvents } from './relay.ts';
import { keptSecret } from './secrets.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly address: DatabaseAddress;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly passwordCost?: PasswordCost | undefined;
}

export interface RunningServices {
  readonly services: Services;
  /** Finishes what is under way: bets, sightings, events. The database is still needed for it. */
  stop(): Promise<void>;
}

/** Makes what the domain works with. */
export async function makeServices(options: ServiceOptions): Promise<RunningServices> {
  const { config, address, database, clock, log, metrics, passwordCost } = options;
  const { db } = database;
  const relay = await relayedEvents(address, database, (error) => log.error({ err: error }, 'an event was not told'));
  const bets = new BetBatcher({ address, events: relay.events, log, metrics });
  const mail = config.smtpUrl ? smtpTransport(config.smtpUrl, senderOf(config)) : undefined;
  const services: Services = {
    db,
    clock,
    events: relay.events,
    log,
    mail,
    passwords: new PasswordHasher(passwordCost),
    tokens: new Tokens(
      config.tokenSecret ? Buffer.from(config.tokenSecret) : await keptSecret(db, 'token_signing', 32),
    ),
    liveTokens: new LiveTokens(relay.events),
    ids: new SealedIds(await keptSecret(db, 'id_sealing', 16), sealedTypes),
    config: domainConfigOf(config),
    bets,
  };
  return {
    services,
    async stop() {
      await bets.stop();
      await sightingsWritten(db);
      await relay.stop();
      mail?.close();
    },
  };
}

function senderOf({ productName, publicUrl }: Config): string {
  return `"${productName.replaceAll(/["\\]/g, '')}" <no-reply@${new URL(publicUrl).hostname}>`;
}

function domainConfigOf(config: Config): DomainConfig {
  return {
    productName: config.productName,
    publicUrl: config.publicUrl,
    moneyMode: config.money.mode,
    primaryAdminEmail: config.primaryAdmin.email,
    primaryAdminPassword: config.primaryAdmin.password,
  };
}
