import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { MemberTotals_memberFragment } from '../../gql/graphql.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { detail } from '#messages/admin/detail.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ProfitText } from '../../ui/ProfitText.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { added, orNone, taken } from '../admin/statementLines.ts';

export const MemberTotals_member = graphql(`
  fragment MemberTotals_member on Member {
    id
    totals {
      deposited
      withdrawn
      returnedPayouts
      playCredit
      playMoneyTaken
      corrections
      staked
      returned
      owed
      pendingDeposits
      pendingWithdrawals
    }
  }
`);

/** What has led to what a player is owed, since they registered: the lines add up to it. */
export function MemberTotals({ member }: { member: FragmentType<MemberTotals_memberFragment> }) {
  const { data } = useFragmentData({ fragment: MemberTotals_member, from: member });
  if (!data.totals) return null;
  const { totals } = detail;
  const { staked, returned, pendingDeposits, pendingWithdrawals, ...lines } = data.totals;
  return (
    <Card title={totals.title}>
      <Stack gap={12}>
        <Facts
          facts={[
            [totals.deposited, added(lines.deposited)],
            [totals.withdrawn, taken(lines.withdrawn)],
            [totals.returnedPayouts, orNone(added, lines.returnedPayouts)],
            [totals.playCredit, orNone(added, lines.playCredit)],
            [totals.playMoneyTaken, orNone(taken, lines.playMoneyTaken)],
            [totals.corrections, orNone(added, lines.corrections)],
            [totals.returned, added(returned)],
            [totals.staked, taken(staked)],
            [totals.owed, <strong key="owed">{`= ${formatMoney(lines.owed)}`}</strong>],
          ]}
        />
        <Facts
          facts={[
            [totals.net, <ProfitText key="net" amount={paiseOf(returned) - paiseOf(staked)} />],
            [totals.pending, totals.pendingAmounts(formatMoney(pendingDeposits), formatMoney(pendingWithdrawals))],
          ]}
        />
      </Stack>
    </Card>
  );
}
