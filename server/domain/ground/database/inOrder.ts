/** The rows in the order of the requested ids, null where there is none: the result of a batching loader. */
export function inOrderOf<Row extends { id: bigint }>(ids: readonly bigint[], rows: readonly Row[]): (Row | null)[] {
  return inOrderBy(ids, rows, ({ id }) => id);
}

/** The same for rows with another key; `rows` may have null in place of some. */
export function inOrderBy<Key, Row>(
  keys: readonly Key[],
  rows: readonly (Row | null)[],
  keyOf: (row: Row) => Key,
): (Row | null)[] {
  const byKey = new Map<Key, Row>();
  for (const row of rows) if (row !== null) byKey.set(keyOf(row), row);
  return keys.map((key) => byKey.get(key) ?? null);
}
