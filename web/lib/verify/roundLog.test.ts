import { expect, it, test } from 'vitest';
import { signerOf } from '../../../server/platform/tlog/note.ts';
import { type Entry, provenRound } from '../../../tests/support/provenRound.ts';
import { publishedRound } from '../../../tests/support/publishedRound.ts';
import { checkRoundLog } from './roundLog.ts';

const round = await publishedRound();

it('finds an honest round proven, confirmed in time and paid', async () => {
  const { checks, witnesses: by, settled, state } = checkRoundLog(round, await provenRound());
  expect(checks).toEqual({ log: true, witnessed: true });
  expect(by).toEqual({ all: 3, current: 1 });
  expect(settled).toEqual({ stakes: round.stakes, payouts: round.payouts });
  expect(state).toMatchObject({ origin: 'rangoli.example/log', size: 7 });
});

test.each([
  ['a root confirmed at the end only, after the beacon’s number', { at: 0 }],
  ['a root that a minority confirmed', { by: 1 }],
  ['a confirmed state without the root', { size: 3 }],
])('%s does not count as confirmed in time', async (_, options) => {
  expect(checkRoundLog(round, await provenRound(options)).checks).toEqual({ log: true, witnessed: false });
});

const changed = (type: string, values: Entry) => ({
  change: (entries: Entry[]) => entries.map((entry) => (entry['type'] === type ? { ...entry, ...values } : entry)),
});
test.each([
  ['another commitment', changed('opened', { commitment: 'ab'.repeat(32) })],
  ['another number', changed('decided', { winningNumber: 2 })],
  ['another operator’s word', changed('decided', { decidedBy: 'OPERATOR' })],
  ['another timelock', changed('timelock', { timelock: 'x' })],
  ['other payouts', changed('settled', { payouts: '1.00' })],
  ['another round of the beacon', changed('opened', { beaconRound: 1 })],
  ['a second opening', { change: (entries: Entry[]) => [...entries, { type: 'opened', gameId: round.gameId }] }],
  [
    'a payment before the decision',
    { change: (entries: Entry[]) => [...entries.slice(0, 5), ...entries.slice(5).toReversed()] },
  ],
  ['no decision', { change: (entries: Entry[]) => entries.filter(({ type }) => type !== 'decided') }],
])('a log with %s is not the round’s', async (_, options) => {
  expect(checkRoundLog(round, await provenRound(options)).checks.log).toBe(false);
});

it('believes no entry without its path, and no state that the key has not signed', async () => {
  const honest = await provenRound();
  const [first, second] = honest.entries;
  const unproven = { ...honest, entries: [{ ...first, path: second?.path }, ...honest.entries.slice(1)] };
  expect(checkRoundLog(round, unproven).checks.log).toBe(false);
  const other = signerOf('rangoli.example/log', 'note', Buffer.alloc(32, 9));
  expect(checkRoundLog(round, { ...honest, vkey: other.vkey }).checks.log).toBe(false);
  expect(() => checkRoundLog(round, { entries: [] })).toThrow('no proof of a round');
});

it('takes from the answer only what is about the round and its set of witnesses', async () => {
  const other = { v: 1, type: 'decided', gameId: 'sapreOne-202601010001' };
  const set = { v: 1, type: 'witnesses', id: 4, vkeys: [] };
  const answer = await provenRound({ change: (entries) => [...entries, other, set] });
  const found = checkRoundLog(round, { ...answer, entries: answer.entries.toReversed() });
  expect(found).toMatchObject({ checks: { log: true, witnessed: true }, witnesses: { all: 3 } });
});
