import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitingBet } from '../../../tests/support/waitingBets.ts';
import type { BetPlacement } from '../ground/rounds/betPlacer.ts';
import { BetDispatcher, dispatcherTimes } from './betDispatcher.ts';

/** A statement in flight: its lane, the players whose bets it has, and the function that answers it. */
interface SentBatch {
  lane: number;
  players: number[];
  place(): void;
}

let lanes: number;
let sentBatches: SentBatch[];
let pessimistic: pg.Pool;

beforeEach(() => {
  [lanes, sentBatches, pessimistic] = [0, [], new pg.Pool()];
});
afterEach(() => pessimistic.end());

/** A connection whose answers the test controls. */
function connect(): Promise<pg.Client> {
  lanes += 1;
  const lane = lanes;
  const query = (statement: string | { values: string[] }) =>
    new Promise((resolve, reject) => {
      // What an idle lane is tried with.
      if (typeof statement === 'string') return reject(new Error('the connection is dead'));
      const { values } = statement;
      const players = JSON.parse(`[${values[0]?.slice(1, -1)}]`) as number[];
      const rows = players.map((player) => ['placed', BigInt(player), 0n]);
      sentBatches.push({ lane, players, place: () => resolve({ rows }) });
    });
  return Promise.resolve({ query, on() {}, end: () => Promise.resolve() } as unknown as pg.Client);
}

function open({ lanes }: { lanes: number }) {
  const dispatcher = new BetDispatcher({ lanes, connect, pessimistic, onPlaced() {}, onRecovered() {}, onBatch() {} });
  const place = (player: number) =>
    new Promise<BetPlacement>((resolve, reject) => {
      const bet = { playerId: BigInt(player), key: `${Math.random()}` };
      dispatcher.add(waitingBet(bet, { resolve, reject }));
    });
  return { place, placeAll: (players: number[]) => Promise.all(players.map(place)) };
}

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => index + from);
/**
 * Enough turns of the event loop for an answer to arrive, a lane to take the next batch, and the next lane to start.
 */
const settle = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('bets among lanes', () => {
  test('that are few go together, over one', async () => {
    void open({ lanes: 2 }).placeAll(upTo(32));
    await settle();
    expect(sentBatches.map(({ players }) => players)).toEqual([upTo(32)]);
  });

  test('that are many are divided evenly', async () => {
    void open({ lanes: 2 }).placeAll(upTo(200));
    await settle();
    expect(sentBatches.map(({ players }) => players)).toEqual([upTo(100), upTo(100, 101)]);
  });

  test('go by whichever is free, while another takes its time', async () => {
    const { place } = open({ lanes: 2 });
    void place(1);
    await settle();
    for (const player of [3, 5, 7]) {
      const placed = place(player);
      await settle();
      sentBatches.at(-1)?.place();
      expect(await placed).toMatchObject({ outcome: 'placed', betId: BigInt(player) });
    }
    expect(sentBatches.map(({ lane }) => lane)).toEqual([1, 2, 2, 2]);
  });

  test('wait for their own player’s bets on another lane, and delay no other bets', async () => {
    const { place, placeAll } = open({ lanes: 2 });
    void place(1);
    await settle();
    void placeAll([1, 2, 1]);
    await settle();
    expect(sentBatches.map(({ players }) => players)).toEqual([[1], [2]]);
    sentBatches[0]?.place();
    await settle();
    expect(sentBatches.map(({ players }) => players)).toEqual([[1], [2], [1, 1]]);
  });
});

describe('lanes', () => {
  test('take no bets before they are connected: another one places them', async () => {
    const connections = [new Promise<pg.Client>(() => {}), connect()];
    const dispatcher = new BetDispatcher({
      lanes: 2,
      pessimistic,
      onPlaced() {},
      onRecovered() {},
      onBatch() {},
      connect: () => connections.shift() ?? connect(),
    });
    const placed = new Promise<BetPlacement>((resolve, reject) =>
      dispatcher.add(waitingBet({ playerId: 1n, key: 'one' }, { resolve, reject })),
    );
    await settle();
    await settle();
    sentBatches[0]?.place();
    expect(await placed).toMatchObject({ outcome: 'placed' });
  });

  const options = { lanes: 1, onPlaced() {}, onRecovered() {}, onBatch() {} };
  const add = (dispatcher: BetDispatcher) =>
    new Promise<BetPlacement>((resolve, reject) =>
      dispatcher.add(waitingBet({ playerId: 1n, key: 'one' }, { resolve, reject })),
    );

  test('that wait for an answer for long do not count as answering until it comes', async () => {
    const dispatcher = new BetDispatcher({
      ...options,
      connect,
      pessimistic,
      // However long a loaded machine stops between two polls.
      times: { ...dispatcherTimes, lateMs: 1, deadMs: Infinity },
    });
    expect(dispatcher.answers).toBe('inTime');
    const placed = add(dispatcher);
    // Its connection may be as late, before which no statement has been sent.
    await expect.poll(() => sentBatches.length, { interval: 1 }).toBe(1);
    await expect.poll(() => dispatcher.answers, { interval: 1 }).toBe('late');
    sentBatches[0]?.place();
    await placed;
    expect(dispatcher.answers).toBe('inTime');
    await dispatcher.close();
  });

  test('none of which has an answer within the deadline of a statement do not answer at all', async () => {
    const times = { ...dispatcherTimes, lateMs: 1, deadMs: 2 };
    const dispatcher = new BetDispatcher({ ...options, connect, pessimistic, times });
    const placed = add(dispatcher);
    // Its connection may be as late, before which no statement has been sent.
    await expect.poll(() => sentBatches.length, { interval: 1 }).toBe(1);
    await expect.poll(() => dispatcher.answers, { interval: 1 }).toBe('none');
    sentBatches[0]?.place();
    await placed;
    expect(dispatcher.answers).toBe('inTime');
    await dispatcher.close();
  });

  test('refuse all bets of a batch at once when the disk is full, and go on', async () => {
    const full = Object.assign(new pg.DatabaseError('could not extend file', 1, 'error'), { code: '53100' });
    const fullDisk = () => Promise.resolve({ query: () => Promise.reject(full), on() {} } as unknown as pg.Client);
    const dispatcher = new BetDispatcher({ ...options, connect: fullDisk, pessimistic });
    const bets = [1n, 2n, 3n].map(
      (playerId) =>
        new Promise((resolve, reject) =>
          dispatcher.add(waitingBet({ playerId, key: String(playerId) }, { resolve, reject })),
        ),
    );
    expect((await Promise.allSettled(bets)).map((bet) => 'reason' in bet && bet.reason)).toEqual([full, full, full]);
    expect(dispatcher.answers).toBe('inTime');
  });

  test('whose connection died while no bet used it are found, and connect again', async () => {
    const dispatcher = new BetDispatcher({
      ...options,
      connect,
      pessimistic,
      times: { ...dispatcherTimes, heartbeatMs: 1 },
    });
    const placed = add(dispatcher);
    await settle();
    sentBatches[0]?.place();
    await placed;
    await expect.poll(() => dispatcher.answers, { interval: 1 }).not.toBe('inTime');
    await expect.poll(() => lanes, { interval: 1 }).toBeGreaterThan(1);
    await dispatcher.close();
  });
});
