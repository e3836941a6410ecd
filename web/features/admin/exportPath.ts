import type { AdminAction } from '../../gql/graphql.ts';

/** What an admin must be allowed to do to export each table. */
export const exportActions = {
  transactions: 'EXPORT_TRANSACTIONS',
  corrections: 'EXPORT_CORRECTIONS',
  bets: 'EXPORT_BETS',
  contests: 'EXPORT_CONTESTS',
  players: 'EXPORT_PLAYERS',
  ledger: 'EXPORT_LEDGER',
  audit: 'EXPORT_AUDIT',
} as const satisfies Record<string, AdminAction>;

export type ExportName = keyof typeof exportActions;

/** From one instant (inclusive) to another (exclusive); null for an open end. */
interface Range {
  readonly from: string | null;
  readonly to: string | null;
}

export type ExportFormat = 'csv' | 'xlsx';

/** URL path of a table as a file: of a range, and of what the screen's filter matches. */
export function exportPath(
  name: ExportName,
  format: ExportFormat,
  { from, to }: Range,
  filter: Readonly<Record<string, string>> = {},
) {
  const query = new URLSearchParams(filter);
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  // The one character that URLSearchParams leaves as it is and download links don't take.
  const queryString = query.toString().replaceAll('*', '%2A');
  return `/exports/${name}.${format}${queryString && `?${queryString}`}`;
}
