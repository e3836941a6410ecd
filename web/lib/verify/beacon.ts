import { pippenger } from '@noble/curves/abstract/curve.js';
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

/** What a round publishes about the beacon; null what has not come. */
export interface PublishedBeacon {
  readonly beaconRound: number | null;
  /** Hex. */
  readonly beaconSignature: string | null;
  readonly beaconRandomness: string | null;
  readonly endsAt: string;
}

type Point = ReturnType<typeof bls12_381.shortSignatures.hash>;

/** That the beacon has signed a message with this signature. */
interface Claim<Round> {
  readonly of: Round;
  readonly signature: Point;
  readonly message: Point;
}

/**
 * Those of `rounds` that are right about the beacon: its round is that of the time `endsAt`, it has signed it, and the
 * randomness follows from the signature. Many together take a quarter of the time of single ones.
 */
export function fromBeacon<Round extends PublishedBeacon>(
  chain: BeaconChain,
  rounds: readonly Round[],
): ReadonlySet<Round> {
  const key = keyOf(chain);
  if (key === null) return new Set();
  const claims = rounds.flatMap((round) => claimOf(chain, round) ?? []);
  return new Set(signed(claims, key).map(({ of }) => of));
}

function keyOf({ publicKey }: BeaconChain): PublicKey | null {
  try {
    return bls12_381.G2.Point.fromHex(publicKey);
  } catch {
    return null;
  }
}

/** Null of a round that is wrong without its signature being verified. */
function claimOf<Round extends PublishedBeacon>({ genesis, period }: BeaconChain, of: Round): Claim<Round> | null {
  const { beaconRound, beaconSignature, beaconRandomness, endsAt } = of;
  if (beaconRound === null || beaconSignature === null || beaconRandomness === null) return null;
  if ((genesis + (beaconRound - 1) * period) * 1_000 !== Date.parse(endsAt)) return null;
  try {
    const bytes = bytesOf(beaconSignature);
    if (hexOf(sha256(bytes)) !== beaconRandomness) return null;
    // Throws for a point outside the group of prime order, whose error a random factor could take away.
    const signature = bls12_381.shortSignatures.Signature.fromBytes(bytes);
    return { of, signature, message: bls12_381.shortSignatures.hash(sha256(bigEndian(beaconRound, 8)), tag) };
  } catch {
    // Not the encoding of a point of the group.
    return null;
  }
}

/** Those whose signature is right. Where they are not all, the halves are looked at. */
function signed<Round>(claims: readonly Claim<Round>[], key: PublicKey): readonly Claim<Round>[] {
  if (claims.length === 0 || areSigned(claims, key)) return claims;
  if (claims.length === 1) return [];
  const half = Math.ceil(claims.length / 2);
  return [...signed(claims.slice(0, half), key), ...signed(claims.slice(half), key)];
}

/**
 * Whether all signatures of one key are right, by one pairing for all: with random factors, sums of wrong ones match with a
 * probability of 2^-128 (https://ethresear.ch/t/fast-verification-of-multiple-bls-signatures/5407).
 */
function areSigned(claims: readonly Claim<unknown>[], key: PublicKey): boolean {
  const { verify } = bls12_381.shortSignatures;
  const [first, ...others] = claims;
  if (first && others.length === 0) return verify(first.signature, first.message, key);
  const factors = claims.map(randomFactor);
  const sumOf = (points: readonly Point[]) => pippenger(bls12_381.G1.Point, [...points], factors);
  const signature = sumOf(claims.map((claim) => claim.signature));
  const message = sumOf(claims.map((claim) => claim.message));
  return verify(signature, message, key);
}

type PublicKey = typeof bls12_381.G2.Point.BASE;

/** 128 bits, above 0. */
function randomFactor(): bigint {
  return BigInt(`0x${hexOf(crypto.getRandomValues(new Uint8Array(16)))}`) + 1n;
}
