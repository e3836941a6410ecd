import type pg from 'pg';

/** The database did not answer within the connection's deadline. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * Cuts `connection` when a statement on it has had no answer for `answerMs` (0: never): a dead connection gives no error
 * by itself, and one whose answer is still to come is of no use to the next statement. What waits on it fails with
 * NoAnswerError. One timer per connection, none per statement: up to a quarter of `answerMs` late. `onLate` runs before.
 */
export function cutWhenLate(connection: pg.Client, answerMs: number, onLate: () => void = () => {}): void {
  if (answerMs === 0) return;
  let askedAt: number | undefined;
  const query = connection.query;
  connection.query = new Proxy(query, {
    apply(target, _self, parameters: Parameters<typeof query>): unknown {
      // A later statement must not renew the wait for an earlier one.
      askedAt ??= performance.now();
      // oxlint-disable-next-line typescript/no-misused-promises -- only the last of query's overloads returns nothing
      return Reflect.apply(target, connection, parameters);
    },
  });
  connection.on('drain', () => (askedAt = undefined));
  // After the client's own listener, which emits `drain` where no statement is left: the next one's wait begins.
  connection.connection.on('readyForQuery', () => {
    if (askedAt !== undefined) askedAt = performance.now();
  });
  const watch = setInterval(() => {
    if (askedAt === undefined || performance.now() - askedAt < answerMs) return;
    onLate();
    cut(connection, new NoAnswerError(`the database gave no answer within ${answerMs} ms`));
  }, answerMs / 4);
  watch.unref();
  connection.on('end', () => clearInterval(watch));
}

/** Ends a connection at once, without the protocol's good-bye, which a dead one would never finish. Statements on it fail with `reason`. */
export function cut(connection: pg.Client, reason: Error): void {
  connection.connection.stream.destroy(reason);
}

/** Ends a connection in order, or cuts it after `ms`: a dead one would never finish its good-bye. */
export async function endWithin(connection: pg.Client, ms: number): Promise<void> {
  const late = setTimeout(() => cut(connection, new NoAnswerError('the connection did not end in time')), ms);
  await connection.end().catch(() => {});
  clearTimeout(late);
}
