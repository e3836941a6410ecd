import { describe, expect, it } from 'vitest';
import { connectionBudget, limitsFor, sessionSettings } from './limits.ts';

describe('the budget of connections', () => {
  it.each([1, 2, 4, 8, 64])('is 26 in all with %i cores, and leaves the API enough', (cores) => {
    const budget = connectionBudget(cores);
    expect(Object.values(budget).reduce((sum, connections) => sum + connections, 0)).toBe(26);
    expect(budget.api).toBeGreaterThanOrEqual(8);
    expect(budget.lanes).toBeGreaterThanOrEqual(2);
  });
});

describe('the deadlines', () => {
  it.each(['api', 'clock', 'lane', 'waitingBet', 'roundHold', 'listener', 'background'] as const)(
    'of %s end a statement on the server first, and leave locks to a server that vanished for less than 5 s',
    (purpose) => {
      const { statementMs, answerMs, lockMs, idleInTransactionMs, connectMs } = limitsFor(purpose);
      expect(Math.min(statementMs, answerMs, lockMs, connectMs)).toBeGreaterThan(0);
      expect(statementMs).toBeLessThanOrEqual(answerMs);
      expect(idleInTransactionMs).toBeLessThan(5_000);
    },
  );

  it('are scaled together', () => {
    expect(limitsFor('lane', 0.1)).toMatchObject({ connectMs: 300, answerMs: 500, transactionMs: 0 });
  });

  it('of the server’s system end connections whose data is not acknowledged for 10 s', () => {
    // A Unix socket, as of the tests' database, has no such setting.
    expect(sessionSettings(limitsFor('lane')).split(';')).toContain('set tcp_user_timeout = 10000');
  });
});
