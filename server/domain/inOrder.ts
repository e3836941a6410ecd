/** The rows in the order of the ids they were asked by, null where there is none: what a batching loader hands on. */
export function inOrderOf<Row extends { id: bigint }>(ids: readonly bigint[], rows: readonly Row[]): (Row | null)[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}
