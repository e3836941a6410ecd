import { hash, sign } from 'node:crypto';
import type { Paise } from '../../db/columns.ts';
import { testReceiptKey } from '../support/domain.ts';
import { median } from './measure.ts';
import { type Finding, measured } from './report.ts';
import type { Stage } from './stage.ts';

/** Bets of one statement, at 256 at a time on two connections. */
const BATCH = 128;
const BATCHES = 500;

/** CPU time of this process for the receipt of a bet, and for what no implementation can leave out. */
export async function receiptCost({ games, players, contests }: Stage, repetitions: number): Promise<Finding[]> {
  const [contest] = contests;
  if (!contest) throw new Error('there is no contest');
  const placedAt = new Date(games.clock.now());
  const bets = players.slice(0, BATCH).map((playerId, at) => {
    const bet = { contestId: contest.id, playerId, number: at + 1, selection: at % 13, amount: 1_000n as Paise };
    return { ...bet, placedAt };
  });
  const { receipts } = games.services;
  const input = Buffer.alloc(64, 1);
  const perBet = async (work: () => unknown) => {
    const runs: number[] = [];
    // The first one warms up.
    for (let run = 0; run <= repetitions; run += 1) {
      const before = process.cpuUsage();
      for (let batch = 0; batch < BATCHES; batch += 1) await work();
      const { user, system } = process.cpuUsage(before);
      runs.push((user + system) / BATCHES / BATCH);
    }
    return median(runs.slice(1));
  };
  const whole = await perBet(async () => {
    const gathered = bets.map((bet) => receipts.gather(bet));
    for (const one of gathered) (await one.receipt()).encoded();
  });
  const signature = await perBet(() => sign(null, input, testReceiptKey.privateKey));
  const hashes = await perBet(() => {
    for (let bet = 0; bet < BATCH; bet += 1) for (let at = 0; at < 4; at += 1) hash('sha256', input, 'base64');
  });
  return [
    measured(`CPU of a receipt, ${BATCH} in a batch`, whole, 'µs'),
    measured('CPU of one signature a batch, per bet', signature, 'µs'),
    measured('CPU of four SHA-256 per bet: salt, player, leaf, and a node of the tree', hashes, 'µs'),
  ];
}
