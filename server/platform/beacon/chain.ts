import { bls12_381 } from '@noble/curves/bls12-381.js';
import { hash } from 'node:crypto';

/**
 * A public randomness beacon of drand whose rounds are independent of each other and signed on G1 (scheme
 * bls-unchained-g1-rfc9380).
 */
export interface BeaconChain {
  /** The name of the chain in its relays' addresses, in hex. */
  hash: string;
  /** On G2, compressed, in hex. */
  publicKey: string;
  /** Time of round 1, in milliseconds since 1970. */
  genesisMs: number;
  periodMs: number;
}

/** Published by drand (https://docs.drand.love); tests/examples/quicknet.json has two of its rounds. */
export const quicknet: BeaconChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisMs: 1_692_803_367_000,
  periodMs: 3_000,
};

/** Domain separation tag of the scheme's signatures (RFC 9380). */
const SIGNATURE_TAG = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** The first round whose time is at or after `instant` (milliseconds since 1970). */
export function roundFrom({ genesisMs, periodMs }: BeaconChain, instant: number): number {
  return Math.max(1, Math.ceil((instant - genesisMs) / periodMs) + 1);
}

/** The point on G1 whose product with the chain's secret key is the round's signature. */
export function pointOfRound(round: number) {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(round));
  return bls12_381.shortSignatures.hash(hash('sha256', number, 'buffer'), SIGNATURE_TAG);
}

/** Whether `signature` (48 bytes) is the chain's of that round. Takes about 20 ms, for two pairings. */
export function isSignatureOf({ publicKey }: BeaconChain, round: number, signature: Uint8Array): boolean {
  try {
    const { Signature, verify } = bls12_381.shortSignatures;
    const key = bls12_381.G2.Point.fromHex(publicKey);
    return verify(Signature.fromBytes(signature), pointOfRound(round), key);
  } catch {
    // Not the encoding of a point of the group.
    return false;
  }
}

/** A round's randomness. */
export function randomnessOf(signature: Uint8Array): Buffer {
  return hash('sha256', signature, 'buffer');
}
