import type { Database } from '../../db/client.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { bookChecks } from '../../server/domain/audit/bookChecks.ts';
import type { ServerAddress } from './postgres.ts';

const CHAIN = 'the audit log is whole: every row linked to the one before';

interface AuditedDatabase extends Pick<Database, 'db'> {
  readonly address: ServerAddress;
}

/** Names of all checks. */
export const everyCheck: readonly string[] = [...bookChecks.map(({ name }) => name), CHAIN];

/** Checks that tests have broken on purpose, by the database's name. */
const broken = new Map<string, Set<string>>();

/**
 * For tests that write past the rules: from here on these checks of the audit may fail in their database, which is audited
 * when it is closed. Throws for a name that no check has.
 */
export function leaveBroken({ address }: { address: ServerAddress }, ...checks: readonly string[]): void {
  const unknown = checks.filter((name) => !everyCheck.includes(name));
  if (unknown.length > 0) throw new Error(`no check of the books is called ${unknown.join(', ')}`);
  broken.set(address.database, new Set([...(broken.get(address.database) ?? []), ...checks]));
}

/** Audits the books of a test's database. Throws with what is wrong, apart from what was broken on purpose. */
export async function requireBooksInOrder({ address, db }: AuditedDatabase): Promise<void> {
  const allowed = broken.get(address.database);
  broken.delete(address.database);
  const results = await auditBooks({ db, actor: { kind: 'system' } });
  const wrong = results.filter(({ name, faultCount }) => faultCount > 0 && !allowed?.has(name));
  if (wrong.length === 0) return;
  const lines = wrong.map(({ name, faults }) => [name, ...faults.slice(0, 5)].join('\n    '));
  throw new Error(
    `The test leaves books that are not in order (leaveBroken names what it breaks on purpose):\n  ${lines.join('\n  ')}`,
  );
}
