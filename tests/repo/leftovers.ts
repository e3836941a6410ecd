/** What only an older release, or a client of one, needs. */
export interface Leftover {
  /** As its mark names it; of the API its coordinate in the schema. */
  readonly name: string;
  /** The file with the mark; schema.graphql for what the API has deprecated. */
  readonly file: string;
  /** The last release that has it: `1.0.0`, or `1.x` for all of a major version. */
  readonly after: string;
  readonly because: string;
}

/**
 * The one list of what goes one release after it was replaced (db/README.md#expand-and-contract). leftovers.test.ts compares it with
 * the marks in the code and with the API's deprecations, and fails once the release named here is past.
 */
export const leftovers: readonly Leftover[] = [
  {
    name: 'used_at of the last use',
    file: 'db/functions/guard_link_token.sql',
    after: '1.0.0',
    because: 'Servers of the release before write it at each download.',
  },
  {
    name: 'credit_claim',
    file: 'db/schema/wallet.ts',
    after: '1.0.0',
    because:
      'The release before writes it as it approves a deposit. Drop it with its check, index and the line in personalColumns.',
  },
  {
    name: 'real_money',
    file: 'db/schema/wallet.ts',
    after: '1.0.0',
    because: 'The release before notes real money there, and moneyMode.ts makes money_mode from it.',
  },
  {
    name: 'old_hash',
    file: 'server/domain/statements/importStatement.ts',
    after: '1.0.0',
    because: 'Lines that earlier releases imported have it: a day that is exported again would have them twice.',
  },
  {
    name: 'no kind',
    file: 'db/functions/guard_statement_line.sql',
    after: '1.0.0',
    because:
      'The release before sets lines of statements aside without a kind. Then the guard demands one of what is set aside.',
  },
  {
    name: 'unversioned',
    file: 'server/domain/wallet/remembered.ts',
    after: '1.0.0',
    because: 'Answers remembered by a release from before they had versions, kept for 7 days.',
  },
  {
    name: 'inQuery',
    file: 'web/pages/public/LoginPage.tsx',
    after: '1.0.0',
    because: 'Sign-in links that the release before has mailed.',
  },
  {
    name: 'Product.mailboxUrl',
    file: 'schema.graphql',
    after: '1.x',
    because: 'Always null; clients may still ask for it.',
  },
  ...['oldestFirst', 'search', 'status', 'transactionType'].map((argument) => ({
    name: `Admin.transactions(${argument}:)`,
    file: 'schema.graphql',
    after: '1.x',
    because: 'Clients may still send it; `filter` and `order` replace it.',
  })),
];

/** Whether the release `version` comes after the release, or the major version, `after`. */
export function isPast(version: string, after: string): boolean {
  const numbers = (text: string) => text.replace(/-.*/, '').split('.').map(Number);
  const last = numbers(after.replace('.x', ''));
  const difference = numbers(version)
    .slice(0, last.length)
    .map((number, at) => number - (last[at] ?? 0))
    .find((one) => one !== 0);
  return (difference ?? 0) > 0;
}
