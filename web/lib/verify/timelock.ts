import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesOf, joined, sameBytes } from './bytes.ts';

/**
 * Opens a timelock with the signature of its round (hex): an armored file of age with the stanza of drand's tlock, as a round
 * publishes its seed at the opening. Throws where it is not one, or not for this signature.
 */
export function openTimelock(armored: string, signature: string): Uint8Array {
  const { stanza, header, mac, body } = parsed(armored);
  const fileKey = decrypted(stanza, bytesOf(signature));
  const utf8 = new TextEncoder();
  const macKey = hkdf(sha256, fileKey, undefined, utf8.encode('header'), 32);
  if (!sameBytes(hmac(sha256, macKey, utf8.encode(header)), mac)) throw new Error('the header has another key');
  const key = hkdf(sha256, fileKey, body.subarray(0, 16), utf8.encode('payload'), 32);
  // The first chunk, which is the last.
  const nonce = Uint8Array.from({ length: 12 }, (_, at) => (at === 11 ? 1 : 0));
  return chacha20poly1305(key, nonce).decrypt(body.subarray(16));
}

interface AgeFile {
  readonly stanza: Uint8Array;
  /** What its MAC covers. */
  readonly header: string;
  readonly mac: Uint8Array;
  /** A nonce of 16 bytes and the encrypted payload. */
  readonly body: Uint8Array;
}

function parsed(armored: string): AgeFile {
  const binary = atob(armored.replaceAll(/-----[A-Z ]+-----|\s/g, ''));
  const form = /^age-encryption\.org\/v1\n-> tlock \d+ [0-9a-f]{64}\n([\w+/\n]+)\n--- ([\w+/]+)\n/;
  const [whole, stanza, mac] = form.exec(binary) ?? [];
  if (whole === undefined || stanza === undefined || mac === undefined) throw new Error('not a timelock');
  return {
    stanza: fromBinary(atob(stanza.replaceAll('\n', ''))),
    header: whole.slice(0, whole.lastIndexOf('---') + 3),
    mac: fromBinary(atob(mac)),
    body: fromBinary(binary.slice(whole.length)),
  };
}

/**
 * Boneh and Franklin's identity-based encryption as drand's tlock does it (https://eprint.iacr.org/2023/189, section 4): the
 * round's signature is the key.
 */
function decrypted(stanza: Uint8Array, signature: Uint8Array): Uint8Array {
  const [U, V, W] = [stanza.subarray(0, 96), stanza.subarray(96, 112), stanza.subarray(112)];
  const point = bls12_381.G2.Point.fromBytes(U);
  const shared = bls12_381.pairing(bls12_381.shortSignatures.Signature.fromBytes(signature), point);
  const sigma = xor(V, taggedHash('IBE-H2', bytesOfElement(shared)));
  const message = xor(W, taggedHash('IBE-H4', sigma));
  if (!bls12_381.G2.Point.BASE.multiply(scalarFrom(sigma, message)).equals(point))
    throw new Error('not for this round');
  return message;
}

/** tlock's H3: hashes again until the value is below the group's order. */
function scalarFrom(sigma: Uint8Array, message: Uint8Array): bigint {
  const start = taggedHash('IBE-H3', sigma, message);
  for (let attempt = 1; ; attempt++) {
    const candidate = sha256(joined(Uint8Array.of(attempt & 255, attempt >> 8), start));
    candidate[0] = (candidate[0] ?? 0) >> 1;
    const scalar = candidate.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    if (scalar > 0n && scalar < bls12_381.fields.Fr.ORDER) return scalar;
  }
}

/** tlock's order of an element's twelve numbers, each of 48 bytes: the highest coefficient first, at each level. */
function bytesOfElement({ c0, c1 }: ReturnType<typeof bls12_381.pairing>): Uint8Array {
  const numbers = [c1, c0].flatMap((six) => [six.c2, six.c1, six.c0]).flatMap((two) => [two.c1, two.c0]);
  return bytesOf(numbers.map((number) => number.toString(16).padStart(96, '0')).join(''));
}

function taggedHash(name: string, ...parts: Uint8Array[]): Uint8Array {
  return sha256(joined(new TextEncoder().encode(name), ...parts));
}

/** Of the first bytes of `mask`. */
function xor(bytes: Uint8Array, mask: Uint8Array): Uint8Array {
  return bytes.map((byte, at) => byte ^ (mask[at] ?? 0));
}

function fromBinary(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
