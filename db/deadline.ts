import type pg from 'pg';

/** The database did not answer within the connection's deadline. */
export class AnswerTimeoutError extends Error {
  override readonly name = 'AnswerTimeoutError';
}

/**
 * Destroys `connection` when a statement on it has had no answer for `answerMs` (0: never). A dead connection raises no
 * error by itself, and one whose answer is still outstanding can't be used for the next statement. Pending statements
 * fail with AnswerTimeoutError. There is one timer per connection, not per statement, so the check is up to a quarter
 * of `answerMs` late. `onLate` is called first.
 */
export function limitAnswerTime(connection: pg.Client, answerMs: number, onLate: () => void = () => {}): void {
  if (answerMs === 0) return;
  let sentAt: number | undefined;
  const query = connection.query;
  connection.query = new Proxy(query, {
    apply(target, _self, parameters: Parameters<typeof query>): unknown {
      // A later statement must not restart the timeout of an earlier one.
      sentAt ??= performance.now();
      // oxlint-disable-next-line typescript/no-misused-promises -- only the last of query's overloads returns nothing
      return Reflect.apply(target, connection, parameters);
    },
  });
  connection.on('drain', () => (sentAt = undefined));
  // Runs after the client's own listener, which emits `drain` when no statement is pending. Otherwise the next
  // statement's timeout starts.
  connection.connection.on('readyForQuery', () => {
    if (sentAt !== undefined) sentAt = performance.now();
  });
  const watch = setInterval(() => {
    if (sentAt === undefined || performance.now() - sentAt < answerMs) return;
    onLate();
    destroyConnection(connection, new AnswerTimeoutError(`the database gave no answer within ${answerMs} ms`));
  }, answerMs / 4);
  watch.unref();
  connection.on('end', () => clearInterval(watch));
}

/**
 * Closes a connection at once, without the protocol's termination message, which a dead connection would never send.
 * Statements on it fail with `reason`.
 */
export function destroyConnection(connection: pg.Client, reason: Error): void {
  connection.connection.stream.destroy(reason);
}

/** Closes a connection in order, or destroys it after `ms`, because a dead connection would never finish closing. */
export async function endWithin(connection: pg.Client, ms: number): Promise<void> {
  const late = setTimeout(
    () => destroyConnection(connection, new AnswerTimeoutError('the connection did not end in time')),
    ms,
  );
  await connection.end().catch(() => {});
  clearTimeout(late);
}
