import type { AuditLine_entryFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { audit as auditWords } from '#messages/admin/audit.ts';
import classes from './AuditLine.module.css';

type AuditChange = AuditLine_entryFragment['changes'][number];

/** The changes of an action, one line each: before and after. */
export function AuditChanges({ changes }: { changes: readonly AuditChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={change.fact} className={change.before === change.after ? classes.same : ''}>
          <Change change={change} />
        </li>
      ))}
    </ul>
  );
}

function Change({ change: { fact, kind, before, after } }: { change: AuditChange }) {
  const audit = auditWords;
  const label = audit.facts[fact] ?? fact;
  const shown = (text: string) => valueText(fact, kind, text);
  if (after !== null && (before === after || before === null)) return <>{`${label}: ${shown(after)}`}</>;
  return (
    <>
      {label}: <del>{before !== null && shown(before)}</del> <span aria-hidden>→</span>{' '}
      <ins>{after === null ? audit.nothing : shown(after)}</ins>
    </>
  );
}

function valueText(fact: string, kind: AuditChange['kind'], text: string): string {
  const audit = auditWords;
  switch (kind) {
    case 'MONEY':
      return formatMoney(text);
    case 'INSTANT':
      return formatInstant(text);
    case 'BOOLEAN':
      return audit.yesNo[text] ?? text;
    case 'NUMBER':
    case 'TEXT':
      return audit.values[fact]?.[text] ?? text;
  }
}
