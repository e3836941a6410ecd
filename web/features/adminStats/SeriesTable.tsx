import { formatMoneyShort } from '../../lib/money.ts';
import { games } from '#messages/admin/games.ts';
import { stats } from '#messages/admin/stats.ts';
import { DataTable, NumericCell } from '../../ui/DataTable.tsx';
import { isByHour, titleOf, type Moment } from './series.ts';
import classes from './SeriesTable.module.css';

const { tabs } = games;
const columns = [
  { key: 'at', title: stats.overTime.at },
  { key: 'SAPRE_HALF', title: tabs.SAPRE_HALF, numeric: true },
  { key: 'SAPRE_ONE', title: tabs.SAPRE_ONE, numeric: true },
  { key: 'SAPRE_THREE', title: tabs.SAPRE_THREE, numeric: true },
];

/** The chart's data as a table. */
export function SeriesTable({ label, moments }: { label: string; moments: readonly Moment[] }) {
  const byHour = isByHour(moments);
  return (
    <DataTable flat label={label} columns={columns}>
      {moments.map((moment) => (
        <SeriesRow key={moment.at} moment={moment} byHour={byHour} />
      ))}
    </DataTable>
  );
}

function SeriesRow({ moment, byHour }: { moment: Moment; byHour: boolean }) {
  const { day, time } = titleOf(moment, byHour);
  const { SAPRE_HALF, SAPRE_ONE, SAPRE_THREE } = moment.paise;
  return (
    <tr>
      <td>
        <span className={classes.at}>{day}</span> <span className={classes.at}>{time}</span>
      </td>
      <NumericCell>{formatMoneyShort(SAPRE_HALF)}</NumericCell>
      <NumericCell>{formatMoneyShort(SAPRE_ONE)}</NumericCell>
      <NumericCell>{formatMoneyShort(SAPRE_THREE)}</NumericCell>
    </tr>
  );
}
