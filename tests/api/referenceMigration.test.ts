import { expect, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { committedRelease, migrate } from '../../db/migrate.ts';
import { createTestDatabase } from '../support/database.ts';
import { runStatement } from '../support/postgres.ts';

const release = committedRelease();
const at = release.migrations.findIndex(({ tag }) => tag.endsWith('payment_keys_and_policy'));

test('an upgrade gives deposits their keys, payouts theirs, and marks what clashes', async () => {
  const host = await createTestDatabase();
  const address = { ...host.address, database: `${host.address.database}_before` };
  await runStatement(host.address, `create database ${address.database}`);
  const before = { migrations: release.migrations.slice(0, at), functions: { version: 1, functions: [] } };
  await migrate(address, { release: before });
  const { pool, close } = openDatabase(address);
  await pool.query(`
    insert into users (uid, email, name, avatar, user_type, roles, password_hash, created_at) values
      ('10000001', 'a@example.com', 'Asha', 'lotus', 'player', '{}', 'x', '2026-01-01'),
      ('10000002', 'o@example.com', 'Olga', 'lotus', 'admin', '{OWNER}', 'x', '2026-01-01'),
      ('10000003', 'b@example.com', 'Bela', 'lotus', 'player', '{}', 'x', '2026-01-01');
    insert into payees (channel, upi_id, created_at, activated_at) values ('upi', 'pay@bank', now(), now());
    insert into money_mode (mode, since) values ('real', '2026-01-01');
    insert into wallet_transactions (player_id, transaction_type, channel, status, amount, reference, payee_id, decided_by, decided_at, created_at, updated_at)
      select p.id, 'credit', 'upi', r.status::transaction_status, 100, r.reference, payees.id,
             case when r.status <> 'pending' then admin.id end, case when r.status <> 'pending' then now() end, now(), now()
        from (values (1, '10000001', 'UTR412345678901', 'success'), (2, '10000003', '0412345678901', 'success'),
                     (3, '10000003', '412345678901', 'failed'), (4, '10000001', 'UTR300', 'pending'),
                     (5, '10000003', '00001234', 'pending'), (6, '10000001', 'NEFT', 'pending')) r (place, uid, reference, status)
        join users p on p.uid = r.uid join users admin on admin.uid = '10000002' cross join payees order by place;
    insert into wallet_transactions (player_id, transaction_type, channel, status, amount, upi_id, payout_reference, payout_claim, decided_by, decided_at, created_at, updated_at)
      select p.id, 'debit', 'upi', 'success', 100, 'asha@bank', r.reference, r.reference, admin.id, now(), now(), now()
        from (values (1, 'UTR512345678901'), (2, '512345678901')) r (place, reference)
        join users p on p.uid = '10000001' join users admin on admin.uid = '10000002' order by place;`);
  await migrate(address);
  const keys = await pool.query<{ keys: unknown[] }>(
    `select array_agg(array[coalesce(reference_key, '-'), coalesce(payout_claim, '-'), reference_scope::text, key_clashes::text] order by id) as keys
       from wallet_transactions`,
  );
  expect(keys.rows[0]?.keys).toEqual([
    ['412345678901', '-', '0', 'false'],
    ['412345678901', '-', '0', 'true'],
    ['412345678901', '-', '0', 'false'],
    ['UTR300', '-', '0', 'false'],
    ['00001234', '-', '0', 'false'],
    ['NEFT', '-', '0', 'false'],
    ['-', '512345678901', '0', 'false'],
    ['-', '-', '0', 'false'],
  ]);
  const computed = await pool.query(
    'select from wallet_transactions where reference_key is not null and reference_key <> reference_key(reference)',
  );
  expect(computed.rowCount).toBe(0);
  const owners = await pool.query<{ since: string }>(
    `select uid, owner_since = created_at as since from users where owner_since is not null`,
  );
  expect(owners.rows).toEqual([{ uid: '10000002', since: true }]);
  await close();
  await runStatement(host.address, `drop database ${address.database} with (force)`);
  await host.close();
});
