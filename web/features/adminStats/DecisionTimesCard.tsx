import { graphql } from '../../gql/gql.ts';
import type { DecisionTimesCard_timesFragment } from '../../gql/graphql.ts';
import { stats } from '#messages/admin/stats.ts';
import { DataTable, NumericCell } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatAge } from '../admin/age.ts';
import classes from './OwedCard.module.css';
import { StatsCard } from './StatsCard.tsx';

graphql(`
  fragment DecisionTimesCard_times on DecisionTimes {
    deposits {
      count
      medianSeconds
      ninetiethSeconds
    }
    withdrawals {
      count
      medianSeconds
      ninetiethSeconds
    }
    byAdmin {
      admin {
        id
        name
      }
      count
      medianSeconds
      ninetiethSeconds
    }
    capped
  }
`);

const { decisions: texts } = stats;
const columns = [
  { key: 'what', title: texts.what },
  { key: 'count', title: texts.count, numeric: true },
  { key: 'median', title: texts.median, numeric: true },
  { key: 'ninetieth', title: texts.ninetieth, numeric: true },
];

/** How long players waited for decisions on payments: half of them, nine of ten; and by admin. */
export function DecisionTimesCard({ times }: { times: DecisionTimesCard_timesFragment }) {
  const { deposits, withdrawals, byAdmin, capped } = times;
  const rows = [
    { key: 'deposits', what: texts.deposits, ...deposits },
    { key: 'withdrawals', what: texts.withdrawals, ...withdrawals },
    ...byAdmin.map(({ admin, ...time }) => ({ key: admin.id, what: texts.by(admin.name), ...time })),
  ];
  return (
    <StatsCard title={texts.title}>
      {deposits.count + withdrawals.count === 0 ? (
        <EmptyState title={texts.empty} hint={texts.emptyHint} />
      ) : (
        <>
          <DataTable flat label={texts.title} columns={columns}>
            {rows.map(({ key, what, count, medianSeconds, ninetiethSeconds }) => (
              <tr key={key}>
                <td>{what}</td>
                <NumericCell>{count}</NumericCell>
                <NumericCell>{waitText(medianSeconds)}</NumericCell>
                <NumericCell>{waitText(ninetiethSeconds)}</NumericCell>
              </tr>
            ))}
          </DataTable>
          <p className={classes.hint}>{capped ? `${texts.hint} ${texts.capped}` : texts.hint}</p>
        </>
      )}
    </StatsCard>
  );
}

function waitText(seconds: number | null): string {
  return seconds === null ? '–' : formatAge(seconds * 1_000);
}
