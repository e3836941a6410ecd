import { formatMoney } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { words } from '../../messages/words.ts';
import { auditChanges, isSame, type AuditChange } from './auditChanges.ts';
import classes from './AuditLine.module.css';

/** The changes of an action, one line each: before and after. */
export function AuditChanges({ before, after }: { before: string | null; after: string | null }) {
  const changes = auditChanges(before, after);
  if (changes.length === 0) return null;
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={change.name} className={isSame(change) ? classes.same : ''}>
          <Change change={change} />
        </li>
      ))}
    </ul>
  );
}

function Change({ change: { name, before, after } }: { change: AuditChange }) {
  const audit = words.admin.audit;
  const label = audit.things[name] ?? name;
  const shown = (text: string) => valueText(name, text);
  if (after !== null && (before === after || before === null)) return `${label}: ${shown(after)}`;
  return (
    <>
      {label}: <del>{before !== null && shown(before)}</del> <span aria-hidden>→</span>{' '}
      <ins>{after === null ? audit.nothing : shown(after)}</ins>
    </>
  );
}

function valueText(name: string, text: string): string {
  if (name === 'amount') return formatMoney(text);
  if (name === 'from' || name === 'to') return formatInstant(text);
  return words.admin.audit.values[name]?.[text] ?? text;
}
