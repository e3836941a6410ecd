import { createHash } from 'node:crypto';
import { lengthPrefixed } from '../../server/domain/contests/draw.ts';
import { quicknet } from '../../server/platform/beacon/chain.ts';
import { lockUntilRound } from '../../server/platform/beacon/timelock.ts';
import vectors from '../examples/quicknet.json' with { type: 'json' };
import { timeOfRound } from './timeOfRound.ts';

const [beacon] = vectors.rounds as [(typeof vectors.rounds)[number]];
const seed = Buffer.alloc(32, 0x2a);
const end = timeOfRound(quicknet, beacon.round);
const gameId = 'sapreHalf-202601010001';

/** Differs each time that it is made. */
const timelock = lockUntilRound(quicknet, beacon.round, seed);

const player = (salt: number, uid: string) =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.alloc(16, salt), lengthPrefixed(uid)]))
    .digest('hex');

/** The bets of the published vector of colour-pf/2, as lines of the public file. */
export const publishedBets = [
  { gameId, bet: 1, selection: 10, paise: 1_000, receivedAt: 1_767_205_801_000, player: player(1, '10000001') },
  { gameId, bet: 2, selection: 7, paise: 2_550, receivedAt: 1_767_205_802_000, player: player(2, '10000002') },
  { gameId, bet: 3, selection: 11, paise: 100, receivedAt: 1_767_205_803_000, player: player(3, '10000001') },
];

/** Its round, which gives 1, as a line of the public file, with a real round of drand's quicknet. */
export async function publishedRound() {
  return {
    gameId,
    gameType: 'sapreHalf',
    number: 1,
    startsAt: new Date(end - 30_000).toISOString(),
    evaluationTime: new Date(end - 5_000).toISOString(),
    endsAt: new Date(end).toISOString(),
    state: 'SETTLED',
    decidedBy: 'DRAW',
    wouldBeDecidedBy: null,
    winningNumber: 1,
    drawVersion: 'colour-pf/2',
    chainId: 'sapreHalf-544e62cee8033709',
    chainIndex: 1,
    commitment: '544e62cee8033709e389e5b2755343d0d0fa8c4850215cfb6331717e80d1aea3',
    seed: seed.toString('hex'),
    beaconRound: beacon.round,
    beaconSignature: beacon.signature,
    beaconRandomness: beacon.randomness,
    betsRoot: '8b9a2f5bb4213c50a5732dcaa10ed92374171f753fc6816722c71dbaa1fe3e37',
    timelock: await timelock,
    profitabilityLevel: null,
    ruleVersion: null,
    bets: 3,
    stakesBySelection: ['0', '0', '0', '0', '0', '0', '0', '25.5', '0', '0', '10', '1', '0'].map((rupees) =>
      Number(rupees).toFixed(2),
    ),
    // Green 10.00: 2x on 2, 4, 6, 8 and 1.6x on 0. Number 7, 25.50: 9.6x. Violet 1.00: 4.8x on 0 and 5.
    payoutsByNumber: ['20.80', '0.00', '20.00', '0.00', '20.00', '4.80', '20.00', '244.80', '20.00', '0.00'],
    stakes: '36.50',
    payouts: '0.00',
    overrideReason: null,
    voidReason: null,
  };
}
