import { describe, expect, it } from 'vitest';
import { PasswordHasher, randomPassword } from './passwords.ts';

const passwords = new PasswordHasher({ memoryKiB: 64, passes: 1 });

describe('a password', () => {
  it('is kept as an argon2id hash of its own', async () => {
    const [one, two] = [await passwords.hash('secret'), await passwords.hash('secret')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify(one, 'secret')).toBe(true);
    expect(await passwords.verify(one, 'Secret')).toBe(false);
  });

  it('is checked by the cost it was hashed with', async () => {
    const stored = await new PasswordHasher({ memoryKiB: 128, passes: 2 }).hash('secret');
    expect(await passwords.verify(stored, 'secret')).toBe(true);
  });

  it('of an unknown user never verifies', async () => {
    expect(await passwords.verifyDecoy('secret')).toBe(false);
  });

  it('is refused when too many wait to be checked, and no other is lost', async () => {
    const busy = new PasswordHasher({ memoryKiB: 64, passes: 1 }, () => new Error('busy'));
    const answers = await Promise.allSettled(Array.from({ length: 400 }, () => busy.hash('secret')));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.length).toBeGreaterThan(100);
    expect(refused.length).toBeLessThanOrEqual(200);
    expect(await busy.verifyDecoy('secret')).toBe(false);
  });

  it('that we make is long, and no two are alike', () => {
    const made = new Set(Array.from({ length: 200 }, randomPassword));
    expect(made.size).toBe(200);
    for (const password of made) expect(password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{16}$/);
  });
});
