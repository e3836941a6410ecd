import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatRupees } from '../ground/values/money.ts';
import type { CsvMapping } from './csvMapping.ts';
import { previewFile, readFile } from './statementFile.ts';

const FOLDER = 'tests/statements';

/** Day, side, amount in rupees, reference, and a word of the text. */
type Line = [string, string, string, (string | null)?, string?];

/** What is right for a made-up file in the shape of a real bank's. */
interface Expected {
  /** All payments. A reference `=7` is the line's own, `7` stands in it or in its text, `*` is any; null: it has none. */
  lines?: Line[];
  leftOut?: number;
  /** It has to be refused, or asked about. */
  problem?: true;
  /** What is right once the admin has chosen these columns. */
  then?: Partial<CsvMapping>;
  /** The number of the account whose part is taken. */
  account?: string;
}

const examples = Object.entries(
  JSON.parse(readFileSync(`${FOLDER}/expected.json`, 'utf8')) as Record<string, Expected>,
);
const none = { time: null, reference: null, amount: null, side: null, credit: null, debit: null, balance: null };

function preview(name: string, { account, then }: Expected) {
  const content = readFileSync(`${FOLDER}/${name}`).toString('base64');
  const options = { content, account: account ?? null, answers: {} };
  const shown = previewFile({ ...options, mapping: null, remembered: null, headingRow: null });
  return { shown, options: { ...options, mapping: then ? ({ ...none, ...then } as CsvMapping) : shown.mapping } };
}

const bare = (text: string | null | undefined) => text?.replace(/^0+/, '') ?? null;

test.each(examples.filter(([, { problem }]) => !problem))('%s is read as a person reads it', (name, expected) => {
  const { shown, options } = preview(name, expected);
  expect(shown).toMatchObject({ problem: null, questions: [] });
  const { questions, leftOut, linesJson } = readFile(options);
  expect(questions).toEqual([]);
  expect(leftOut.length).toBeGreaterThanOrEqual(expected.leftOut ?? 0);
  const lines = JSON.parse(linesJson) as {
    day: string;
    direction: string;
    amount: string;
    reference: string | null;
    description: string;
    tokens: string[];
  }[];
  expect(
    lines.map(({ day, direction, amount }) => [day, direction.toUpperCase(), formatRupees(BigInt(amount))]),
  ).toEqual(expected.lines?.map(([day, side, amount]) => [day, side, amount]));
  for (const [at, [, , , reference = '*', word = '']] of (expected.lines ?? []).entries()) {
    const line = lines[at];
    expect(line?.description).toContain(word);
    if (reference === null) expect(line?.reference).toBeNull();
    else if (reference.startsWith('=')) expect(bare(line?.reference)).toBe(reference.slice(1));
    else if (reference !== '*') {
      expect([bare(line?.reference), ...(line?.description.split(/\W+/).map(bare) ?? [])]).toContain(reference);
      expect(line?.tokens).toContain(reference);
    }
  }
});

test.each(examples.filter(([, { problem }]) => problem))('%s is refused, or asks', (name, expected) => {
  const { shown, options } = preview(name, expected);
  expect(shown.problem ?? shown.questions[0]?.text).toEqual(expect.stringMatching(/\w/));
  expect(readFile(options).questions).not.toEqual([]);
});
