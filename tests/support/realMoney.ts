import type { TestDatabase } from './database.ts';
import { tamper } from './tamper.ts';

/** Makes a test's database one of real money, or of play money again, past every rule. */
export async function setMoneyMode(database: TestDatabase, mode: 'play' | 'real'): Promise<void> {
  await tamper(
    database,
    `insert into money_mode (mode, since) values ('${mode}', now()) on conflict (id) do update set mode = excluded.mode`,
  );
}
