import { expect, vi } from 'vitest';
import { startLateContests } from '../../../server/jobs/lateContests.ts';
import { startLogMerger } from '../../../server/jobs/logMerger.ts';
import { startLogWitnesses } from '../../../server/jobs/logWitnesses.ts';
import { voidContest } from '../../../server/domain/bets/voidContest.ts';
import { contestByGameId } from '../../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../../server/domain/contests/contestView.ts';
import { overrideContest } from '../../../server/domain/contests/overrideContest.ts';
import { setProfitabilityLevel, setRandomize } from '../../../server/domain/settings/changeSettings.ts';
import { openBets } from '../../../server/domain/transparency/betLines.ts';
import { openLogPart } from '../../../server/domain/transparency/logLines.ts';
import { openRounds } from '../../../server/domain/transparency/roundLines.ts';
import { bet, type Betting, openBetting } from '../betting.ts';
import type { TestDatabase } from '../database.ts';
import { nextContest } from '../rounds.ts';
import { startTestWitness } from '../testWitness.ts';
import { voidAfterAWeek } from '../voidAfterAWeek.ts';
import { givenActor, givenPlayers } from './bulk.ts';

/** The public files of a game's month. */
export interface PublicMonth {
  rounds: string;
  bets: string;
  log: string;
  /** The log's files of the other two games. */
  others: readonly string[];
}

const anonymous = { kind: 'anonymous' } as const;

/**
 * Plays rounds of sapreOne of every kind and returns the month's files: under `colour-pf/2` by the draw with five bets, of which
 * one returns something at each number, by the
 * profit rule, by an operator, void by an operator, by the profit rule with a number of the beacon that came late, and void by owners
 * after a week without it; under `colour-pf/1` by the profit rule and by the draw; and one that still waits for the beacon. Three
 * witnesses confirm the log.
 */
export async function playPublicMonth(database: TestDatabase): Promise<PublicMonth> {
  const games = await openBetting(database, { withBeacon: true });
  const { beacon } = games;
  if (!beacon) throw new Error('the games have a beacon');
  const log = await openWitnessedLog(games, database);
  const admin = games.as(await givenActor(games, 'admin'));
  const players = await givenPlayers(games, 3, { rupees: 1_000 });
  const adminNow = () => ({ ...admin, now: new Date(games.clock.now()) });
  const probe = () => games.services.beacon?.probe(new AbortController().signal);
  const play = async (bets: number, { during, state = 'SETTLED', silent = false }: Round = {}) => {
    const contest = await nextContest(games, 'sapreOne');
    for (let n = 0; n < bets; n += 1) {
      const wager = { gameId: contest.gameId, selection: (n * 5 + 10) % 13, paise: 1_000n + BigInt(n * 333) };
      await bet(games.player(players[n % 3] ?? 0n), wager);
    }
    await during?.(contest);
    await games.moveTo(contest.closesAt);
    await log.isConfirmed();
    await games.moveTo(contest.endsAt);
    if (silent) games.clock.advance(61_000);
    await reaches(games, contest, state);
    await games.games.idle();
    return contest;
  };
  await probe();
  await play(5);
  await setRandomize(adminNow(), { randomize: false });
  await setProfitabilityLevel(adminNow(), { value: 3, reason: 'A month of every kind' });
  await play(4);
  await setRandomize(adminNow(), { randomize: true });
  await play(3, {
    during: async ({ gameId }) => {
      await overrideContest(adminNow(), { gameId, number: 7, reason: 'The promised number' });
    },
  });
  await play(2, {
    state: 'VOID',
    during: async ({ gameId }) => {
      await voidContest(adminNow(), { gameId, reason: 'The draw was restarted' });
    },
  });
  await setRandomize(adminNow(), { randomize: false });
  await probe();
  const silent: Round = { state: 'CLOSED', silent: true, during: () => Promise.resolve(beacon.behave('silent')) };
  const late = await play(3, silent);
  const deciding = startLateContests(games.services);
  beacon.behave('honest');
  games.clock.advance(30_000);
  await reaches(games, late, 'SETTLED');
  await deciding.stop();
  await probe();
  const lost = await play(1, silent);
  games.clock.advance(120_000);
  await play(2);
  await setRandomize(adminNow(), { randomize: true });
  await play(0);
  await play(2);
  await voidAfterAWeek(games, lost);
  beacon.behave('honest');
  await probe();
  await play(2, silent);
  await log.isConfirmed();
  const ctx = games.as(anonymous);
  const name = 'sapreOne-2026-11.jsonl';
  const files = {
    rounds: await read((await openRounds(ctx, name)).lines),
    bets: await read((await openBets(ctx, name)).lines),
    log: await read((await openLogPart(ctx, name)).lines),
    others: [
      await read((await openLogPart(ctx, 'sapreHalf-2026-11.jsonl')).lines),
      await read((await openLogPart(ctx, 'sapreThree-2026-11.jsonl')).lines),
    ],
  };
  await log.stop();
  await games.stop();
  return files;
}

/** Begins the log, with three witnesses. `isConfirmed` lets time pass until its newest state is confirmed by all. */
async function openWitnessedLog({ services, clock }: Betting, { pool }: TestDatabase) {
  await pool.query('select begin_log($1)', [services.logSigner.name]);
  const witnesses = await Promise.all([1, 2, 3].map((number) => startTestWitness(number, services.logSigner, clock)));
  services.witnesses = witnesses;
  const asking = startLogWitnesses(services);
  const merger = startLogMerger(services, asking.wake);
  const confirmed = `select (select count(*) from log_pending) as pending,
    (select count(*) from log_cosignatures where size = (select max(size) from log_checkpoints)) as signatures`;
  return {
    isConfirmed: () =>
      vi.waitFor(
        async () => {
          clock.advance(100);
          expect((await pool.query(confirmed)).rows[0]).toEqual({ pending: 0n, signatures: 3n });
        },
        { timeout: 20_000, interval: 20 },
      ),
    async stop() {
      await Promise.all([merger.stop(), asking.stop()]);
      await Promise.all(witnesses.map((witness) => witness.stop()));
    },
  };
}

interface Round {
  readonly during?: (contest: ContestView) => Promise<void>;
  readonly state?: ContestView['state'];
  /** The beacon gives no number for a minute. */
  readonly silent?: boolean;
}

const reaches = (games: Betting, { gameId }: ContestView, state: ContestView['state']) =>
  vi.waitFor(
    async () => {
      expect((await contestByGameId(games.as(anonymous), gameId))?.state).toBe(state);
    },
    { timeout: 10_000 },
  );

async function read(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of lines) text += chunk;
  return text;
}
