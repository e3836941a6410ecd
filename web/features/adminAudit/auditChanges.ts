/** A field that an action has set: its previous and new value as text; null where there was or is none. */
export interface AuditChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Compares the JSON of the previous and the new state, field by field; unchanged fields come last. */
export function auditChanges(before: string | null, after: string | null): readonly AuditChange[] {
  const was = entriesIn(before);
  const is = entriesIn(after);
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, before: was.get(name) ?? null, after: is.get(name) ?? null }))
    .filter((change) => change.before !== null || change.after !== null);
  return [...changes.filter((change) => !isSame(change)), ...changes.filter(isSame)];
}

export function isSame({ before, after }: AuditChange): boolean {
  return before === after;
}

function entriesIn(json: string | null): Map<string, string> {
  if (json === null) return new Map();
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) return new Map([['', textOf(value)]]);
  return new Map(
    Object.entries(value)
      .filter(([, thing]) => thing !== null)
      .map(([name, thing]) => [name, textOf(thing)]),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
