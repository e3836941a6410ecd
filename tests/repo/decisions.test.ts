import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = '.github/decisions';
const records = readdirSync(FOLDER);
const DATED =
  /^# (\d{3}) .+\n\n\*\*Date\.\*\* \d{4}-\d{2}-\d{2}(, changed \d{4}-\d{2}-\d{2})?\. \*\*Status\.\*\* (accepted|superseded by \[\d{3}\]\(.+\))( until .+)?\.\n/;

test.each(records)('%s begins with its number, date and status', (name) => {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
  expect(text).toMatch(DATED);
  expect(DATED.exec(text)?.[1]).toBe(name.slice(0, 3));
});

test('actions of workflows are pinned by the hash of a commit', () => {
  const loose = readdirSync('.github/workflows').flatMap((name) =>
    [...readFileSync(`.github/workflows/${name}`, 'utf8').matchAll(/uses: (.+)/g)]
      .map(([, used = '']) => used)
      .filter((used) => !/^[\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(used)),
  );
  expect(loose).toEqual([]);
});
