import type { DatabaseAddress } from '../../../db/client.ts';
import { connect, rowsOf } from './database.ts';
import type { Finding } from './finding.ts';

/**
 * Stores what was found, for the list of the first day, in place of what was found before. Does nothing where the database takes no
 * writes or is of an older release.
 */
export async function keepFindings(owner: DatabaseAddress, findings: readonly Finding[]): Promise<void> {
  const client = await connect(owner);
  try {
    const [state] = await rowsOf<{ keeps: boolean }>(
      client,
      `select current_setting('transaction_read_only') = 'off' and to_regclass('doctor_runs') is not null as keeps`,
    );
    if (!state?.keeps) return;
    await client.query(
      `insert into doctor_runs (id, ran_at, findings) values (1, clock_timestamp(), $1)
       on conflict (id) do update set ran_at = excluded.ran_at, findings = excluded.findings`,
      [JSON.stringify(findings.map(({ level, what, todo }) => ({ level, what, todo })))],
    );
  } finally {
    await client.end();
  }
}
