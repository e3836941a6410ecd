import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { StakesCard_contestFragment } from '../../gql/graphql.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyFace } from '../../ui/EmptyFace.tsx';
import { StakesBars, type StakesBar } from './StakesBars.tsx';
import classes from './StakesCard.module.css';

export const StakesCard_contest = graphql(`
  fragment StakesCard_contest on Contest {
    stakesBySelection {
      selection {
        color
        number
      }
      stakes
    }
  }
`);

/** What is staked on each colour and number of the running round, as it comes in; a secret while it would tell the winner. */
export function StakesCard({ contest }: { contest: FragmentType<StakesCard_contestFragment> }) {
  const { data } = useSuspenseFragment({ fragment: StakesCard_contest, from: contest });
  const { stakes } = words.admin.games;
  return (
    <Card title={stakes.title}>
      {data.stakesBySelection === null ? (
        <EmptyFace title={stakes.secret} hint={stakes.secretHint} />
      ) : (
        <Stakes rows={data.stakesBySelection} />
      )}
    </Card>
  );
}

type Row = NonNullable<StakesCard_contestFragment['stakesBySelection']>[number];

function Stakes({ rows }: { rows: readonly Row[] }) {
  const { stakes } = words.admin.games;
  const bars = rows.map(({ selection, stakes: amount }): StakesBar => ({ ...selection, paise: paiseOf(amount) }));
  const most = bars.reduce((so, { paise }) => (paise > so ? paise : so), 0n);
  const total = bars.reduce((sum, { paise }) => sum + paise, 0n);
  return (
    <>
      <p className={classes.total}>{stakes.total(formatMoney(total))}</p>
      <div className={classes.charts}>
        <StakesBars label={stakes.byColor} most={most} bars={bars.filter(({ color }) => color !== null)} />
        <StakesBars label={stakes.byNumber} most={most} bars={bars.filter(({ number }) => number !== null)} />
      </div>
    </>
  );
}
