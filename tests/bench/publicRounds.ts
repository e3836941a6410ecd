import { createHash, randomBytes } from 'node:crypto';
import { lockUntilRound } from '../../server/platform/beacon/timelock.ts';
import { type BetLine, drawAgain, publishBets, type RoundLine } from '../faults/cheats/month.ts';
import { publishedRound } from '../support/publishedRound.ts';
import { signatureOf, testChain } from '../support/testBeacon.ts';
import { timeOfRound } from '../support/timeOfRound.ts';

/** A round a minute, by the beacon. */
const BEACON_ROUNDS = 20;
const FIRST_BEACON_ROUND = 10_000_000;

export interface PublicRounds {
  rounds: RoundLine[];
  /** Of each round, in its place. */
  bets: BetLine[][];
}

/** Consecutive rounds of sapreOne under version 2 of the draw, as they are published, each with this many bets. */
export async function publicRounds(count: number, betsEach: number): Promise<PublicRounds> {
  const seeds: Buffer[] = [randomBytes(32)];
  while (seeds.length <= count) seeds.unshift(sha256(seeds[0] ?? Buffer.of()));
  const [anchor = Buffer.of()] = seeds;
  const chainId = `sapreOne-${anchor.toString('hex').slice(0, 16)}`;
  const made: PublicRounds = { rounds: [], bets: [] };
  for (let number = 1; number <= count; number += 1) {
    const seed = seeds[number] ?? Buffer.of();
    const beaconRound = FIRST_BEACON_ROUND + number * BEACON_ROUNDS;
    const beaconSignature = signatureOf(beaconRound);
    const end = timeOfRound(testChain, beaconRound);
    const round = {
      ...(await publishedRound()),
      gameType: 'sapreOne',
      chainId,
      chainIndex: number,
      gameId: `sapreOne-${String(202701010000 + number)}`,
      number,
      startsAt: new Date(end - 60_000).toISOString(),
      evaluationTime: new Date(end - 30_000).toISOString(),
      endsAt: new Date(end).toISOString(),
      commitment: sha256(seed).toString('hex'),
      seed: seed.toString('hex'),
      beaconRound,
      beaconSignature,
      beaconRandomness: sha256(Buffer.from(beaconSignature, 'hex')).toString('hex'),
      timelock: await lockUntilRound(testChain, beaconRound, seed),
    };
    const bets = Array.from({ length: betsEach }, (_, at) => betOf(round, at));
    publishBets({ rounds: [round], bets: [], log: [], others: [] }, round, bets, { withRoot: true });
    drawAgain(round);
    made.rounds.push(round);
    made.bets.push(bets);
  }
  return made;
}

function betOf({ gameId, beaconRound }: RoundLine, at: number): BetLine {
  const receivedAt = timeOfRound(testChain, beaconRound) - 50_000 + at;
  const player = sha256(Buffer.from(`${gameId} ${at}`)).toString('hex');
  return { gameId, bet: at + 1, selection: at % 13, paise: 1_000 + at, receivedAt, player };
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
