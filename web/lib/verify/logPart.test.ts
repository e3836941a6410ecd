import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { signerOf } from '../../../server/platform/tlog/note.ts';
import { provenLogPart, provenRound } from '../../../tests/support/provenRound.ts';
import { publishedRound } from '../../../tests/support/publishedRound.ts';
import { LogPartReader } from './logPart.ts';
import { OtherGames } from './otherGames.ts';
import { roundOf } from './publicRound.ts';

type Head = Record<string, unknown>;
const [first = '', ...entries] = (await provenLogPart()).trimEnd().split('\n');
const head = JSON.parse(first) as Head;
const [earlier] = (await provenRound()).entries;

// oxlint-disable-next-line typescript/require-await -- as a file is read
async function* lines(of: readonly string[]): AsyncGenerator<string> {
  yield* of;
}
const read = (change: Head = {}, of: readonly string[] = entries, others: OtherGames | null = null) =>
  new LogPartReader(lines([JSON.stringify({ ...head, ...change }), ...of]), others).finish();
const isSigned = async (change?: Head, of?: readonly string[]) => (await read(change, of)).isSigned;

it('is signed where its entries give the signed root', async () => {
  expect(await isSigned()).toBe(true);
  expect(await isSigned({ earlier: [earlier] })).toBe(true);
});

it('is not signed by another key under the log’s name', async () => {
  expect(await isSigned({ vkey: signerOf('rangoli.example/log', 'note', Buffer.alloc(32, 9)).vkey })).toBe(false);
});

it.each<[string, Head, string[]?]>([
  ['with another entry', {}, entries.with(2, '{"type":"none"}')],
  ['with two entries exchanged', {}, [...entries.slice(1, 2), ...entries.slice(0, 1), ...entries.slice(2)]],
  ['without its last entry', {}, entries.slice(0, -1)],
  ['that ends elsewhere', { last: entries.length - 1 }],
  ['that begins elsewhere', { first: 1 }],
  ['with an earlier entry that is another', { earlier: [{ ...earlier, entry: '{"type":"witnesses"}' }] }],
  ['with an earlier entry of another place', { earlier: [{ ...earlier, index: 1 }] }],
  ['with an earlier entry without its path', { earlier: [{ ...earlier, path: [] }] }],
])('is not signed %s', async (_, change, of) => {
  expect(await isSigned(change, of)).toBe(false);
});

const hashOf = 'b'.repeat(43);
/** The file of another game: its first line, and hashes but for one entry. */
const otherFile = (game: string, span: { first: number; last: number }, shown: Record<number, string> = {}) => [
  JSON.stringify(span),
  ...Array.from(
    { length: span.last - span.first },
    (_, at) =>
      shown[span.first + at] ?? (at === 0 ? `{"type":"opened","gameId":"${game}-202601010001"}` : `"${hashOf}="`),
  ),
];
const othersOf = (...files: string[][]) => new OtherGames(files.map((file) => lines(file)));
const base64Of = (entry: string) => createHash('sha256').update('\0').update(entry).digest('base64');

it('tells a hidden leaf that no file shows only where the files of both other games cover it', async () => {
  const hiding = entries.with(4, `"${hashOf}="`);
  const whole = { first: 0, last: 7 };
  const three = otherFile('sapreThree', whole);
  const shownBy = async (...files: string[][]) => (await read({}, hiding, othersOf(...files))).shownBy;
  expect(await shownBy(otherFile('sapreOne', whole), three)).toEqual({ 'another game': 0, none: 1, unknown: 0 });
  const entry = (game: string) => `{"type":"betsRoot","gameId":"${game}-202601010007"}`;
  const showing = async (game: string, place = 4) => {
    const other = otherFile('sapreOne', whole, { [place]: entry(game) });
    return (await read({}, entries.with(4, `"${base64Of(entry(game))}"`), othersOf(other, three))).shownBy;
  };
  expect(await showing('sapreOne')).toEqual({ 'another game': 1, none: 0, unknown: 0 });
  // Nor does it help that the file of another game shows it, where it is of this one, or of another place.
  expect(await showing('sapreHalf')).toEqual({ 'another game': 0, none: 1, unknown: 0 });
  expect(await showing('sapreOne', 3)).toEqual({ 'another game': 0, none: 1, unknown: 0 });
  const unknown = { 'another game': 0, none: 0, unknown: 1 };
  expect(await shownBy(three)).toEqual(unknown);
  // The file of the same game, or one twice, is not that of another.
  expect(await shownBy(otherFile('sapreHalf', whole), three)).toEqual(unknown);
  expect(await shownBy(three, three)).toEqual(unknown);
  for (const span of [
    { first: 0, last: 4 },
    { first: 5, last: 7 },
  ])
    expect(await shownBy(otherFile('sapreOne', span), three)).toEqual(unknown);
  await expect(shownBy(['{}'])).rejects.toThrow('not a whole number');
  await expect(shownBy([])).rejects.toThrow('empty');
  await expect(shownBy(['{"first":0,"last":7}'])).rejects.toThrow('empty');
});

it('drops the entries of a round that was checked, and tells those that come later', async () => {
  const round = roundOf(await publishedRound());
  const second = JSON.stringify({ v: 1, type: 'betsRoot', gameId: round.gameId, betsRoot: 'ab'.repeat(32) });
  const reader = new LogPartReader(lines([first, ...entries, second]));
  expect(await reader.check(round)).toEqual({ log: true, witnessed: true });
  expect((await reader.finish()).late).toEqual([round.gameId]);
});

it('reads no further than the round that is checked', async () => {
  const round = roundOf(await publishedRound());
  let read = 0;
  async function* counted() {
    for await (const line of lines([first, ...entries, ...entries.map(() => `"${hashOf}="`)])) {
      read += 1;
      yield line;
    }
  }
  const reader = new LogPartReader(counted());
  await reader.check(round);
  expect(read).toBe(1 + entries.length);
});
