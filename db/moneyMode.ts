import type pg from 'pg';
import { type DatabaseAddress, withConnection } from './client.ts';
import { limitsFor } from './limits.ts';

/** What a database holds: `play` money without value, or `real` money. */
export type MoneyMode = 'play' | 'real';

/** The database holds the other kind of money than the one that it is to be used with. The message is for the operator. */
export class MoneyModeError extends Error {
  override readonly name = 'MoneyModeError';

  constructor(holds: MoneyMode) {
    super(
      holds === 'real'
        ? 'MONEY_MODE: this database holds real money, for ever. Set MONEY_MODE=real, with all that belongs to it, or name another database.'
        : 'MONEY_MODE: this database holds play money, which would be paid out as real money. Set MONEY_MODE=play or name another ' +
            'database. To end play money in this one for good, stop all servers and run npm run go-live.',
    );
  }
}

/**
 * What the database holds, also before it is brought to this release: one from before the mark is real where a server has noted
 * real money, and play where there are players. Null where nothing has been started on it yet.
 */
export async function storedMoneyMode(client: pg.ClientBase): Promise<MoneyMode | null> {
  const { rows: tables } = await client.query<{ mark: boolean; noted: boolean; users: boolean }>(
    `select to_regclass('public.money_mode') is not null as mark, to_regclass('public.real_money') is not null as noted,
            to_regclass('public.users') is not null as users`,
  );
  const { mark = false, noted = false, users = false } = tables[0] ?? {};
  const read = async (condition: boolean, text: string) =>
    condition ? (await client.query<{ mode: MoneyMode }>(text)).rows[0]?.mode : undefined;
  return (
    (await read(mark, 'select mode from money_mode')) ??
    (await read(noted, `select 'real' as mode from real_money`)) ??
    (await read(users, `select 'play' as mode from users where user_type = 'player' limit 1`)) ??
    null
  );
}

/** Throws MoneyModeError where the database holds the other kind of money. Changes nothing. */
export async function refuseOtherMode(client: pg.ClientBase, mode: MoneyMode): Promise<void> {
  const stored = await storedMoneyMode(client);
  if (stored !== null && stored !== mode) throw new MoneyModeError(stored);
}

/** The same, on a connection of its own. */
export async function refuseOtherModeAt(address: DatabaseAddress, mode: MoneyMode): Promise<void> {
  await withConnection(address, limitsFor('command'), (client) => refuseOtherMode(client, mode));
}

/**
 * Binds a database of this release to `mode` at its first start, for ever, as its owner. Any number of servers may do so at
 * once. Throws MoneyModeError where it is bound to the other one.
 */
export async function bindMoneyMode(client: pg.ClientBase, mode: MoneyMode): Promise<void> {
  await client.query(
    `insert into money_mode (mode, since) values ($1, coalesce((select since from real_money), db_now(), clock_timestamp())) on conflict do nothing`,
    [(await storedMoneyMode(client)) ?? mode],
  );
  await refuseOtherMode(client, mode);
}
