import { sql } from 'drizzle-orm';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../../db/client.ts';
import { voidRounds } from '../../../server/composition/voidRounds.ts';
import { refundVoid } from '../../../server/domain/bets/refundVoid.ts';
import { voidContest } from '../../../server/domain/bets/voidContest.ts';
import { rotateChains } from '../../../server/domain/contests/chains.ts';
import { contestByGameId } from '../../../server/domain/contests/contestQueries.ts';
import { type ContestView, SEED_LOST } from '../../../server/domain/contests/contestView.ts';
import { beginLogAgain } from '../../../server/domain/publicLog/beginLogAgain.ts';
import { mergeLog } from '../../../server/domain/publicLog/mergeLog.ts';
import { exportText } from '../../support/exported.ts';
import { openBets } from '../../../server/domain/transparency/betLines.ts';
import { openLogPart } from '../../../server/domain/transparency/logLines.ts';
import { openRounds } from '../../../server/domain/transparency/roundLines.ts';
import { signerOf } from '../../../server/platform/tlog/note.ts';
import { startContestClock } from '../../../server/jobs/contestClock.ts';
import { bet, type Betting, openBetting } from '../../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { nextContest } from '../../support/rounds.ts';
import { givenActor, givenPlayers } from '../../support/world/bulk.ts';
import { foundByPython, foundInBrowser, hasPython } from './found.ts';
import { writeLog } from './log.ts';
import { type Month, monthOf, type RoundLine } from './month.ts';

let database: TestDatabase;
let games: Betting;
let folder: string;
/** The rounds that ran when the seeds were lost: of one game with bets, of the other void by an operator. */
let lost: ContestView;
let voided: ContestView;
let minute: Month;
let threeMinutes: Month;
/** The files of the game as they were right after the restore, without any later round. */
let minuteAtRestore: Month;

const anonymous = { kind: 'anonymous' } as const;
const system = { kind: 'system' } as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lost-seeds-'));
  database = await createTestDatabase();
  games = await openBetting(database);
  await database.pool.query('select begin_log($1)', [games.services.logSigner.name]);
  const [player = 0n] = await givenPlayers(games, 1, { rupees: 100 });
  const admin = await givenActor(games, 'admin');
  const played = await nextContest(games, 'sapreThree');
  await bet(games.player(player), { gameId: played.gameId, paise: 500n });
  await games.moveTo(played.endsAt);
  await settles(played);
  lost = await nextContest(games, 'sapreOne');
  await bet(games.player(player), { gameId: lost.gameId, paise: 1_000n });
  voided = await nextContest(games, 'sapreThree');
  lost = await nextContest(games, 'sapreOne');
  await bet(games.player(player), { gameId: lost.gameId, paise: 1_000n });
  await voidContest(games.as(admin), { gameId: voided.gameId, reason: 'The draw was restarted' });
  await games.games.stop();
  await loseSeeds();
  minuteAtRestore = await filesOf('sapreOne');
  const later = startContestClock(games.services, { chainLength: 100 });
  await later.idle();
  for (const game of ['sapreOne', 'sapreThree'] as const) {
    games.clock.set((game === 'sapreOne' ? lost : voided).endsAt.getTime());
    await later.idle();
    games.clock.advance(game === 'sapreOne' ? 60_000 : 180_000);
    await later.idle();
  }
  await later.stop();
  minute = await filesOf('sapreOne');
  threeMinutes = await filesOf('sapreThree');
});
afterAll(async () => {
  await games.batcher.stop();
  await database.close();
  await rm(folder, { recursive: true });
});

const settles = ({ gameId }: ContestView) =>
  vi.waitFor(async () => expect((await contestByGameId(games.as(anonymous), gameId))?.state).toBe('SETTLED'), {
    timeout: 10_000,
  });

/** Does to the rounds, the chains and the log what a restore without their key does. */
async function loseSeeds(): Promise<void> {
  const which = sql`seed is null and not seed_lost`;
  const now = new Date(games.clock.now());
  const ids = await inTransaction(database.db, (tx) =>
    voidRounds(tx, { which, seedLost: true, reason: SEED_LOST, now }),
  );
  const owner = { ...games.as(system), db: database.db };
  for (const id of ids) await refundVoid(owner, id);
  await rotateChains(owner, () => 100);
  games.services.logSigner = signerOf(await beginLogAgain(owner), 'note', Buffer.alloc(32, 8));
}

async function filesOf(game: string): Promise<Month> {
  await vi.waitFor(
    async () => {
      await mergeLog(games.as(system));
      expect((await database.pool.query('select 1 from log_pending')).rowCount).toBe(0);
    },
    { timeout: 10_000 },
  );
  const ctx = games.as(anonymous);
  const name = `${game}-2026-11.jsonl`;
  return monthOf({
    rounds: await read((await openRounds(ctx, name)).lines),
    bets: await read((await openBets(ctx, name)).lines),
    log: await read((await openLogPart(ctx, name)).lines),
    others: [],
  });
}

async function read(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of lines) text += chunk;
  return text;
}

const found = async (month: Month): Promise<string[]> => {
  const inBrowser = (await foundInBrowser(month)).toSorted();
  if (hasPython) expect(foundByPython(month, folder).found.toSorted()).toEqual(inBrowser);
  return inBrowser;
};

describe('a round whose seed was lost in a restore', () => {
  test('stands in its month’s file as void, without a seed, with the reason', () => {
    const line = minute.rounds.find(({ gameId }) => gameId === lost.gameId);
    expect(line).toMatchObject({
      state: 'VOID',
      seed: null,
      seedLost: true,
      winningNumber: null,
      decidedBy: null,
      voidReason: SEED_LOST,
    });
  });

  test.each([
    ['with rounds after it', () => minute],
    ['as the newest', () => minuteAtRestore],
    ['that an operator had made void before', () => threeMinutes],
  ])('passes both verifiers, %s', async (_, month) => {
    expect(await found(month())).toEqual([]);
  });

  test('is public in the API and in the export of rounds, with its cause', async () => {
    expect(await contestByGameId(games.as(anonymous), lost.gameId)).toMatchObject({
      seed: null,
      seedLost: true,
      voidCause: 'SEED_LOST',
    });
    expect(await contestByGameId(games.as(anonymous), voided.gameId)).toMatchObject({
      seedLost: true,
      voidCause: 'OPERATOR',
    });
    const rounds = await exportText(games.as(await givenActor(games, 'admin')), {
      file: 'contests.csv',
      from: lost.startsAt,
      to: new Date(lost.endsAt.getTime() + 1),
    });
    expect(rounds).toContain(lost.gameId);
  });
});

/** The month with its lost round, or that round's line, changed, and with the log that follows. */
function changed(change: (month: Month, round: RoundLine) => void, of = minute, gameId = lost.gameId): Month {
  const month = structuredClone(of);
  const round = month.rounds.find((one) => one.gameId === gameId);
  if (!round) throw new Error('the month has the round');
  change(month, round);
  writeLog(month, { signer: games.services.logSigner });
  return month;
}

/** Replaces the entries that are about the restore, and about the round, by other texts. */
const relog = (month: Month, of: RegExp, change: (line: string) => string) => {
  month.log = month.log.map((line) => (of.test(line) ? change(line) : line));
};
const restored = /"type":"restored"/;
const none = () => '{"v":1,"type":"none"}';

describe('a house that leaves a seed out', () => {
  const cases: [string, string[], (month: Month, round: RoundLine) => void][] = [
    ['without saying so', ['seed'], (_, round) => Object.assign(round, { seedLost: false })],
    ['as older files do', ['seed'], (_, round) => Reflect.deleteProperty(round, 'seedLost')],
    ['though nothing was restored', ['void'], (month) => relog(month, restored, none)],
    [
      'for another reason',
      ['void'],
      (month, round) => {
        const reason = 'We did not like the number';
        relog(month, new RegExp(`"void","gameId":"${round.gameId}"`), (line) =>
          line.replace(JSON.stringify(SEED_LOST), JSON.stringify(reason)),
        );
        Object.assign(round, { voidReason: reason });
      },
    ],
    [
      'of which the log has the seed',
      ['log'],
      (month, { gameId }) =>
        relog(month, /"type":"chain"/, () => JSON.stringify({ v: 1, type: 'seed', gameId, seed: 'ab'.repeat(32) })),
    ],
  ];
  test.each(cases)('is found: %s', async (_, steps, change) => {
    expect(await found(changed(change))).toEqual(steps.map((step) => `${lost.gameId}: ${step}`));
  });

  test('is found where the restore came before the round, or after the next one', async () => {
    const move = (to: (log: readonly string[], at: number) => number) =>
      changed((month) => {
        const at = month.log.findIndex((line) => restored.test(line));
        const [entry = ''] = month.log.splice(at, 1);
        month.log.splice(to(month.log, at), 0, entry);
      });
    const opened = new RegExp(`"type":"opened","gameId":"${lost.gameId}"`);
    expect(await found(move((log) => log.findIndex((line) => opened.test(line))))).toEqual([`${lost.gameId}: void`]);
    expect(await found(move((log) => log.length))).toEqual([`${lost.gameId}: void`]);
  });

  test('is found where the chain goes on', async () => {
    const next = minute.rounds.find(({ gameId }) => gameId > lost.gameId);
    if (!next) throw new Error('a round follows');
    const goesOn = changed((month, { chainId, chainIndex }) => {
      const round = month.rounds.find(({ gameId }) => gameId === next.gameId);
      if (round) Object.assign(round, { chainId, chainIndex: chainIndex + 1 });
      relog(month, new RegExp(`"opened","gameId":"${next.gameId}"`), (line) =>
        line
          .replace(`"chainId":"${next.chainId}"`, `"chainId":"${chainId}"`)
          .replace(`"chainIndex":${next.chainIndex}`, `"chainIndex":${chainIndex + 1}`),
      );
    });
    expect(await found(goesOn)).toContain(`${next.gameId}: follows`);
  });

  test('is found where a decided round lacks it', async () => {
    const decided = minute.rounds.find(({ state }) => state === 'SETTLED');
    if (!decided) throw new Error('a round was decided');
    const without = changed((_, round) => Object.assign(round, { seed: null, seedLost: true }), minute, decided.gameId);
    expect(await found(without)).toEqual(
      expect.arrayContaining([`${decided.gameId}: seed`, `${decided.gameId}: number`]),
    );
  });
});
