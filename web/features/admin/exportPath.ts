export type ExportName = 'transactions' | 'bets' | 'contests' | 'audit';

/** Where a table is fetched as CSV, from one instant on and before another; open where one is null. */
export function exportPath(name: ExportName, range: { readonly from: string | null; readonly to: string | null }) {
  const query = new URLSearchParams();
  if (range.from) query.set('from', range.from);
  if (range.to) query.set('to', range.to);
  const asked = query.toString();
  return `/exports/${name}.csv${asked && `?${asked}`}`;
}
