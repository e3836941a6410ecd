import { formatRupees } from '../ground/values/money.ts';
import { auditFacts, type FactKind } from './facts.ts';

/** A fact that an action has set: its previous and its new value as text; null where there was or is none. */
export interface AuditChange {
  /** One of `auditFacts`, or a name that an older release wrote. */
  readonly fact: string;
  /** How both texts are to be read. */
  readonly kind: FactKind;
  readonly before: string | null;
  readonly after: string | null;
}

interface ReadValue {
  readonly kind: FactKind;
  readonly text: string;
}

/**
 * The changes in a row of the audit log, from its JSON before and after, with money as decimal rupees: changed facts
 * first, then unchanged ones. A value that does not fit the kind of its fact (an older release wrote it) is text.
 */
export function auditChanges(row: { readonly before: string | null; readonly after: string | null }): AuditChange[] {
  const before = valuesIn(row.before);
  const after = valuesIn(row.after);
  const changes = [...new Set([...before.keys(), ...after.keys()])].map((fact) =>
    changeOf(fact, before.get(fact), after.get(fact)),
  );
  const isSame = (change: AuditChange) => change.before === change.after;
  return [...changes.filter((change) => !isSame(change)), ...changes.filter(isSame)];
}

function changeOf(fact: string, before: unknown, after: unknown): AuditChange {
  const was = before === undefined ? null : readValue(fact, before);
  const is = after === undefined ? null : readValue(fact, after);
  if (was && is && was.kind !== is.kind) {
    return { fact, kind: 'text', before: plainText(before), after: plainText(after) };
  }
  return { fact, kind: (is ?? was)?.kind ?? 'text', before: was?.text ?? null, after: is?.text ?? null };
}

function readValue(fact: string, value: unknown): ReadValue {
  const text = plainText(value);
  const stored = Object.hasOwn(auditFacts, fact) ? auditFacts[fact as keyof typeof auditFacts] : 'text';
  switch (stored) {
    case 'rupees':
      return { kind: /^-?\d{1,16}\.\d\d$/.test(text) ? 'money' : 'text', text };
    case 'paise':
      return /^-?\d{1,18}$/.test(text) ? { kind: 'money', text: formatRupees(BigInt(text)) } : { kind: 'text', text };
    case 'instant':
      return { kind: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? 'instant' : 'text', text };
    case 'boolean':
      return { kind: typeof value === 'boolean' ? 'boolean' : 'text', text };
    case 'number':
      return { kind: /^-?\d{1,18}$/.test(text) ? 'number' : 'text', text };
    case 'text':
      return { kind: 'text', text };
  }
}

/** The facts of one side by name, without those that are null. */
function valuesIn(json: string | null): Map<string, unknown> {
  const value: unknown = json === null ? {} : JSON.parse(json);
  const facts = typeof value === 'object' && value !== null ? Object.entries(value) : [['', value] as const];
  return new Map(facts.filter(([, fact]) => fact !== null));
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
