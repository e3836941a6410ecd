import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('the configuration', () => {
  test('needs nothing set', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      host: 'localhost',
      publicUrl: 'http://localhost:4000',
      loopbackOnly: true,
      database: { dataDir: undefined },
      productName: 'Rangoli',
      productSlug: 'rangoli',
      tokenSecret: undefined,
      smtpUrl: undefined,
      primaryAdmin: { email: 'admin@rangoli.local', password: undefined },
      rateLimit: 3000,
      logLevel: 'info',
      money: { mode: 'play' },
    });
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
      SMTP_URL: 'smtps://mail.example.com',
      MONEY_MODE: 'real',
      OPERATOR_LICENCE: 'Licence 7',
    });
    expect(config).toMatchObject({
      publicUrl: 'https://play.example.com',
      loopbackOnly: false,
      productSlug: 'reng-co',
      database: { url: 'postgres://app@db/rangoli' },
      money: { mode: 'real', licence: 'Licence 7' },
    });
  });

  test('a server that only this machine reaches, by any of its names', () => {
    expect(readConfig({ HOST: '127.0.0.1' }).loopbackOnly).toBe(true);
    expect(readConfig({ HOST: '::1' })).toMatchObject({ loopbackOnly: true, publicUrl: 'http://[::1]:4000' });
    expect(readConfig({ PUBLIC_URL: 'https://play.example.com' }).loopbackOnly).toBe(false);
    expect(readConfig({ HOST: '127.example.com' }).loopbackOnly).toBe(false);
    expect(readConfig({ HOST: '0.0.0.0' }).loopbackOnly).toBe(false);
  });
});

describe('a wrong value stops the start and names its variable', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ HOST: 'http://localhost' }, 'HOST'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL'],
    [{ PUBLIC_URL: 'play.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.com/play' }, 'PUBLIC_URL'],
    [{ PRODUCT_NAME: '¡!' }, 'PRODUCT_NAME'],
    [{ PRODUCT_NAME: 'Wallet' }, 'PRODUCT_NAME'],
    [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL'],
    [{ PRIMARY_ADMIN_EMAIL: 'admin' }, 'PRIMARY_ADMIN_EMAIL'],
    [{ PRIMARY_ADMIN_PASSWORD: 'short' }, 'PRIMARY_ADMIN_PASSWORD'],
    [{ RATE_LIMIT: 'no' }, 'RATE_LIMIT'],
    [{ RATE_LIMIT: '999' }, 'RATE_LIMIT'],
    [{ RATE_LIMIT: 'off', HOST: '0.0.0.0' }, 'RATE_LIMIT'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ MONEY_MODE: 'fake' }, 'MONEY_MODE'],
    [{ MONEY_MODE: 'real', SMTP_URL: 'smtp://m', PUBLIC_URL: 'https://a.example' }, 'OPERATOR_LICENCE'],
    [{ MONEY_MODE: 'real', OPERATOR_LICENCE: 'x', PUBLIC_URL: 'https://a.example' }, 'SMTP_URL'],
    [{ MONEY_MODE: 'real', OPERATOR_LICENCE: 'x', SMTP_URL: 'smtp://m', PUBLIC_URL: 'http://a.example' }, 'PUBLIC_URL'],
  ])('%j', (env, variable) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^${variable} `));
  });

  test('all of them at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'x' })).toThrow(/PORT .*\nLOG_LEVEL /);
  });
});
