import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bigEndian, bytesOf, hexOf } from './bytes.ts';

/** A public beacon of drand with signatures on G1 (scheme bls-unchained-g1-rfc9380). */
export interface BeaconChain {
  /** On G2, compressed, in hex. */
  readonly publicKey: string;
  /** Time of round 1, in seconds since 1970. */
  readonly genesis: number;
  /** Seconds. */
  readonly period: number;
}

/** drand's quicknet, as drand publishes it. */
export const quicknet: BeaconChain = {
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
};
const tag = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

export interface PublishedBeacon {
  readonly beaconRound: number;
  /** Hex. */
  readonly beaconSignature: string;
  readonly beaconRandomness: string;
}

/** Whether the round is that of the time `endsAt`, the beacon has signed it, and the randomness follows from the signature. */
export function isFromBeacon(
  chain: BeaconChain,
  { beaconRound, beaconSignature, beaconRandomness }: PublishedBeacon,
  endsAt: string,
): boolean {
  if ((chain.genesis + (beaconRound - 1) * chain.period) * 1_000 !== Date.parse(endsAt)) return false;
  try {
    const signature = bytesOf(beaconSignature);
    return hexOf(sha256(signature)) === beaconRandomness && isSignatureOf(chain, beaconRound, signature);
  } catch {
    // Not the encoding of a point of the group.
    return false;
  }
}

function isSignatureOf({ publicKey }: BeaconChain, round: number, signature: Uint8Array): boolean {
  const { Signature, hash, verify } = bls12_381.shortSignatures;
  const message = hash(sha256(bigEndian(round, 8)), tag);
  return verify(Signature.fromBytes(signature), message, bls12_381.G2.Point.fromHex(publicKey));
}
