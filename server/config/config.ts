import { hostname } from 'node:os';
import { z } from 'zod';
import { hostsOf, hostsProblem } from '../../db/hosts.ts';
import type { Operator } from '../platform/operator.ts';
import { parseKeys } from '../platform/keyring.ts';
import { isLoopbackHost } from '../platform/loopback.ts';
import { parseVkey } from '../platform/tlog/note.ts';
import type { Witness } from '../platform/tlog/askWitness.ts';
import { isAddressRange } from '../platform/addressRange.ts';
import { screenSlugs } from './screens.ts';

/** Validated configuration from the environment. */
export interface Config {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Names of known holes in Node.js and PostgreSQL with which a server of real money may start (knownHoles.ts). */
  readonly acceptedHoles: readonly string[];
  /** Public URL of the server, without a trailing slash: prefix of every link in a mail. */
  readonly publicUrl: string;
  /** PUBLIC_URL is set: requests must name its host. */
  readonly hasPublicUrl: boolean;
  /** HOST and PUBLIC_URL are both loopback: the condition of `RATE_LIMIT=off`. */
  readonly loopbackOnly: boolean;
  readonly database: DatabaseConfig;
  readonly productName: string;
  /** The product's name as a path: `/{slug}` is the landing page. */
  readonly productSlug: string;
  /** Undefined: generated once and stored in the database. */
  readonly tokenSecret: string | undefined;
  /** Keys for stored secrets: the first encrypts, all decrypt. Empty: a key file, or none (seedKeys.ts). */
  readonly seedKeys: readonly Buffer[];
  /** Undefined: mails are only stored, readable at `/dev/mail?key=…`. */
  readonly smtpUrl: string | undefined;
  /** The key of `/dev/mail`. Undefined: generated at each start. */
  readonly devMailKey: string | undefined;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Origins of other sites' pages that may call the API. */
  readonly allowedOrigins: readonly string[];
  /** NATS for the events between servers. Undefined: the database's NOTIFY. */
  readonly eventsUrl: string | undefined;
  /** Address of the `/metrics` server. Undefined: none. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Where security problems are reported; undefined: nowhere. */
  readonly contactEmail: string | undefined;
  readonly primaryAdmin: { readonly email: string; readonly password: string | undefined };
  /** Whether admins must have a second factor. */
  readonly adminSecondFactor: 'required' | 'optional';
  /** Calls per minute of one account, and of one address. */
  readonly rateLimit: number | 'off';
  /** Those who confirm the public log's checkpoints. */
  readonly witnesses: readonly Witness[];
  /** The public beacon of the draw. Null: rounds open under colour-pf/1. */
  readonly beacon: { readonly relays: readonly string[] } | null;
  /** Where spans go by OTLP, and the share of requests that are traced. Undefined: nothing is traced. */
  readonly tracing: { readonly endpoint: string; readonly serviceName: string; readonly ratio: number } | undefined;
  /** What this server does: serve callers, run the rounds and all other jobs, or both. */
  readonly role: Role;
  readonly logLevel: LogLevel;
  /** Paise that a new player gets, and may claim again. 0: none, as always with real money. */
  readonly playCreditPaise: bigint;
  readonly money: { readonly mode: 'play' } | { readonly mode: 'real'; readonly operator: Operator };
}

export const roles = ['all', 'gateway', 'worker'] as const;
export type Role = (typeof roles)[number];

/** An operator's own PostgreSQL, or the folder of the embedded one (undefined: the default). */
export type DatabaseConfig =
  | {
      readonly url: string;
      /** For the role that migrates and audits; undefined: `url`'s does. */
      readonly ownerUrl: string | undefined;
      /** A standby for reads of the back office, and how much it may lag. */
      readonly replica?: { readonly url: string; readonly maxLagMs: number } | undefined;
    }
  | {
      readonly dataDir: string | undefined;
      /** Folder with the programs of another PostgreSQL; undefined: those of the npm packages. */
      readonly bin?: string | undefined;
      /** Free bytes of its disk below which new data is refused; 0: never. Undefined: by the disk's size. */
      readonly minFreeBytes?: number | undefined;
      /** Where its write-ahead log and base backups are kept; undefined: nowhere. */
      readonly archive?: { readonly dir: string; readonly keep: number } | undefined;
    };

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The environment contains invalid values. Every line of the message names a variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** First path segments that the server or the web app uses, in lower case: a product's landing page can't have them. */
export const takenSlugs: ReadonlySet<string> = new Set([
  ...`assets auth avatars changelog common dev docs documents exports fonts graphiql graphql healthz icons live metrics openapi.json
      player readyz rest sapre sign-in signin support`.split(/\s+/),
  ...screenSlugs,
]);

/** Some dozens of traces a second under full load. */
const DEFAULT_TRACED_SHARE = 0.01;

const MIN_RATE_LIMIT = 1_000;

const MAX_PLAY_CREDIT_PAISE = 1_000_000_000n;
const PLAY_CREDIT_FORM = 'must be rupees from 0 to 10000000 with at most two decimals, such as 1000.00';

/** Rupees as digits with at most two decimals, as paise. */
function paiseOf(rupees: string): bigint {
  const [whole = '0', decimals = ''] = rupees.split('.');
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((number) => number >= min && number <= max, `must be a whole number from ${min} to ${max}`);

/** Public HTTP relays of drand. */
const DRAND_RELAYS = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
] as const;

const MAX_RELAYS = 8;
const MAX_WITNESSES = 15;

/** `off`, `drand`, or `drand:` and the addresses of relays; undefined for anything else. */
function beaconOf(text: string): { relays: readonly string[] } | null | undefined {
  if (text === 'off') return null;
  if (text === 'drand') return { relays: DRAND_RELAYS };
  if (!text.startsWith('drand:')) return undefined;
  const relays = text
    .slice('drand:'.length)
    .split(',')
    .map((relay) => relay.trim().replace(/\/$/, ''));
  return relays.length <= MAX_RELAYS && relays.every(isRelay) ? { relays } : undefined;
}

/** Reads `name+id+key@URL`, several with commas. Undefined when one is wrong or comes twice. */
function witnessesOf(text: string): Witness[] | undefined {
  const witnesses = text.split(',').map((item) => {
    const [, vkey = '', url = ''] = /^\s*([^@\s]+)@(\S+?)\/?\s*$/.exec(item) ?? [];
    const verifier = parseVkey(vkey);
    return verifier?.kind === 'cosignature' && isRelay(url) ? { verifier, url } : null;
  });
  const found = witnesses.filter((witness) => witness !== null);
  const distinct = new Set(found.map(({ verifier }) => verifier.vkey));
  return found.length <= MAX_WITNESSES && distinct.size === witnesses.length ? found : undefined;
}

function isRelay(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && search + hash + username === '';
}

const listOf = (isItem: (item: string) => boolean, problem: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .refine((items) => items.every(isItem), problem);

const urlOf = (schemes: readonly string[], example: string) =>
  z.string().refine((text) => schemes.includes(schemeOf(text) ?? ''), `must be an address like ${example}`);

const databaseAddress = z.string().superRefine((text, check) => {
  const problem = hostsProblem(text);
  if (problem !== undefined) check.addIssue({ code: 'custom', message: problem });
});

/** One standby, which is no host that takes writes. */
const replicaAddress = databaseAddress.refine(
  (text) => hostsProblem(text) !== undefined || !hostsOf({ connectionString: text }).primaryOnly,
  'must name one host, without target_session_attrs',
);

/** A longer one would be most of a page on a phone. */
const licenceText = z.string().trim().max(2_000, 'must have at most 2000 characters');

/** One entry per variable; unset and empty are the same. */
export const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address, without scheme or port')
    .default('localhost'),
  DATABASE_URL: databaseAddress.optional(),
  EVENTS_URL: urlOf(['nats:', 'tls:'], 'nats://user:password@host:4222').optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: replicaAddress.optional(),
  DATABASE_REPLICA_LAG: wholeNumber(1, 300).default(5),
  DATA_DIR: z.string().optional(),
  MIN_FREE_BYTES: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number of bytes, such as 500000000, or 0 for none')
    .transform(Number)
    .optional(),
  ARCHIVE_DIR: z.string().optional(),
  POSTGRES_BIN: z.string().optional(),
  ARCHIVE_KEEP: wholeNumber(1, 365).default(7),
  PUBLIC_URL: urlOf(['http:', 'https:'], 'https://play.example.com')
    .refine((text) => isBareOrigin(text), 'must have nothing after the host and port')
    .optional(),
  PRODUCT_NAME: z.string().max(60, 'must have at most 60 characters').default('Rangoli'),
  TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SEED_KEY: z
    .string()
    .refine((text) => parseKeys(text) !== null, 'must be a key of 32 bytes in base64 or hex, or several with commas')
    .transform((text) => parseKeys(text) ?? [])
    .optional(),
  TRUSTED_PROXY: listOf(isAddressRange, 'must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8').default([]),
  ALLOWED_ORIGINS: listOf(
    (item) => isBareOrigin(item) && new URL(item).origin === item,
    'must be origins, such as https://shop.example.com,https://example.org',
  ).default([]),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address')
    .default('127.0.0.1'),
  DEV_MAIL_KEY: z
    .string()
    .regex(/^[\w-]{16,200}$/, 'must have 16 to 200 letters, digits, - or _')
    .optional(),
  SMTP_URL: urlOf(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com').optional(),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  PRIMARY_ADMIN_EMAIL: z.email('must be an email address').toLowerCase().optional(),
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional'], 'must be required or optional').optional(),
  PRIMARY_ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').max(200).optional(),
  RATE_LIMIT: z
    .union([z.literal('off'), wholeNumber(MIN_RATE_LIMIT, 100_000_000)], {
      error: `must be off, or the calls a minute that an account may make: ${MIN_RATE_LIMIT} or more`,
    })
    .default(3_000),
  BEACON: z
    .string()
    .refine(
      (text) => beaconOf(text) !== undefined,
      `must be off, drand, or drand: and the addresses of up to ${MAX_RELAYS} HTTP relays with commas`,
    )
    .transform((text) => beaconOf(text) ?? null)
    .default(null),
  WITNESSES: z
    .string()
    .refine(
      (text) => witnessesOf(text) !== undefined,
      `must be up to ${MAX_WITNESSES} different witnesses with commas, each as name+id+key@URL`,
    )
    .transform((text) => witnessesOf(text) ?? [])
    .default([]),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(['http:', 'https:'], 'http://collector:4318').optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a share from 0 to 1, such as 0.05')
    .transform(Number)
    .default(DEFAULT_TRACED_SHARE),
  OTEL_SERVICE_NAME: z.string().max(100, 'must have at most 100 characters').default('rangoli'),
  ROLE: z.enum(roles, `must be one of ${roles.join(', ')}`).default('all'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  MONEY_MODE: z.enum(['play', 'real'], 'must be play or real').default('play'),
  OPERATOR_NAME: z.string().trim().max(100, 'must have at most 100 characters').optional(),
  OPERATOR_LICENCE: licenceText.optional(),
  OPERATOR_LICENCE_HI: licenceText.optional(),
  KNOWN_HOLES_ACCEPTED: listOf(
    (item) => /^(?:node-\d+\.\d+\.\d+|postgresql-\d+\.\d+)$/.test(item),
    'must name versions, such as node-20.20.2,postgresql-18.4',
  ).default([]),
  PLAY_CREDIT: z
    .string()
    .regex(/^\d{1,8}(\.\d{1,2})?$/, PLAY_CREDIT_FORM)
    .transform(paiseOf)
    .refine((paise) => paise <= MAX_PLAY_CREDIT_PAISE, PLAY_CREDIT_FORM)
    .default(1000_00n),
});

type Environment = z.infer<typeof environment>;

/** Reads the configuration from `env`. Throws ConfigError, which names every variable that is wrong. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`));
  }
  const config = configOf(parsed.data);
  const problems = contradictions(parsed.data, config);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function configOf(values: Environment): Config {
  const publicUrl = new URL(values.PUBLIC_URL ?? originOf(values.HOST, values.PORT)).origin;
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    hasPublicUrl: values.PUBLIC_URL !== undefined,
    loopbackOnly: isLoopbackHost(values.HOST) && isLoopbackHost(new URL(publicUrl).hostname),
    database: values.DATABASE_URL
      ? { url: values.DATABASE_URL, ownerUrl: values.DATABASE_OWNER_URL, replica: replicaOf(values) }
      : {
          dataDir: values.DATA_DIR,
          bin: values.POSTGRES_BIN,
          minFreeBytes: values.MIN_FREE_BYTES,
          archive: values.ARCHIVE_DIR ? { dir: values.ARCHIVE_DIR, keep: values.ARCHIVE_KEEP } : undefined,
        },
    acceptedHoles: values.KNOWN_HOLES_ACCEPTED,
    productName: values.PRODUCT_NAME,
    productSlug: slugOf(values.PRODUCT_NAME),
    tokenSecret: values.TOKEN_SECRET,
    seedKeys: values.SEED_KEY ?? [],
    smtpUrl: values.SMTP_URL,
    devMailKey: values.DEV_MAIL_KEY,
    trustedProxies: values.TRUSTED_PROXY,
    allowedOrigins: values.ALLOWED_ORIGINS,
    eventsUrl: values.EVENTS_URL,
    metrics: values.METRICS_PORT === undefined ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    contactEmail: values.CONTACT_EMAIL,
    primaryAdmin: {
      email: values.PRIMARY_ADMIN_EMAIL ?? 'admin@rangoli.local',
      password: values.PRIMARY_ADMIN_PASSWORD,
    },
    adminSecondFactor: values.ADMIN_SECOND_FACTOR ?? (values.MONEY_MODE === 'real' ? 'required' : 'optional'),
    rateLimit: values.RATE_LIMIT,
    beacon: values.BEACON,
    witnesses: values.WITNESSES,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          serviceName: values.OTEL_SERVICE_NAME,
          ratio: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    role: values.ROLE,
    logLevel: values.LOG_LEVEL,
    playCreditPaise: values.MONEY_MODE === 'real' ? 0n : values.PLAY_CREDIT,
    money: values.MONEY_MODE === 'real' ? { mode: 'real', operator: operatorOf(values) } : { mode: 'play' },
  };
}

function operatorOf(values: Environment): Operator {
  return {
    name: values.OPERATOR_NAME ?? '',
    licence: values.OPERATOR_LICENCE ?? '',
    licenceInHindi: values.OPERATOR_LICENCE_HI ?? null,
  };
}

function replicaOf({ DATABASE_REPLICA_URL: url, DATABASE_REPLICA_LAG: seconds }: Environment) {
  return url === undefined ? undefined : { url, maxLagMs: seconds * 1_000 };
}

/** Errors that concern several values together. */
function contradictions(values: Environment, config: Config): string[] {
  const problems: string[] = [];
  if (config.productSlug === '') {
    problems.push('PRODUCT_NAME must have at least one letter a-z or digit: it names the landing page.');
  } else if (takenSlugs.has(config.productSlug)) {
    problems.push(`PRODUCT_NAME would put the landing page at /${config.productSlug}, which is another page already.`);
  }
  if (values.RATE_LIMIT === 'off' && !config.loopbackOnly) {
    problems.push('RATE_LIMIT may be off only while HOST and PUBLIC_URL are both localhost.');
  }
  const onlyByProxy = isLoopbackHost(values.HOST) && !isLoopbackHost(new URL(config.publicUrl).hostname);
  if (onlyByProxy && config.trustedProxies.length === 0) {
    problems.push(
      'TRUSTED_PROXY must name the proxy (such as 127.0.0.1) when HOST is localhost and PUBLIC_URL is not: without it all visitors share one address.',
    );
  }
  if (config.metrics && config.metrics.port !== 0 && config.metrics.port === config.port) {
    problems.push('METRICS_PORT must differ from PORT.');
  }
  if (values.ROLE !== 'all' && !values.DATABASE_URL) {
    problems.push('ROLE must be all without DATABASE_URL: no other server can use the embedded database.');
  }
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL) {
    problems.push('DATABASE_OWNER_URL needs DATABASE_URL beside it: the embedded database has its owner already.');
  }
  if (values.DATABASE_REPLICA_URL && !values.DATABASE_URL) {
    problems.push('DATABASE_REPLICA_URL needs DATABASE_URL beside it: the embedded database has no replica.');
  }
  if (values.MIN_FREE_BYTES !== undefined && values.DATABASE_URL) {
    problems.push('MIN_FREE_BYTES is for the embedded database: watch the disk of one of your own with its own tools.');
  }
  if (values.ARCHIVE_DIR && values.DATABASE_URL) {
    problems.push('ARCHIVE_DIR is for the embedded database: archive one of your own with its own tools.');
  }
  if (values.POSTGRES_BIN && values.DATABASE_URL) {
    problems.push('POSTGRES_BIN is for the embedded database: DATABASE_URL names one that runs already.');
  }
  if (values.MONEY_MODE === 'real') problems.push(...missingForRealMoney(values, config));
  return problems;
}

/** What real money needs. */
function missingForRealMoney(values: Environment, { publicUrl, adminSecondFactor, beacon }: Config): string[] {
  const required = ['OPERATOR_NAME', 'OPERATOR_LICENCE', 'SEED_KEY', 'SMTP_URL', 'PRIMARY_ADMIN_EMAIL'] as const;
  const problems = required
    .filter((name) => !values[name])
    .map((name) => `${name} must be set when MONEY_MODE is real.`);
  if (values.DATABASE_URL && !values.DATABASE_OWNER_URL) {
    problems.push('DATABASE_OWNER_URL must be set beside DATABASE_URL when MONEY_MODE is real.');
  }
  if (!publicUrl.startsWith('https:') || isLoopbackHost(new URL(publicUrl).hostname)) {
    problems.push('PUBLIC_URL must be https, and an address that players can reach, when MONEY_MODE is real.');
  }
  if (adminSecondFactor !== 'required') {
    problems.push('ADMIN_SECOND_FACTOR must be required when MONEY_MODE is real.');
  }
  if (beacon?.relays.some((relay) => !relay.startsWith('https:'))) {
    problems.push('BEACON must have relays by https alone when MONEY_MODE is real.');
  }
  return problems;
}

/** A name as part of a path: `Rang & Co` becomes `rang-co`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** How to reach a server that listens at `host` and `port`. */
export function originOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? hostname() : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function schemeOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).protocol : undefined;
}

function isBareOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { pathname, search, hash, username } = new URL(text);
  return pathname === '/' && search === '' && hash === '' && username === '';
}
