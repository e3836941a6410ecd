import type { ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import { indianTimeOf } from '../../lib/indianTime.ts';
import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { formatDay } from '../../lib/time.ts';
import { history } from '#messages/history.ts';
import { List } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './ByDay.module.css';

// Spread with `@unmask`: a day has no id by which a masked fragment could be read.
graphql(`
  fragment ByDay_day on PlayDay {
    startsAt
    staked
    returned
  }
`);

interface PlayDay {
  readonly startsAt: string;
  readonly staked: string;
  readonly returned: string;
}

interface Entry {
  readonly key: string;
  /** "2026-11-20", in India. */
  readonly day: string;
  readonly row: ReactNode;
}

interface ByDayProps {
  label: string;
  /** Newest first. */
  entries: readonly Entry[];
  totals: readonly PlayDay[];
}

/** A list by day, each with what was staked and came back on it: also in what isn't loaded yet. */
export function ByDay({ label, entries, totals }: ByDayProps) {
  return (
    <>
      {daysOf(entries).map(({ day, of }) => (
        <section key={of[0]?.key}>
          <DayHead day={day} total={totals.find(({ startsAt }) => dayOfInstant(startsAt) === day)} />
          <List label={history.dayList(label, formatDay(day))}>
            {of.map(({ key, row }) => (
              <li key={key}>{row}</li>
            ))}
          </List>
        </section>
      ))}
    </>
  );
}

function DayHead({ day, total }: { day: string; total: PlayDay | undefined }) {
  return (
    <div className={classes.head}>
      <h3 className={classes.day}>{formatDay(day)}</h3>
      {total && (
        <>
          <span className={classes.sums}>
            {history.dayTotals(formatMoneyShort(total.staked), formatMoneyShort(total.returned))}
          </span>
          <MoneyText amount={paiseOf(total.returned) - paiseOf(total.staked)} as="net" />
        </>
      )}
    </div>
  );
}

/** The day of an instant in ISO 8601. */
export function dayOfInstant(iso: string): string {
  return indianTimeOf(iso).slice(0, 10);
}

/** The day that a round belongs to, also when it was paid after midnight: `period` begins with it. */
export function dayOfPeriod(period: string): string {
  return period.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3');
}

function daysOf(entries: readonly Entry[]): { day: string; of: Entry[] }[] {
  const days: { day: string; of: Entry[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last?.day === entry.day) last.of.push(entry);
    else days.push({ day: entry.day, of: [entry] });
  }
  return days;
}
