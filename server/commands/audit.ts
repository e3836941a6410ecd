import { monthsIn } from '../../db/backup/monthFiles.ts';
import { commandArguments, refuseArguments } from './commandArguments.ts';
import { runCommand } from './runCommand.ts';
import { auditByHand } from '../domain/audit/nightlyAudit.ts';
import { type AuditMark, markText, parseMark } from '../domain/audit/head.ts';
import { reportAuditHead } from '../domain/accounts/mails/reportAuditHead.ts';
import { contextFor } from '../domain/ground/verbs/context.ts';

const USAGE = `npm run audit -- [--since ID:HASH] [--archives DIR]
  Recomputes every balance and all other derived values from the transfers and bets, and verifies the audit log's chain.
  Prints differences, and ends with status 1 where there are any. Prints the head of the audit log and, where SMTP_URL
  is set, mails it to the admins. Runs beside a server.
  --since     also fails when this row of the audit log no longer exists
  --archives  also reads the months in this folder that npm run archive:month has written, one folder each`;

const { since, archiveFolder } = readArguments();

await runCommand(async (services) => {
  const ctx = contextFor(services, { kind: 'system' });
  const results = await auditByHand(ctx, since, archiveFolder === undefined ? [] : monthsIn(archiveFolder));
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
function readArguments(): { since: AuditMark | undefined; archiveFolder: string | undefined } {
  const { values, positionals } = commandArguments(USAGE, {
    options: { since: { type: 'string' }, archives: { type: 'string' } },
    more: 1,
  });
  const given = [values.since, ...positionals].filter((text) => text !== undefined);
  if (given.length > 1) refuseArguments(USAGE, 'The audit takes one row: --since id:hash.');
  const text = given[0] ?? process.env['npm_config_since'];
  return {
    since: text === undefined ? undefined : markOf(text),
    archiveFolder: values.archives ?? process.env['npm_config_archives'],
  };
}

function markOf(text: string): AuditMark {
  try {
    return parseMark(text);
  } catch (error) {
    return refuseArguments(USAGE, `${(error as Error).message}.`);
  }
}
