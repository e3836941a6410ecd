import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { StakesCard_contestFragment } from '../../gql/graphql.ts';
import { formatMoney, formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { shareOf } from '../../lib/share.ts';
import { games } from '#messages/admin/games.ts';
import { BarList, type Bar } from '../../ui/BarList.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { colorsOf } from '../../ui/shapes.ts';
import { SelectionName } from '../bets/SelectionName.tsx';
import classes from './StakesCard.module.css';

export const StakesCard_contest = graphql(`
  fragment StakesCard_contest on Contest {
    operator {
      stakesBySelection {
        selection {
          color
          number
        }
        stakes
      }
    }
  }
`);

const { stakes: text } = games;

/** Stakes on each colour and number of the running round, live; hidden while they would reveal the winner. */
export function StakesCard({ contest }: { contest: FragmentType<StakesCard_contestFragment> }) {
  const { data } = useFragmentData({ fragment: StakesCard_contest, from: contest });
  const rows = data.operator?.stakesBySelection;
  return (
    <Card title={text.title}>
      {!rows ? <EmptyState title={text.secret} hint={text.secretHint} /> : <Stakes rows={rows} />}
    </Card>
  );
}

type Operator = NonNullable<StakesCard_contestFragment['operator']>;
type Row = NonNullable<Operator['stakesBySelection']>[number];

function Stakes({ rows }: { rows: readonly Row[] }) {
  const amounts = rows.map(({ stakes }) => paiseOf(stakes));
  const total = amounts.reduce((sum, paise) => sum + paise, 0n);
  const most = amounts.reduce((so, paise) => (paise > so ? paise : so), 0n);
  const onColors = rows.filter(({ selection }) => selection.color !== null);
  const onNumbers = rows.filter(({ selection }) => selection.number !== null);
  return (
    <>
      <p className={classes.total}>{text.total(formatMoney(total))}</p>
      <div className={classes.charts}>
        <BarList label={text.byColor} bars={onColors.map((row) => barOf(row, most))} />
        <BarList label={text.byNumber} bars={onNumbers.map((row) => barOf(row, most))} />
      </div>
    </>
  );
}

function barOf({ selection, stakes }: Row, most: bigint): Bar {
  const { color, number } = selection;
  return {
    key: `${color}${number}`,
    name: <SelectionName selection={selection} />,
    value: formatMoneyShort(stakes),
    share: shareOf(paiseOf(stakes), most),
    color: color ?? colorsOf(number ?? 0)[0],
  };
}
