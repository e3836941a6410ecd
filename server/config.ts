import { hostname } from 'node:os';
import { z } from 'zod';
import { isLoopbackHost } from './platform/loopback.ts';
import { screens } from './screens.ts';

/** Everything that the environment decides, checked. */
export interface Config {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Where people reach the server, without a slash at the end: the beginning of every link in a mail. */
  readonly publicUrl: string;
  /** HOST and PUBLIC_URL are both this machine's own: the condition of `/dev/mail` and of `RATE_LIMIT=off`. */
  readonly loopbackOnly: boolean;
  /** `dataDir` undefined: the default folder. */
  readonly database: { readonly url: string } | { readonly dataDir: string | undefined };
  readonly productName: string;
  /** The product's name as a path: `/{slug}` is the landing page. */
  readonly productSlug: string;
  /** Undefined: generated once and kept in the database. */
  readonly tokenSecret: string | undefined;
  /** Undefined: mails stay in the database, readable at `/dev/mail`. */
  readonly smtpUrl: string | undefined;
  readonly primaryAdmin: { readonly email: string; readonly password: string | undefined };
  /** Calls a minute that one account, and one address, may make. */
  readonly rateLimit: number | 'off';
  readonly logLevel: LogLevel;
  readonly money: { readonly mode: 'play' } | { readonly mode: 'real'; readonly licence: string };
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The environment says something that can't be. Every line of the message names a variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * First parts of paths that the server or the web app uses, in lower case: a product's landing page may not take them.
 */
export const takenSlugs: ReadonlySet<string> = new Set([
  ...`assets auth avatars common dev documents exports fonts graphiql graphql healthz icons live metrics openapi.json
      player readyz rest sapre sign-in signin support`.split(/\s+/),
  ...screens.map((address) => address.toLowerCase().split('/')[1] ?? ''),
]);

const MINIMUM_RATE_LIMIT = 1_000;

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be a whole number from ${least} to ${most}`);

const urlOf = (schemes: readonly string[], example: string) =>
  z.string().refine((text) => schemes.includes(schemeOf(text) ?? ''), `must be an address like ${example}`);

/** One entry per variable; unset and empty are the same. */
const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address, without scheme or port')
    .default('localhost'),
  DATABASE_URL: urlOf(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database').optional(),
  DATA_DIR: z.string().optional(),
  PUBLIC_URL: urlOf(['http:', 'https:'], 'https://play.example.com')
    .refine((text) => isBareOrigin(text), 'must have nothing after the host and port')
    .optional(),
  PRODUCT_NAME: z.string().max(60, 'must have at most 60 characters').default('Rangoli'),
  TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: urlOf(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com').optional(),
  PRIMARY_ADMIN_EMAIL: z.email('must be an email address').toLowerCase().default('admin@rangoli.local'),
  PRIMARY_ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').max(200).optional(),
  RATE_LIMIT: z
    .union([z.literal('off'), wholeNumber(MINIMUM_RATE_LIMIT, 100_000_000)], {
      error: `must be off, or the calls a minute that an account may make: ${MINIMUM_RATE_LIMIT} or more`,
    })
    .default(3_000),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  MONEY_MODE: z.enum(['play', 'real'], 'must be play or real').default('play'),
  OPERATOR_LICENCE: z.string().optional(),
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
    loopbackOnly: isLoopbackHost(values.HOST) && isLoopbackHost(new URL(publicUrl).hostname),
    database: values.DATABASE_URL ? { url: values.DATABASE_URL } : { dataDir: values.DATA_DIR },
    productName: values.PRODUCT_NAME,
    productSlug: slugOf(values.PRODUCT_NAME),
    tokenSecret: values.TOKEN_SECRET,
    smtpUrl: values.SMTP_URL,
    primaryAdmin: { email: values.PRIMARY_ADMIN_EMAIL, password: values.PRIMARY_ADMIN_PASSWORD },
    rateLimit: values.RATE_LIMIT,
    logLevel: values.LOG_LEVEL,
    money: values.MONEY_MODE === 'real' ? { mode: 'real', licence: values.OPERATOR_LICENCE ?? '' } : { mode: 'play' },
  };
}

/** What is wrong with the values taken together. */
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
  if (values.MONEY_MODE === 'real') {
    if (!values.OPERATOR_LICENCE) problems.push('OPERATOR_LICENCE must be set when MONEY_MODE is real.');
    if (!values.SMTP_URL) problems.push('SMTP_URL must be set when MONEY_MODE is real.');
    if (!config.publicUrl.startsWith('https:')) problems.push('PUBLIC_URL must be https when MONEY_MODE is real.');
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
