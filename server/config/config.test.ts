import { signerOf } from '../platform/tlog/note.ts';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const WITNESS = signerOf('w.example/w1', 'cosignature', Buffer.alloc(32, 1)).vkey;
const LOG = signerOf('w.example/log', 'note', Buffer.alloc(32, 1)).vkey;

describe('the configuration', () => {
  test('needs nothing set', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      beacon: null,
      witnesses: [],
      acceptedHoles: [],
      host: 'localhost',
      publicUrl: 'http://localhost:4000',
      hasPublicUrl: false,
      loopbackOnly: true,
      database: { dataDir: undefined },
      productName: 'Rangoli',
      productSlug: 'rangoli',
      tokenSecret: undefined,
      seedKeys: [],
      smtpUrl: undefined,
      devMailKey: undefined,
      trustedProxies: [],
      allowedOrigins: [],
      metrics: undefined,
      contactEmail: undefined,
      primaryAdmin: { email: 'admin@rangoli.local', password: undefined },
      adminSecondFactor: 'optional',
      rateLimit: 3000,
      tracing: undefined,
      role: 'all',
      logLevel: 'info',
      playCreditPaise: 1_000_00n,
      money: { mode: 'play' },
    });
    expect(readConfig({ PLAY_CREDIT: '0' }).playCreditPaise).toBe(0n);
    expect(readConfig({ PLAY_CREDIT: '25.5' }).playCreditPaise).toBe(25_50n);
  });

  test('traces where it is told to, a share of the requests', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
    const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT });
    expect(tracing).toEqual({ endpoint: OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: 'rangoli', ratio: 0.01 });
    const half = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.5', OTEL_SERVICE_NAME: 'game' });
    expect(half.tracing).toMatchObject({ serviceName: 'game', ratio: 0.5 });
    expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG must be a share');
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT must');
  });

  test('knows the roles of a server', () => {
    const database = { DATABASE_URL: 'postgres://app@db/rangoli' };
    for (const ROLE of ['all', 'gateway', 'worker']) expect(readConfig({ ...database, ROLE }).role).toBe(ROLE);
    expect(() => readConfig({ ...database, ROLE: 'leader' })).toThrow('ROLE must be one of all, gateway, worker.');
    expect(() => readConfig({ ROLE: 'gateway' })).toThrow('ROLE must be all without DATABASE_URL');
  });

  test('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}));
  });

  test('goes public', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://play.example.com/',
      PRODUCT_NAME: 'Réng & Co',
      DATABASE_URL: 'postgres://app@db/rangoli',
      DATABASE_OWNER_URL: 'postgres://owner@db/rangoli',
      SEED_KEY: `${'ab'.repeat(32)},${Buffer.alloc(32, 1).toString('base64')}`,
      SMTP_URL: 'smtps://mail.example.com',
      MONEY_MODE: 'real',
      OPERATOR_NAME: 'Meru Games Ltd',
      OPERATOR_LICENCE: 'Licence 7\nhttps://register.example/7',
      PRIMARY_ADMIN_EMAIL: 'owner@play.example.com',
    });
    expect(config).toMatchObject({
      publicUrl: 'https://play.example.com',
      hasPublicUrl: true,
      loopbackOnly: false,
      productSlug: 'reng-co',
      database: { url: 'postgres://app@db/rangoli', ownerUrl: 'postgres://owner@db/rangoli' },
      seedKeys: [Buffer.alloc(32, 0xab), Buffer.alloc(32, 1)],
      playCreditPaise: 0n,
      adminSecondFactor: 'required',
      money: {
        mode: 'real',
        operator: { name: 'Meru Games Ltd', licence: 'Licence 7\nhttps://register.example/7', licenceInHindi: null },
      },
    });
  });

  test('a server that only this machine reaches, by any of its names', () => {
    expect(readConfig({ HOST: '127.0.0.1' }).loopbackOnly).toBe(true);
    expect(readConfig({ HOST: '::1' })).toMatchObject({ loopbackOnly: true, publicUrl: 'http://[::1]:4000' });
    expect(readConfig({ PUBLIC_URL: 'https://play.example.com', TRUSTED_PROXY: '::1' }).loopbackOnly).toBe(false);
    expect(readConfig({ HOST: '127.example.com' }).loopbackOnly).toBe(false);
    expect(readConfig({ HOST: '0.0.0.0' }).loopbackOnly).toBe(false);
  });
});

test('a beacon: none, drand’s own relays, or others', () => {
  expect([readConfig({}).beacon, readConfig({ BEACON: 'off' }).beacon]).toEqual([null, null]);
  expect(readConfig({ BEACON: 'drand' }).beacon?.relays).toContain('https://api.drand.sh');
  expect(readConfig({ BEACON: 'drand:https://a.example/, http://127.0.0.1:8080/relay' }).beacon).toEqual({
    relays: ['https://a.example', 'http://127.0.0.1:8080/relay'],
  });
});

test('the witnesses of the public log', () => {
  expect(readConfig({}).witnesses).toEqual([]);
  const [witness, ...others] = readConfig({ WITNESSES: ` ${WITNESS}@https://w.example/rangoli/ ` }).witnesses;
  expect([witness?.verifier.vkey, witness?.url, others]).toEqual([WITNESS, 'https://w.example/rangoli', []]);
});

test('the space that stays free on the disk of the embedded database: by its size, as set, or 0 for none', () => {
  const minFreeBytes = (MIN_FREE_BYTES?: string) => readConfig({ MIN_FREE_BYTES }).database;
  expect(minFreeBytes()).toMatchObject({ minFreeBytes: undefined });
  expect(minFreeBytes('')).toMatchObject({ minFreeBytes: undefined });
  expect(minFreeBytes('750000000')).toMatchObject({ minFreeBytes: 750_000_000 });
  expect(minFreeBytes('0')).toMatchObject({ minFreeBytes: 0 });
});

test('proxies, origins of other pages, metrics and the mailbox', () => {
  const config = readConfig({
    TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8',
    PUBLIC_URL: 'https://play.example.com',
    ALLOWED_ORIGINS: 'https://shop.example.com,http://localhost:8080',
    METRICS_PORT: '9464',
    DEV_MAIL_KEY: 'a-key-of-the-operator',
  });
  expect(config).toMatchObject({
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'],
    allowedOrigins: ['https://shop.example.com', 'http://localhost:8080'],
    metrics: { host: '127.0.0.1', port: 9464 },
    devMailKey: 'a-key-of-the-operator',
  });
});

const real = {
  HOST: '0.0.0.0',
  MONEY_MODE: 'real',
  OPERATOR_NAME: 'Meru',
  OPERATOR_LICENCE: 'x',
  PRIMARY_ADMIN_EMAIL: 'owner@a.example',
  SEED_KEY: 'ab'.repeat(32),
  SMTP_URL: 'smtp://m',
  PUBLIC_URL: 'https://a.example',
};

describe('a wrong value stops the start and names its variable', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ HOST: 'http://localhost' }, 'HOST'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db', DATABASE_OWNER_URL: 'mysql://db' }, 'DATABASE_OWNER_URL'],
    [{ DATABASE_URL: 'postgres://a,b/x?target_session_attrs=any' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db', DATABASE_REPLICA_URL: 'postgres://a,b/x' }, 'DATABASE_REPLICA_URL'],
    [{ DATABASE_REPLICA_URL: 'postgres://db' }, 'DATABASE_REPLICA_URL'],
    [{ DATABASE_URL: 'postgres://db', DATABASE_REPLICA_LAG: '0' }, 'DATABASE_REPLICA_LAG'],
    [{ MIN_FREE_BYTES: '500MB' }, 'MIN_FREE_BYTES'],
    [{ MIN_FREE_BYTES: '-1' }, 'MIN_FREE_BYTES'],
    [{ MIN_FREE_BYTES: '1.5' }, 'MIN_FREE_BYTES'],
    [{ MIN_FREE_BYTES: '1000000', DATABASE_URL: 'postgres://db' }, 'MIN_FREE_BYTES'],
    [{ MIN_FREE_BYTES: '0', DATABASE_URL: 'postgres://db' }, 'MIN_FREE_BYTES'],
    [{ EVENTS_URL: 'amqp://bus' }, 'EVENTS_URL'],
    [{ DATABASE_OWNER_URL: 'postgres://db' }, 'DATABASE_OWNER_URL'],
    [{ ...real, DATABASE_URL: 'postgres://db' }, 'DATABASE_OWNER_URL'],
    [{ PUBLIC_URL: 'play.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.com/play' }, 'PUBLIC_URL'],
    [{ PRODUCT_NAME: '¡!' }, 'PRODUCT_NAME'],
    [{ PRODUCT_NAME: 'Wallet' }, 'PRODUCT_NAME'],
    [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET'],
    [{ ADMIN_SECOND_FACTOR: 'yes' }, 'ADMIN_SECOND_FACTOR'],
    [{ SEED_KEY: 'secret' }, 'SEED_KEY'],
    [{ SEED_KEY: `${'ab'.repeat(32)},` }, 'SEED_KEY'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL'],
    [{ CONTACT_EMAIL: 'security' }, 'CONTACT_EMAIL'],
    [{ PRIMARY_ADMIN_EMAIL: 'admin' }, 'PRIMARY_ADMIN_EMAIL'],
    [{ PRIMARY_ADMIN_PASSWORD: 'short' }, 'PRIMARY_ADMIN_PASSWORD'],
    [{ RATE_LIMIT: 'no' }, 'RATE_LIMIT'],
    [{ PLAY_CREDIT: '-1' }, 'PLAY_CREDIT'],
    [{ PLAY_CREDIT: '1.005' }, 'PLAY_CREDIT'],
    [{ PLAY_CREDIT: '10000000.01' }, 'PLAY_CREDIT'],
    [{ RATE_LIMIT: '999' }, 'RATE_LIMIT'],
    [{ RATE_LIMIT: 'off', HOST: '0.0.0.0' }, 'RATE_LIMIT'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ TRUSTED_PROXY: 'localhost' }, 'TRUSTED_PROXY'],
    [{ TRUSTED_PROXY: '10.0.0.0/33' }, 'TRUSTED_PROXY'],
    [{ TRUSTED_PROXY: '10.0.0.1,' }, 'TRUSTED_PROXY'],
    [{ TRUSTED_PROXY: '10.0.0.1/8/8' }, 'TRUSTED_PROXY'],
    [{ PUBLIC_URL: 'https://play.example.com' }, 'TRUSTED_PROXY'],
    [{ ALLOWED_ORIGINS: 'https://a.example/shop' }, 'ALLOWED_ORIGINS'],
    [{ ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS'],
    [{ BEACON: 'on' }, 'BEACON'],
    [{ BEACON: 'drand:' }, 'BEACON'],
    [{ BEACON: 'drand:api.drand.sh' }, 'BEACON'],
    [{ BEACON: 'drand:https://a.example,https://b.example/?x=1' }, 'BEACON'],
    [{ BEACON: `drand:${Array.from({ length: 9 }, () => 'https://a.example').join(',')}` }, 'BEACON'],
    [{ WITNESSES: WITNESS }, 'WITNESSES'],
    [{ WITNESSES: `${WITNESS}@w.example` }, 'WITNESSES'],
    [{ WITNESSES: `${WITNESS}@https://w.example,${WITNESS}@https://v.example` }, 'WITNESSES'],
    [{ WITNESSES: `${LOG}@https://w.example` }, 'WITNESSES'],
    [{ METRICS_PORT: '4000' }, 'METRICS_PORT'],
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT'],
    [{ DEV_MAIL_KEY: 'short' }, 'DEV_MAIL_KEY'],
    [{ MONEY_MODE: 'fake' }, 'MONEY_MODE'],
    [{ ...real, OPERATOR_LICENCE: '' }, 'OPERATOR_LICENCE'],
    [{ ...real, SEED_KEY: '' }, 'SEED_KEY'],
    [{ ...real, SMTP_URL: '' }, 'SMTP_URL'],
    [{ ...real, PUBLIC_URL: 'http://a.example' }, 'PUBLIC_URL'],
    [{ ...real, PUBLIC_URL: 'https://localhost:4811' }, 'PUBLIC_URL'],
    [{ ...real, OPERATOR_NAME: '' }, 'OPERATOR_NAME'],
    [{ ...real, OPERATOR_LICENCE: 'x'.repeat(2_001) }, 'OPERATOR_LICENCE'],
    [{ ...real, PRIMARY_ADMIN_EMAIL: '' }, 'PRIMARY_ADMIN_EMAIL'],
    [{ ...real, ADMIN_SECOND_FACTOR: 'optional' }, 'ADMIN_SECOND_FACTOR'],
    [{ ...real, BEACON: 'drand:http://a.example' }, 'BEACON'],
  ])('%j', (env, variable) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^${variable} `));
  });

  test('all of them at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'x' })).toThrow(/PORT .*\nLOG_LEVEL /);
  });
});
