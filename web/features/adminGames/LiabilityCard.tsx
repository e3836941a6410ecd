import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { LiabilityCard_contestFragment } from '../../gql/graphql.ts';
import { games } from '#messages/admin/games.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable, NumericCell } from '../../ui/DataTable.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { NumberName } from '../../ui/NumberName.tsx';
import { ProfitText } from '../../ui/ProfitText.tsx';

export const LiabilityCard_contest = graphql(`
  fragment LiabilityCard_contest on Contest {
    operator {
      liability {
        number
        payouts
        profit
      }
    }
  }
`);

const { liability: text } = games;
const columns = [
  { key: 'number', title: text.columns.number },
  { key: 'payouts', title: text.columns.payouts, numeric: true },
  { key: 'profit', title: text.columns.profit, numeric: true },
];

/** What the house would pay and keep for each number of the running round, live; nothing while it is secret. */
export function LiabilityCard({ contest }: { contest: FragmentType<LiabilityCard_contestFragment> }) {
  const { data } = useFragmentData({ fragment: LiabilityCard_contest, from: contest });
  const liability = data.operator?.liability;
  if (!liability) return null;
  return (
    <Card title={text.title}>
      <DataTable label={text.title} columns={columns} flat>
        {liability.map(({ number, payouts, profit }) => (
          <tr key={number}>
            <td>
              <NumberName number={number} />
            </td>
            <NumericCell>
              <MoneyText amount={payouts} />
            </NumericCell>
            <NumericCell>
              <ProfitText amount={profit} />
            </NumericCell>
          </tr>
        ))}
      </DataTable>
    </Card>
  );
}
