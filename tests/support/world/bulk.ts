import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { inTransaction, rawQuery } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { actorOf } from '../../../server/domain/accounts/sessions/authenticate.ts';
import type { AdminRole } from '../../../server/domain/ground/actors/adminRoles.ts';
import { recordAudit } from '../../../server/domain/audit/recordAudit.ts';
import type { SignedInActor } from '../../../server/domain/ground/actors/liveTokens.ts';
import type { TestDomain } from '../domain.ts';

/** Players with money in their wallets, created in bulk; their user ids. */
export async function givenPlayers(
  { owner }: Pick<TestDomain, 'owner'>,
  count: number,
  { rupees = 1_000 }: { rupees?: number } = {},
): Promise<bigint[]> {
  const rows = await rawQuery<{ id: bigint }>(
    owner,
    sql`with made as (
          insert into users (uid, email, name, avatar, user_type, password_hash, created_at)
          select uid, uid || '@example.test', 'Pia ' || uid, 'lotus', 'player', 'none', now()
            from (select (10000000 + n + coalesce((select max(id) from users), 0))::text as uid
                    from generate_series(1, ${count}::int) n) numbered
          returning id),
        accounts as (
          insert into ledger_accounts (kind, player_id, balance)
          select kind::ledger_account_kind, id, 0 from made, unnest(array['player_available', 'player_held']) kind)
        select id from made order by id`,
  );
  await owner.execute(sql`
    insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select cash.id, a.id, ${BigInt(rupees) * 100n}::bigint, 'contest_result', -a.player_id, now()
      from ledger_accounts a, ledger_accounts cash
     where cash.kind = 'cash' and a.kind = 'player_available' and a.balance = 0 and a.player_id >= ${rows[0]?.id ?? 0n}`);
  return rows.map(({ id }) => id);
}

/** A user of this kind in the database, who can't sign in, an admin as owner; the actor of their requests. */
export async function givenActor<Kind extends 'player' | 'admin'>(
  { services, as }: TestDomain,
  kind: Kind,
  name = kind === 'admin' ? 'Asha Admin' : 'Pia Player',
): Promise<Extract<SignedInActor, { kind: Kind }>> {
  const roles: AdminRole[] = kind === 'admin' ? ['OWNER'] : [];
  const uid = String(randomInt(10_000_000, 99_999_999));
  const userId = await inTransaction(services.db, async (tx) => {
    const system = as({ kind: 'system' });
    const [user] = await tx
      .insert(users)
      .values({
        uid,
        email: `${uid}@example.test`,
        name,
        avatar: 'lotus',
        userType: kind,
        roles,
        passwordHash: 'none',
        createdAt: system.now,
      })
      .returning();
    if (!user) throw new Error('the user was not written');
    if (kind === 'admin') {
      await recordAudit(tx, system, { action: 'admin:register', subjectType: 'user', subject: uid, after: { name } });
    }
    return user.id;
  });
  return actorOf({ kind, userId, roles, sessionId: 1n }) as Extract<SignedInActor, { kind: Kind }>;
}
