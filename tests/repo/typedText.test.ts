import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from '../../server/build/filesUnder.ts';

/** Read by rules of their own: names of files, emails and passwords, and what banks' files hold and take. */
const ownRules = [
  'server/domain/accounts/sessions/login.ts',
  'server/domain/accounts/users/user.ts',
  'server/domain/payouts/payoutLetters.ts',
  'server/domain/statements/importStatement.ts',
  'server/domain/statements/statementLine.ts',
  'server/domain/statements/statementText.ts',
  'server/domain/tickets/documentName.ts',
  'server/domain/ground/values/typedText.ts',
];

/** A NUL or classes of control and format characters, in a text or a regular expression. */
const characters = /\\0'|\\0\/|\\u0000|\\p\{C[cfs]?\}|\\P\{C[cfs]?\}/;
/** A bound on the characters of what was typed. */
const length = /\[\.\.\.\w+\]\.length > /;

test('what people type is read by typedText.ts', () => {
  const files = filesUnder('server/domain').filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  const others = files.filter((path) => characters.test(readFileSync(path, 'utf8')));
  expect(others.toSorted()).toEqual(ownRules.toSorted());
  const counting = files.filter((path) => length.test(readFileSync(path, 'utf8')));
  expect(counting.toSorted()).toEqual([]);
});
