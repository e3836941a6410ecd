import { sql } from 'drizzle-orm';
import { rawQuery } from '../../db/client.ts';
import { voidContest } from '../../server/domain/bets/voidContest.ts';
import { nextContest } from '../support/rounds.ts';
import { givenActor } from '../support/world/bulk.ts';
import { interleave, median } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { atMost, type Finding, measured } from './report.ts';
import { fill } from './settlement.ts';
import { openStage, type Stage } from './stage.ts';

const BETS = 50_000;
const SECONDS = 10;

export const voiding: BenchPart = {
  name: 'void',
  about:
    'Making a round of 50,000 bets by 20,000 players void, from the call of the admin until every stake is back, its player ' +
    'notified and the round marked as refunded, about 1,000 bets a statement.',
  run: measureVoid,
};

async function measureVoid({ postgres, repetitions }: Bench): Promise<Finding[]> {
  const stage = await openStage(postgres, 'void');
  try {
    const { runs } = await interleave(repetitions, { runs: () => voidOne(stage) });
    const seconds = median(runs);
    return [
      atMost(`${BETS.toLocaleString('en')} bets: refunded in`, seconds, SECONDS, 's'),
      measured('refunds a second', BETS / seconds, ''),
    ];
  } finally {
    await stage.close();
  }
}

/** Seconds until every bet of a full round is refunded. */
async function voidOne(stage: Stage): Promise<number> {
  const { games } = stage;
  const contest = await nextContest(games, 'sapreThree');
  await fill(stage, contest, BETS);
  const admin = games.as(await givenActor(games, 'admin'));
  const began = performance.now();
  await voidContest(admin, { gameId: contest.gameId, reason: 'measured by the bench' });
  const seconds = (performance.now() - began) / 1_000;
  const [row] = await rawQuery<{ refunded: number; over: boolean }>(
    games.owner,
    sql`select count(*)::int as refunded, bool_and(settled_at is not null) as over
          from bet_cancellations b join contests c on c.id = b.contest_id where c.id = ${contest.id}`,
  );
  if (row?.refunded !== BETS || !row.over) throw new Error(`${row?.refunded} of ${BETS} bets are refunded`);
  return seconds;
}
