import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { MemberTotals_memberFragment } from '../../gql/graphql.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { detail } from '#messages/admin/detail.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ProfitText } from '../../ui/ProfitText.tsx';

export const MemberTotals_member = graphql(`
  fragment MemberTotals_member on Member {
    id
    totals {
      deposited
      withdrawn
      staked
      returned
      pendingDeposits
      pendingWithdrawals
    }
  }
`);

/** What a player has paid, taken, staked and got back in all. */
export function MemberTotals({ member }: { member: FragmentType<MemberTotals_memberFragment> }) {
  const { data } = useFragmentData({ fragment: MemberTotals_member, from: member });
  if (!data.totals) return null;
  const { totals } = detail;
  const { deposited, withdrawn, staked, returned, pendingDeposits, pendingWithdrawals } = data.totals;
  return (
    <Card title={totals.title}>
      <Facts
        facts={[
          [totals.deposited, formatMoney(deposited)],
          [totals.withdrawn, formatMoney(withdrawn)],
          [totals.staked, formatMoney(staked)],
          [totals.returned, formatMoney(returned)],
          [totals.net, <ProfitText key="net" amount={paiseOf(returned) - paiseOf(staked)} />],
          [totals.pending, totals.pendingAmounts(formatMoney(pendingDeposits), formatMoney(pendingWithdrawals))],
        ]}
      />
    </Card>
  );
}
