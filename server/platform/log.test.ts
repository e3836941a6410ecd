import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLog, errorAsLogged } from './log.ts';

test('an error is logged with its cause and the words of the database, without what people sent', () => {
  const refused = Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'users_email_unique',
    client: {},
  });
  const logged = errorAsLogged(
    new DrizzleQueryError('insert into users', ['asha@example.com\n    secret', '\n    at $& of@us.example'], refused),
  );
  expect(logged).toMatchObject({
    message: 'Failed query: insert into users',
    cause: { message: 'duplicate key', code: '23505', constraint: 'users_email_unique' },
  });
  expect(JSON.stringify(logged)).not.toMatch(/asha@example\.com|secret|of@us|client/);
  expect(logged).toMatchObject({ stack: expect.stringMatching(/^Error: Failed query: insert into users\n {4}at /) });
});

test('the log limits repeated errors', () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const err = new Error('away');
  for (let count = 0; count < 10; count += 1) log.error({ err }, 'the database is away');
  expect(lines).toHaveLength(1);
});
