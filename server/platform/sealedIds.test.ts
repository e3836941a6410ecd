import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SealedIds } from './sealedIds.ts';

const types = ['User', 'Bet', 'TicketMessage'];
const key = randomBytes(16);
const ids = new SealedIds(key, types);
const internalId = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });

describe('a global id', () => {
  it('opens to the type and id it was made of, always the same', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), internalId, (type, id) => {
        const sealed = ids.seal(type, id);
        expect(sealed).toMatch(/^[\w-]{22}$/);
        expect(ids.open(sealed)).toEqual({ type, id });
        expect(new SealedIds(key, types).seal(type, id)).toBe(sealed);
      }),
    );
  });

  it('is not for another type', () => {
    expect(ids.openAs('User', ids.seal('User', 7n))).toBe(7n);
    expect(ids.openAs('Bet', ids.seal('User', 7n))).toBeNull();
  });

  it('cannot be made without the key, nor counted', () => {
    const stranger = new SealedIds(randomBytes(16), types);
    expect(ids.open(stranger.seal('User', 1n))).toBeNull();
    const [first, second] = [ids.seal('User', 1n), ids.seal('User', 2n)];
    const alike = [...first].filter((letter, position) => letter === second[position]).length;
    expect(alike).toBeLessThan(8);
  });

  it('that is made up opens to nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => ids.open(text) === null));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        expect(ids.open(Buffer.from(bytes).toString('base64url'))).toBeNull();
      }),
    );
  });

  it('has one spelling', () => {
    const sealed = ids.seal('User', 1n);
    const other = sealed.slice(0, -1) + String.fromCharCode(sealed.charCodeAt(21) + 1);
    expect(ids.open(other)).toBeNull();
    expect(ids.open(`${sealed}=`)).toBeNull();
  });

  it('is only of known types', () => {
    expect(() => ids.seal('Unknown', 1n)).toThrow(RangeError);
    expect(() => new SealedIds(randomBytes(8), types)).toThrow(RangeError);
  });
});
