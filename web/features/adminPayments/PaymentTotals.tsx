import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { PaymentTotals_QueryQuery } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { queue } from '#messages/admin/queue.ts';
import { keepPreviousData } from '../admin/keepPreviousData.ts';
import classes from './PaymentTotals.module.css';
import { filterInput, type PaymentFilter } from './paymentFilter.ts';

export const PaymentTotals_Query = graphql(`
  query PaymentTotals_Query($filter: TransactionFilter!) {
    viewer {
      admin {
        waiting: transactionTotals(filter: { status: PENDING }) {
          deposits {
            count
            amount
          }
          withdrawals {
            count
            amount
          }
        }
        matching: transactionTotals(filter: $filter) {
          capped
          deposits {
            count
          }
          withdrawals {
            count
          }
          byStatus {
            status
            deposits {
              amount
            }
            withdrawals {
              amount
            }
          }
        }
      }
    }
  }
`);

/** What waits, deposits and withdrawals apart, and what the filter matches. */
export function PaymentTotals({ filter }: { filter: PaymentFilter }) {
  const answer = useQuery(PaymentTotals_Query, {
    variables: { filter: filterInput(filter) },
    fetchPolicy: 'cache-and-network',
  });
  const totals = keepPreviousData(answer).data?.viewer?.admin;
  const { waiting } = queue;
  return (
    <div className={classes.totals}>
      <Tile label={waiting.CREDIT} sum={totals?.waiting?.deposits} />
      <Tile label={waiting.DEBIT} sum={totals?.waiting?.withdrawals} />
      <p className={classes.results} role="status">
        {totals?.matching && <Results of={totals.matching} />}
      </p>
    </div>
  );
}

interface Sum {
  readonly count: number;
  readonly amount: string;
}

function Tile({ label, sum }: { label: string; sum: Sum | undefined }) {
  return (
    <p className={classes.tile}>
      <span className={classes.label}>{label}</span>
      <strong>{sum ? sum.count : '–'}</strong> <span>{sum && formatMoneyShort(sum.amount)}</span>
    </p>
  );
}

type Admin = NonNullable<NonNullable<PaymentTotals_QueryQuery['viewer']>['admin']>;
type Matching = NonNullable<Admin['matching']>;

function Results({ of: { deposits, withdrawals, byStatus, capped } }: { of: Matching }) {
  const { results, sums, noSums, capped: more } = queue;
  // What has come in and gone out stands first.
  const parts = byStatus
    .toSorted((one, other) => Number(other.status === 'SUCCESS') - Number(one.status === 'SUCCESS'))
    .map((one) => sums[one.status](formatMoneyShort(one.deposits.amount), formatMoneyShort(one.withdrawals.amount)));
  return (
    <>
      {results(deposits.count, withdrawals.count)}: {parts.length > 0 ? parts.join('; ') : noSums}
      {capped && ` ${more}`}
    </>
  );
}
