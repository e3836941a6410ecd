import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { signerOf } from '../../../server/platform/tlog/note.ts';
import { provenLogPart, provenRound } from '../../../tests/support/provenRound.ts';
import { readLogPart } from './logPart.ts';
import { OtherGames } from './otherGames.ts';

type Head = Record<string, unknown>;
const [first = '', ...entries] = (await provenLogPart()).trimEnd().split('\n');
const head = JSON.parse(first) as Head;
const [earlier] = (await provenRound()).entries;

// oxlint-disable-next-line typescript/require-await -- as a file is read
async function* lines(of: readonly string[]): AsyncGenerator<string> {
  yield* of;
}
const read = (change: Head = {}, of: readonly string[] = entries, others: OtherGames | null = null) =>
  readLogPart(lines([JSON.stringify({ ...head, ...change }), ...of]), others);
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
const otherFile = (game: string, span: { first: number; last: number }) => [
  JSON.stringify(span),
  `{"type":"opened","gameId":"${game}-202601010001"}`,
];
async function othersOf(...files: string[][]): Promise<OtherGames> {
  const others = new OtherGames();
  for (const file of files) await others.add(lines(file));
  return others;
}

it('tells a hidden leaf that no file shows only where the files of both other games cover it', async () => {
  const hiding = entries.with(4, `"${hashOf}="`);
  const whole = { first: 0, last: 7 };
  const three = otherFile('sapreThree', whole);
  const shownBy = async (...files: string[][]) => (await read({}, hiding, await othersOf(...files))).shownBy;
  expect(await shownBy(otherFile('sapreOne', whole), three)).toEqual({ 'another game': 0, none: 1, unknown: 0 });
  // Nor does it help that the file of another game shows it, where it is of this one.
  const [own] = otherFile('sapreHalf', whole).slice(1) as [string];
  const hash = createHash('sha256').update('\0').update(own).digest('base64');
  const others = await othersOf([...otherFile('sapreOne', whole), own], three);
  expect((await read({}, entries.with(4, `"${hash}"`), others)).shownBy).toMatchObject({ none: 1 });
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
});
