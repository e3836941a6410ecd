export type ExportName = 'transactions' | 'bets' | 'contests' | 'audit';

/** URL path of a table as CSV, from one instant (inclusive) to another (exclusive); null for an open end. */
export function exportPath(name: ExportName, range: { readonly from: string | null; readonly to: string | null }) {
  const query = new URLSearchParams();
  if (range.from) query.set('from', range.from);
  if (range.to) query.set('to', range.to);
  const queryString = query.toString();
  return `/exports/${name}.csv${queryString && `?${queryString}`}`;
}
