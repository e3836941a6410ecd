import { describe, expect, it } from 'vitest';
import { checkpointText, cosign } from '../../../server/platform/tlog/note.ts';
import { publishedRound } from '../../../tests/support/publishedRound.ts';
import { witnessSigner } from '../../../tests/support/testWitness.ts';
import { checkLogged, type LoggableRound, type LogAround, LoggedRound } from './loggedRound.ts';
import { type PublicRound, roundOf } from './publicRound.ts';

type Entry = Record<string, unknown> & { type: string };
const round = roundOf(await publishedRound());
const { commitment, drawVersion, beaconRound, timelock, betsRoot, seed, stakes, payouts } = round;
const { winningNumber, decidedBy, beaconSignature, payoutsByNumber, bets, overrideReason } = round;
const { number, chainId, chainIndex, startsAt, evaluationTime } = round;
const endsAt = new Date(round.endsAt).toISOString();
const opened = { number, chainId, chainIndex, startsAt, evaluationTime, endsAt, commitment, drawVersion, beaconRound };
const decided = {
  winningNumber,
  decidedBy,
  seed,
  betsRoot,
  beaconRound,
  beaconSignature,
  payoutsByNumber,
  bets,
  stakes,
};
const entries: readonly Entry[] = [
  { type: 'opened', ...opened, randomize: true },
  { type: 'timelock', timelock },
  { type: 'betsRoot', betsRoot },
  { type: 'seed', seed },
  { type: 'decided', ...decided, reason: overrideReason },
  { type: 'settled', stakes, payouts },
];
const reason = 'The draw was restarted';
const voided: PublicRound = {
  ...round,
  state: 'VOID',
  voidReason: reason,
  winningNumber: null,
  decidedBy: null,
  payouts: null,
};
const voidEntries: readonly Entry[] = [...entries.slice(0, 4), { type: 'void', reason }];

const around = { witnessesOf: () => null, hasState: () => true, isRestoredAfter: () => null };
function isLogged(of: LoggableRound, logged: readonly Entry[]): boolean | undefined {
  const found = new LoggedRound();
  for (const [index, data] of logged.entries()) found.add({ index, data: { v: 1, ...data } });
  return checkLogged(of, found, around).log;
}
const without = (type: string, from = entries) => from.filter((entry) => entry.type !== type);
const changed = (type: string, values: object, from = entries) =>
  from.map((entry) => (entry.type === type ? { ...entry, ...values } : entry));
const moved = (type: string, to: number) => {
  const entry = entries.filter((one) => one.type === type);
  return without(type).toSpliced(to, 0, ...entry);
};

describe('a round that was paid', () => {
  it('is the one in the log', () => {
    expect(isLogged(round, entries)).toBe(true);
    // Under colour-pf/1 the seed comes with the decision.
    expect(isLogged(round, without('seed'))).toBe(true);
    expect(isLogged({ ...round, state: 'DECIDED', stakes: null, payouts: null }, without('settled'))).toBe(true);
  });

  it.each(['opened', 'timelock', 'betsRoot', 'decided', 'settled'])('is not without its entry %s', (type) => {
    expect(isLogged(round, without(type))).toBe(false);
  });

  it.each(entries.map(({ type }) => type))('is not with the entry %s twice, though both are alike', (type) => {
    const second = entries.filter((entry) => entry.type === type);
    expect(isLogged(round, [...entries, ...second])).toBe(false);
  });

  it.each(entries.flatMap(({ type, ...values }) => Object.keys(values).map((key) => [type, key] as const)))(
    'is not with another %s: %s',
    (type, key) => {
      expect(isLogged(round, changed(type, { [key]: 'other' }))).toBe(false);
      expect(isLogged(round, changed(type, { [key]: undefined }))).toBe(false);
    },
  );

  it.each([
    ['opened', 1],
    ['timelock', 2],
    ['betsRoot', 3],
    ['betsRoot', 5],
    ['seed', 4],
    ['settled', 4],
    ['settled', 0],
  ] as const)('is not where the entry %s is moved to place %i', (type, to) => {
    expect(isLogged(round, moved(type, to))).toBe(false);
  });

  it('is decided by the profit rule at the level with which it opened, and by neither rule where it opened with the other', () => {
    const ruled: PublicRound = { ...round, decidedBy: 'PROFIT_RULE', profitabilityLevel: 3, ruleVersion: 2 };
    const openedWith = (values: object) => changed('opened', values, changed('decided', { decidedBy: 'PROFIT_RULE' }));
    const byRule = { randomize: false, profitabilityLevel: 3, ruleVersion: 2 };
    expect(isLogged(ruled, openedWith(byRule))).toBe(true);
    for (const other of [{ randomize: true }, { profitabilityLevel: 4 }, { ruleVersion: 1 }])
      expect(isLogged(ruled, openedWith({ ...byRule, ...other })), JSON.stringify(other)).toBe(false);
    expect(isLogged(round, changed('opened', { randomize: false }))).toBe(false);
    // An operator may come after either.
    const operated: PublicRound = { ...round, decidedBy: 'OPERATOR', overrideReason: 'The promised number' };
    const byOperator = changed('decided', { decidedBy: 'OPERATOR', reason: 'The promised number' });
    for (const randomize of [true, false])
      expect(isLogged(operated, changed('opened', { randomize }, byOperator))).toBe(true);
  });

  it('is not with an entry of another form', () => {
    expect(isLogged(round, changed('opened', { v: 2 }))).toBe(false);
  });

  it('is not where a reason says that it was void', () => {
    expect(isLogged({ ...round, voidReason: reason }, entries)).toBe(false);
  });

  it('is compared as far as it was read', () => {
    const { number: _, bets: __, payouts: ___, payoutsByNumber: ____, ...page } = round;
    expect(isLogged({ ...page, stakes: undefined }, entries)).toBe(true);
    expect(isLogged({ ...page, stakes: '1.00' }, entries)).toBe(false);
  });

  it('is not where the log makes it void as well', () => {
    expect(isLogged(round, [...entries, { type: 'void', reason }])).toBe(false);
  });

  it('is not where the log has a root or a timelock that the round lacks', () => {
    expect(isLogged({ ...round, betsRoot: null }, changed('decided', { betsRoot: null }))).toBe(false);
    expect(isLogged({ ...round, timelock: null }, entries)).toBe(false);
    expect(isLogged({ ...round, timelock: null }, without('timelock'))).toBe(true);
  });
});

describe('a void round', () => {
  it('is the one in the log', () => {
    expect(isLogged(voided, voidEntries)).toBe(true);
  });

  it.each([
    ['without its entry', without('void', voidEntries)],
    ['with another reason', changed('void', { reason: 'none' }, voidEntries)],
    ['with a decision as well', [...entries.slice(0, 5), { type: 'void', reason }]],
  ])('is not %s', (_, logged) => {
    expect(isLogged(voided, logged)).toBe(false);
  });
});

describe('a round with witnesses', () => {
  const witnesses = [1, 2, 3].map(witnessSigner);
  const end = Date.parse(endsAt) / 1_000;
  /** A state of so many entries, confirmed by the witnesses of these numbers. */
  const stateOf = (size: number, by: readonly number[], seconds = end - 1) => {
    const text = checkpointText({ origin: 'play.example/log', size, root: Buffer.alloc(32, size) });
    return `${text}\n${by.map((number) => cosign(text, witnessSigner(number), seconds)).join('')}`;
  };
  function isWitnessed(checkpoints: unknown, change: Partial<LogAround> = {}): boolean | undefined {
    const logged = new LoggedRound();
    const all = changed('decided', { checkpoints }, changed('opened', { witnesses: 5 }));
    for (const [index, data] of all.entries()) logged.add({ index, data: { v: 1, ...data } });
    const vkeys = witnesses.map(({ vkey }) => vkey);
    const witnessesOf = (id: unknown) => (id === 5 ? vkeys : null);
    return checkLogged(round, logged, { ...around, witnessesOf, ...change }).witnessed;
  }

  it('is confirmed by a majority, also at several states', () => {
    expect(isWitnessed([stateOf(3, [1, 2])])).toBe(true);
    expect(isWitnessed([stateOf(3, [1]), stateOf(4, [3])])).toBe(true);
  });

  it.each<[string, unknown, Partial<LogAround>?]>([
    ['by half of them and fewer', [stateOf(3, [1])]],
    ['by one twice', [stateOf(3, [1]), stateOf(4, [1])]],
    ['by others', [stateOf(3, [4, 5, 6])]],
    ['at the end', [stateOf(3, [1, 2, 3], end)]],
    ['at a state before the root', [stateOf(2, [1, 2, 3])]],
    ['at a state that the log did not have', [stateOf(3, [1, 2, 3])], { hasState: () => false }],
    ['with a set that is not in the log', [stateOf(3, [1, 2, 3])], { witnessesOf: () => null }],
    ['at no state', undefined],
    ['at what is no state', ['none\n\nnone']],
  ])('is not confirmed %s', (_, checkpoints, change) => {
    expect(isWitnessed(checkpoints, change)).toBe(false);
  });
});
