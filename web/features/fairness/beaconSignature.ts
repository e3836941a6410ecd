import { bls12_381 } from '@noble/curves/bls12-381.js';

/** drand's quicknet, as drand publishes it: times in seconds. */
const publicKey =
  '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a';
const genesis = 1_692_803_367;
const period = 3;
const tag = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

export interface PublishedBeacon {
  readonly beaconRound: number;
  /** Hex. */
  readonly beaconSignature: string;
  readonly beaconRandomness: string;
}

/** Whether quicknet has signed this round, the randomness follows from the signature, and its time is `endsAt`. */
export async function isFromBeacon(
  { beaconRound, beaconSignature, beaconRandomness }: PublishedBeacon,
  endsAt: string,
): Promise<boolean> {
  if ((genesis + (beaconRound - 1) * period) * 1_000 !== Date.parse(endsAt)) return false;
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(beaconRound));
  const { Signature, hash, verify } = bls12_381.shortSignatures;
  const signature = Signature.fromHex(beaconSignature);
  if ((await sha256(Uint8Array.from(Signature.toBytes(signature)))) !== beaconRandomness) return false;
  const digest = await crypto.subtle.digest('SHA-256', number);
  return verify(signature, hash(new Uint8Array(digest), tag), bls12_381.G2.Point.fromHex(publicKey));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
