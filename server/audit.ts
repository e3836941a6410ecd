import { runCommand } from './commandLine.ts';
import { auditBooks } from './domain/audit/auditBooks.ts';
import { contextFor } from './domain/context.ts';

/**
 * `npm run audit`: recomputes every balance and everything else the books say from the transfers and bets, and the audit
 * log's chain. Prints what differs; ends with status 1 if anything does. May run beside a server.
 */
await runCommand(async (services) => {
  const results = await auditBooks(contextFor(services, { kind: 'system' }));
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
  return broken === 0 ? 0 : 1;
});
