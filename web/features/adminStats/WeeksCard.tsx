import { graphql } from '../../gql/gql.ts';
import type { WeeksCard_weekFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { stats } from '#messages/admin/stats.ts';
import { DataTable, NumericCell, type Column } from '../../ui/DataTable.tsx';
import { percentText } from '../../lib/returns.ts';
import { StatsCard } from './StatsCard.tsx';
import classes from './WeeksCard.module.css';

graphql(`
  fragment WeeksCard_week on PlayerWeek {
    startsAt
    registered
    active
    returning
    stayed
  }
`);

const { weeks: texts } = stats;

/** New, active and returning players by week, and how many of each week's new ones came back. Newest first. */
export function WeeksCard({ weeks }: { weeks: readonly WeeksCard_weekFragment[] }) {
  const later = weeks.slice(1).map((_, index) => index + 1);
  const columns: readonly Column[] = [
    { key: 'week', title: texts.week },
    { key: 'registered', title: texts.registered, numeric: true },
    { key: 'active', title: texts.active, numeric: true },
    { key: 'returning', title: texts.returning, numeric: true },
    ...later.map((week) => ({ key: `+${week}`, title: texts.later(week), numeric: true })),
  ];
  return (
    <StatsCard title={texts.title}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls, so the keyboard must reach it */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={texts.table}>
        <DataTable flat label={texts.title} columns={columns}>
          {weeks.toReversed().map(({ startsAt, registered, active, returning, stayed }) => (
            <tr key={startsAt}>
              <td className={classes.week}>{formatInstant(startsAt).slice(0, 8)}</td>
              <NumericCell>{registered}</NumericCell>
              <NumericCell>{active}</NumericCell>
              <NumericCell>{returning}</NumericCell>
              {later.map((week) => (
                <NumericCell key={week}>{shareText(stayed[week], registered)}</NumericCell>
              ))}
            </tr>
          ))}
        </DataTable>
      </div>
      <p className={classes.hint}>{texts.hint}</p>
    </StatsCard>
  );
}

/** "12 (40%)"; nothing for weeks to come. */
function shareText(stayed: number | undefined, registered: number): string {
  if (stayed === undefined || registered === 0) return '';
  return texts.share(stayed, percentText(stayed / registered));
}
