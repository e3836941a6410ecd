import { describe, expect, it } from 'vitest';
import { DecryptionError, Keyring, newKey, parseKeys, type Place } from './keyring.ts';

const place: Place = ['mails', 'body', 'asha@example.com'];
const clear = Buffer.from('Password: open sesame');

describe('an encrypted value', () => {
  it('decrypts with its key, and looks different each time', () => {
    const keyring = new Keyring([newKey()]);
    const [one, other] = [keyring.encrypt(place, clear), keyring.encrypt(place, clear)];
    expect(one.keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(one.value.includes(clear)).toBe(false);
    expect(one.value.equals(other.value)).toBe(false);
    expect(keyring.decrypt(place, one)).toEqual(clear);
    expect(keyring.decrypt(place, keyring.encrypt(place, Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
  });

  it('decrypts at no other place', () => {
    const keyring = new Keyring([newKey()]);
    const stored = keyring.encrypt(place, clear);
    for (const other of [
      ['mails', 'body', 'bela@example.com'],
      ['mails', 'body', 'asha@example.com', ''],
      ['mails', 'body","asha@example.com'],
    ] as const) {
      expect(() => keyring.decrypt(other, stored)).toThrow(DecryptionError);
    }
  });

  it('decrypts with no bit changed, cut or added', () => {
    const keyring = new Keyring([newKey()]);
    const { value, keyId } = keyring.encrypt(place, clear);
    for (let at = 0; at < value.length; at++) {
      const changed = Buffer.from(value);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => keyring.decrypt(place, { value: changed, keyId })).toThrow(DecryptionError);
      expect(() => keyring.decrypt(place, { value: value.subarray(0, at), keyId })).toThrow(DecryptionError);
    }
    expect(() => keyring.decrypt(place, { value: Buffer.concat([value, value]), keyId })).toThrow(DecryptionError);
  });

  it('needs its own key, whichever place that has among those given', () => {
    const [old, next] = [newKey(), newKey()];
    const stored = new Keyring([old]).encrypt(place, clear);
    const rotated = new Keyring([next, old]);
    expect(rotated.decrypt(place, stored)).toEqual(clear);
    expect(rotated.keyId).toBe(new Keyring([next]).keyId);
    expect(rotated.keyId).not.toBe(stored.keyId);
    expect(() => new Keyring([next]).decrypt(place, stored)).toThrow(`key ${stored.keyId}`);
    expect(() => new Keyring([]).decrypt(place, stored)).toThrow(DecryptionError);
  });
});

it('stores values in clear without keys, and reads those with keys', () => {
  const stored = new Keyring([]).encrypt(place, clear);
  expect(stored).toEqual({ value: clear, keyId: null });
  expect(new Keyring([newKey()]).decrypt(place, stored)).toEqual(clear);
});

describe('a manifest', () => {
  const bytes = Buffer.from('{"tables":[]}');
  const key = newKey();
  const signed = new Keyring([key]).signManifest('backup', bytes);

  it('is authentic to whom has its key, as the kind that it is', () => {
    if (signed === null) throw new Error('it was not signed');
    const keyring = new Keyring([newKey(), key]);
    expect(keyring.isManifestAuthentic('backup', bytes, signed)).toBe(true);
    expect(keyring.isManifestAuthentic('base backup', bytes, signed)).toBe(false);
    expect(keyring.isManifestAuthentic('backup', Buffer.from('{"tables":[1]}'), signed)).toBe(false);
    expect(keyring.isManifestAuthentic('backup', bytes, { ...signed, hmac: signed.hmac.slice(2) })).toBe(false);
    expect(new Keyring([newKey()]).isManifestAuthentic('backup', bytes, signed)).toBeNull();
  });

  it('has no HMAC without a key', () => {
    expect(new Keyring([]).signManifest('backup', bytes)).toBeNull();
  });
});

describe('keys as text', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));

  it.each([key.toString('hex'), key.toString('base64'), key.toString('base64url'), key.toString('hex').toUpperCase()])(
    'reads %s',
    (text) => {
      expect(parseKeys(text)).toEqual([key]);
      expect(parseKeys(` ${text} , ${text}`)).toEqual([key, key]);
    },
  );

  it.each(['', ',', 'secret', key.toString('hex').slice(1), `${key.toString('base64')},`, 'A'.repeat(45)])(
    'refuses "%s"',
    (text) => {
      expect(parseKeys(text)).toBeNull();
    },
  );
});
