import { parseArgs } from 'node:util';
import { type ArchivedMonth, monthsIn } from '../../db/backup/monthFiles.ts';
import { runCommand } from './runCommand.ts';
import { auditBooks } from '../domain/audit/auditBooks.ts';
import { type AuditMark, markText, parseMark } from '../domain/audit/head.ts';
import { reportAuditHead } from '../domain/accounts/reportAuditHead.ts';
import { contextFor } from '../domain/context.ts';

/**
 * `npm run audit`: recomputes every balance and all other derived values from the transfers and bets, and verifies the
 * audit log's chain. Prints differences; exits with status 1 if there are any. Prints the head of the audit log and,
 * where SMTP is set, queues it to the admins. `--since id:hash` also fails when that row of the audit log no longer
 * exists. `--archives DIR` also reads the months in this folder that `npm run archive:month` has written, one folder each. May run
 * beside a server.
 */
await runCommand(async (services) => {
  const { since, archives } = readArguments();
  const ctx = contextFor(services, { kind: 'system' });
  const results = await auditBooks(ctx, since, archives);
  for (const { name, faultCount, faults } of results) {
    console.log(`${faultCount === 0 ? 'ok    ' : 'WRONG '} ${name}`);
    for (const fault of faults) console.log(`         ${fault}`);
    if (faultCount > faults.length) console.log(`         and ${faultCount - faults.length} more`);
  }
  const broken = results.filter(({ faultCount }) => faultCount > 0).length;
  console.log(
    broken === 0
      ? 'The books are in order.'
      : `The books are NOT in order: ${broken} of ${results.length} checks failed.`,
  );
  const head = await reportAuditHead(ctx, 'always');
  console.log(`Head of the audit log: ${markText(head)} (${head.count} rows)`);
  return broken === 0 ? 0 : 1;
});

/**
 * The mark after `--since`, the months after `--archives`. npm keeps an option before `--` for itself: of `--since x` it passes
 * on only x, and of `--since=x` only an environment variable. Those are accepted too, because otherwise the check would
 * silently be skipped.
 */
function readArguments(): { since: AuditMark | undefined; archives: ArchivedMonth[] } {
  const { values, positionals } = parseArgs({
    options: { since: { type: 'string' }, archives: { type: 'string' } },
    allowPositionals: true,
  });
  const given = [values.since, ...positionals].filter((text) => text !== undefined);
  if (given.length > 1) throw new Error('audit takes one row: --since id:hash');
  const text = given[0] ?? process.env['npm_config_since'];
  const folder = values.archives ?? process.env['npm_config_archives'];
  return {
    since: text === undefined ? undefined : parseMark(text),
    archives: folder === undefined ? [] : monthsIn(folder),
  };
}
