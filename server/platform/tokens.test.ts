import { describe, expect, it } from 'vitest';
import { hashSecret, randomSecret, sameText, Tokens } from './tokens.ts';

const now = new Date('2026-11-20T03:30:00Z');
const later = new Date(now.getTime() + 60_000);
const tokens = new Tokens(Buffer.alloc(32, 1));
const claims = { userId: 7n, sessionId: 2n ** 62n, role: 'player', expiresAt: later } as const;

describe('an access token', () => {
  it('contains its claims until it expires', async () => {
    const token = await tokens.signAccess(claims, now);
    expect(tokens.readAccess(token, now)).toEqual(claims);
    expect(tokens.readAccess(token, later)).toBeNull();
    expect(tokens.readAccess(token, later, 'accepted')).toEqual(claims);
  });

  it('contains nothing that can be counted', async () => {
    const parts = (await tokens.signAccess(claims, now)).split('.').slice(0, 2);
    const [header, payload] = parts.map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(header).toEqual({ alg: 'HS256' });
    expect(payload).toEqual({
      sub: expect.stringMatching(/^[\w-]{22}$/),
      sid: expect.stringMatching(/^[\w-]{22}$/),
      role: 'player',
      iat: now.getTime() / 1_000,
      exp: later.getTime() / 1_000,
    });
  });

  it('is worth nothing to another server’s secret, or when it was changed', async () => {
    const token = await tokens.signAccess(claims, now);
    expect(new Tokens(Buffer.alloc(32, 2)).readAccess(token, now)).toBeNull();
    expect(tokens.readAccess(`${token}x`, now)).toBeNull();
    expect(tokens.readAccess(`${token}x`, now, 'accepted')).toBeNull();
    expect(tokens.readAccess('', now)).toBeNull();
  });
});

describe('a signed link', () => {
  it('depends on every part and on where parts meet', () => {
    const signed = tokens.signLink('reset', 'a@b.c', '123');
    expect(tokens.signLink('reset', 'a@b.c', '123')).toBe(signed);
    expect(tokens.signLink('reset', 'a@b.c1', '23')).not.toBe(signed);
    expect(tokens.signLink('reset', 'a@b.c', '124')).not.toBe(signed);
    expect(new Tokens(Buffer.alloc(32, 2)).signLink('reset', 'a@b.c', '123')).not.toBe(signed);
  });
});

it('makes unguessable secrets, and stores only their hash', () => {
  const secrets = new Set(Array.from({ length: 100 }, randomSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(hashSecret('x')).toHaveLength(32);
});

it('compares texts of any length', () => {
  expect(sameText('abc', 'abc')).toBe(true);
  expect(sameText('abc', 'abcd')).toBe(false);
  expect(sameText('', '')).toBe(true);
});
