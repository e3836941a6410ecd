/** The rows in the order of the requested ids, null where there is none: the result of a batching loader. */
export function inOrderOf<Row extends { id: bigint }>(ids: readonly bigint[], rows: readonly Row[]): (Row | null)[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}
