import { auditBooks } from '../../../server/domain/audit/auditBooks.ts';
import type { TestDatabase } from '../../support/database.ts';
import { openDomain } from '../../support/domain.ts';

/** The transfers of a player's accounts in the model's format. */
export async function ledgerOf({ pool }: TestDatabase, uid: string): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select distinct t.id, t.kind || ' ' || t.amount as line
       from transfers t
       join ledger_accounts a on a.id in (t.debit_account_id, t.credit_account_id)
       join users u on u.id = a.player_id
      where u.uid = $1`,
    [uid],
  );
  return rows.map(({ line }) => line).toSorted();
}

/**
 * Every fault of the books: balances against a replay of the transfers, the sum of all accounts, and the audit's own
 * checks.
 */
export async function faultsOfBooks(database: TestDatabase): Promise<string[]> {
  const { rows } = await database.pool.query<{ fault: string }>(
    `with sides as (
       select credit_account_id as id, amount from transfers union all select debit_account_id, -amount from transfers),
     replayed as (select id, sum(amount) as total from sides group by id),
     totals as (
       select a.id, a.balance, coalesce(r.total, 0) as total from ledger_accounts a left join replayed r on r.id = a.id)
     select format('account %s: %s stored, %s replayed', id, balance, total) as fault from totals where balance <> total
     union all
     select format('all accounts together: %s', sum(coalesce(balance, total))) from totals
     having sum(coalesce(balance, total)) <> 0`,
  );
  const domain = openDomain(database);
  const checks = await auditBooks(domain.as({ kind: 'system' }));
  return [
    ...rows.map(({ fault }) => fault),
    ...checks.flatMap(({ name, faultCount, faults }) => (faultCount === 0 ? [] : [`${name}: ${faults.join('; ')}`])),
  ];
}
