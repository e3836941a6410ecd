/** One thing that an action has set: what it was and what it is since, as text; null where there was or is nothing. */
export interface AuditChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Reads the JSON of what was and what is since, thing by thing; what the action left alone comes last. */
export function auditChanges(before: string | null, after: string | null): readonly AuditChange[] {
  const was = thingsIn(before);
  const is = thingsIn(after);
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, before: was.get(name) ?? null, after: is.get(name) ?? null }))
    .filter((change) => change.before !== null || change.after !== null);
  return [...changes.filter((change) => !isSame(change)), ...changes.filter(isSame)];
}

export function isSame({ before, after }: AuditChange): boolean {
  return before === after;
}

function thingsIn(json: string | null): Map<string, string> {
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
