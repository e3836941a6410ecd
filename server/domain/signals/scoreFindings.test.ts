import { describe, expect, test } from 'vitest';
import type { Finding, SharedDevice, SignalKind } from './finding.ts';
import { type Findings, LIKELY, scoreFindings } from './scoreFindings.ts';

const at = new Date('2026-11-20T06:30:00Z');
const DAY_MS = 86_400_000;

const finding = (kind: SignalKind, players: readonly number[], evidence: Finding['evidence'] = {}): Finding => ({
  kind,
  cause: players.join(),
  players: players.map(BigInt),
  evidence,
  firstSeenAt: at,
  lastSeenAt: at,
});
const device = (players: readonly number[], expected = 0): SharedDevice => ({
  ...finding('sharedDevice', players),
  expected,
});
/** Each player is registered on another day by default. */
const everybody = new Map(Array.from({ length: 100 }, (_, id) => [BigInt(id), id * 7 * DAY_MS]));
const score = (given: Partial<Findings>) =>
  scoreFindings({
    accounts: [],
    references: [],
    devices: [],
    addresses: [],
    opposite: [],
    unplayed: [],
    newDevices: [],
    excluded: [],
    registeredAt: everybody,
    ...given,
  });
const scoreOf = (kind: SignalKind, given: Partial<Findings>) =>
  score(given).find((one) => one.kind === kind)?.score ?? 0;
const unplayed = (...players: number[]) => players.map((player) => finding('unplayed', [player], { deposits: 1 }));

describe('a shared address or device', () => {
  test('is no signal where a carrier puts as many players behind it by chance', () => {
    expect(scoreOf('sharedDevice', { devices: [device([1, 2, 3, 4, 5, 6, 7, 8], 7.5)] })).toBe(0);
    expect(scoreOf('sharedDevice', { devices: [device([1, 2, 3, 4, 5, 6, 7, 8], 0.5)] })).toBeGreaterThan(40);
  });

  test('is no signal by the address alone, whether few players share it or many', () => {
    expect(scoreOf('sharedAddress', { addresses: [finding('sharedAddress', [1, 2, 3, 4])] })).toBe(0);
    const many = Array.from({ length: 30 }, (_, id) => id);
    expect(scoreOf('sharedAddress', { addresses: [finding('sharedAddress', many)], unplayed: unplayed(...many) })).toBe(
      0,
    );
  });

  test('is not likely fraud for a family, and is with withdrawals without play', () => {
    const devices = [device([1, 2, 3, 4, 5], 0.3)];
    expect(scoreOf('sharedDevice', { devices })).toBeLessThan(LIKELY);
    expect(scoreOf('sharedDevice', { devices, unplayed: unplayed(1, 2, 3) })).toBeGreaterThanOrEqual(LIKELY);
  });

  test('counts for more where all registered within two days', () => {
    const devices = [device([1, 2, 3, 4], 0.1)];
    const together = new Map([1n, 2n, 3n, 4n].map((id) => [id, Number(id) * 3_600_000]));
    expect(scoreOf('sharedDevice', { devices, registeredAt: together })).toBeGreaterThan(
      scoreOf('sharedDevice', { devices }),
    );
  });
});

test('a couple with one account and one phone is not likely fraud; four accounts with one payee are', () => {
  expect(scoreOf('sharedUpi', { accounts: [finding('sharedUpi', [1, 2])], devices: [device([1, 2])] })).toBeLessThan(
    LIKELY,
  );
  expect(scoreOf('sharedUpi', { accounts: [finding('sharedUpi', [1, 2, 3, 4])] })).toBeGreaterThanOrEqual(LIKELY);
});

test('a made-up reference counts for less than a real one', () => {
  const references = (reference: string) => ({
    references: [finding('repeatedReference', [1, 2, 3, 4], { reference })],
  });
  expect(scoreOf('repeatedReference', references('432109876543'))).toBeGreaterThanOrEqual(LIKELY);
  expect(scoreOf('repeatedReference', references('123456789012'))).toBeLessThan(LIKELY);
  expect(scoreOf('repeatedReference', references('000000000000'))).toBeLessThan(LIKELY);
});

test('is a signal from 25 on', () => {
  const pair = { references: [finding('repeatedReference', [1, 2], { reference: '000000' })] };
  expect(scoreOf('repeatedReference', pair)).toBe(0);
  expect(scoreOf('repeatedReference', { ...pair, unplayed: unplayed(1, 2) })).toBe(25);
});

test('what one player does alone is a signal, not likely fraud', () => {
  const alone = score({
    unplayed: [finding('unplayed', [1], { deposits: 9 })],
    newDevices: [finding('newDevice', [2], { newAccount: true })],
  });
  expect(alone.map(({ kind }) => kind)).toEqual(['unplayed', 'newDevice']);
  for (const one of alone) expect(one.score).toBeLessThan(LIKELY);
});

test('evidence names what raised the score', () => {
  const [found] = score({ accounts: [finding('sharedUpi', [1, 2, 3])], opposite: [finding('oppositeBets', [1, 2])] });
  expect(found).toMatchObject({ kind: 'sharedUpi', evidence: { supportedBy: ['oppositeBets'] } });
});
