import { bls12_381 } from '@noble/curves/bls12-381.js';
import { armor, Encrypter, Stanza } from 'age-encryption';
import { hash, randomBytes } from 'node:crypto';
import { type BeaconChain, pointOfRound } from './chain.ts';

/**
 * Encrypts `secret` so that the signature of a round decrypts it: from the round's time on anybody can, before nobody.
 * Returns an armored file of age with the stanza of drand's `tle` and tlock-js, which open it. Takes about 20 ms.
 */
export async function lockUntilRound(chain: BeaconChain, round: number, secret: Uint8Array): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient({
    wrapFileKey: (fileKey) => [
      new Stanza(['tlock', String(round), chain.hash], encryptForRound(chain, round, fileKey)),
    ],
  });
  return armor.encode(await encrypter.encrypt(secret));
}

/**
 * Boneh and Franklin's identity-based encryption as drand's tlock does it (https://eprint.iacr.org/2023/189, section 4): the
 * identity is the round, its private key the round's signature.
 */
function encryptForRound({ publicKey }: BeaconChain, round: number, message: Uint8Array): Buffer {
  const sigma = randomBytes(message.length);
  const r = scalarFrom(sigma, message);
  const U = bls12_381.G2.Point.BASE.multiply(r);
  // e(r·H(round), key) = e(H(round), key)^r; multiplying the point is faster than raising the result.
  const shared = bls12_381.pairing(pointOfRound(round).multiply(r), bls12_381.G2.Point.fromHex(publicKey));
  const V = xor(sigma, taggedHash('IBE-H2', bytesOf(shared)));
  const W = xor(message, taggedHash('IBE-H4', sigma));
  return Buffer.concat([U.toBytes(), V, W]);
}

/** tlock's H3: hashes again until the value is below the group's order. */
function scalarFrom(sigma: Uint8Array, message: Uint8Array): bigint {
  const start = taggedHash('IBE-H3', sigma, message);
  for (let attempt = 1; ; attempt++) {
    const counter = Buffer.alloc(2);
    counter.writeUInt16LE(attempt);
    const candidate = hash('sha256', Buffer.concat([counter, start]), 'buffer');
    candidate[0] = (candidate[0] ?? 0) >> 1;
    const scalar = BigInt(`0x${candidate.toString('hex')}`);
    if (scalar > 0n && scalar < bls12_381.fields.Fr.ORDER) return scalar;
  }
}

type Fp12 = ReturnType<typeof bls12_381.pairing>;

/** tlock's order of an element's twelve numbers, each of 48 bytes: the highest coefficient first, at each level. */
function bytesOf({ c0, c1 }: Fp12): Buffer {
  const numbers = [c1, c0].flatMap((six) => [six.c2, six.c1, six.c0]).flatMap((two) => [two.c1, two.c0]);
  return Buffer.from(numbers.map((number) => number.toString(16).padStart(96, '0')).join(''), 'hex');
}

function taggedHash(tag: string, ...parts: Uint8Array[]): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(tag), ...parts]), 'buffer');
}

/** Of the first bytes of `mask`. */
function xor(bytes: Uint8Array, mask: Uint8Array): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0)));
}
