import { auditByHand } from '../domain/audit/nightlyAudit.ts';
import { contextFor, type Services } from '../domain/ground/verbs/context.ts';

/** Audits the books, stores the result, and prints what is wrong with them. Returns whether they are in order. */
export async function printAudit(services: Services, print: (line: string) => void): Promise<boolean> {
  const results = await auditByHand(contextFor(services, { kind: 'system' }));
  const wrong = results.filter(({ faultCount }) => faultCount > 0);
  for (const { name, faults } of wrong) {
    print(`WRONG  ${name}`);
    for (const fault of faults) print(`         ${fault}`);
  }
  print(
    wrong.length === 0
      ? 'The books are in order.'
      : `The books are NOT in order: ${wrong.length} of ${results.length} checks failed.`,
  );
  return wrong.length === 0;
}
