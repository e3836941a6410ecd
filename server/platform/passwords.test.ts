import { describe, expect, it } from 'vitest';
import { PasswordHasher, passwordBounds, randomPassword } from './passwords.ts';

const requester = { address: '192.0.2.1' };
const cost = { memoryKiB: 64, passes: 1 };
const passwords = new PasswordHasher({ cost });

describe('a password', () => {
  it('is kept as an argon2id hash of its own', async () => {
    const [one, two] = [await passwords.hash('secret', requester), await passwords.hash('secret', requester)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify(one, 'secret', requester)).toBe(true);
    expect(await passwords.verify(one, 'Secret', requester)).toBe(false);
  });

  it('is checked by the cost it was hashed with', async () => {
    const stored = await new PasswordHasher({ cost: { memoryKiB: 128, passes: 2 } }).hash('secret', requester);
    expect(await passwords.verify(stored, 'secret', requester)).toBe(true);
  });

  it('of an unknown user never verifies', async () => {
    expect(await passwords.verifyDecoy('secret', requester)).toBe(false);
  });

  it('is refused when too many of its address wait to be checked, and no other is lost', async () => {
    const busy = new PasswordHasher({ cost, busy: () => new Error('busy'), concurrency: 1 });
    await busy.verifyDecoy('secret', requester);
    const asked = Array.from({ length: 150 }, () => busy.hash('secret', requester));
    const elsewhere = busy.hash('secret', { address: '192.0.2.2' });
    expect(busy.waiting).toBe(passwordBounds.mostOfSite + 1);
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(149 - passwordBounds.mostOfSite);
    expect(await elsewhere).toMatch(/^\$argon2id/);
    expect(await busy.verifyDecoy('secret', requester)).toBe(false);
  });

  it('that we make is long, and no two are alike', () => {
    const made = new Set(Array.from({ length: 200 }, randomPassword));
    expect(made.size).toBe(200);
    for (const password of made) expect(password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{16}$/);
  });
});
