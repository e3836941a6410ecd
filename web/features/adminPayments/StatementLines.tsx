import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { StatementLines_transactionFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatDay } from '../../lib/time.ts';
import { decision } from '#messages/admin/decision.ts';
import { statements } from '#messages/admin/statements.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Link } from '../navigation/Link.tsx';
import classes from './DecisionSheet.module.css';

export const StatementLines_transaction = graphql(`
  fragment StatementLines_transaction on Transaction {
    id
    reference
    payoutReference
    linesWithReference {
      id
      day
      amount
      state
      reason
      unclaimedDays
      payee {
        id
        upiId
        accountNumber
      }
      transaction {
        id
      }
    }
  }
`);

const texts = decision.lines;

/** The lines of bank statements in which the request's reference stands, whatever became of them; each leads to the statements. */
export function StatementLines({ transaction }: { transaction: FragmentType<StatementLines_transactionFragment> }) {
  const { data } = useFragmentData({ fragment: StatementLines_transaction, from: transaction });
  const { id, linesWithReference: lines } = data;
  const mark = data.reference ?? data.payoutReference ?? '';
  if (!lines || lines.length === 0) return null;
  return (
    <Notice tone="attention">
      <strong>{texts.title}</strong>
      <ul className={classes.similar}>
        {lines.map((line) => {
          const own = line.transaction?.id === id;
          const state = line.transaction && !own ? texts.other : statements.lines.states[line.state];
          const became = line.unclaimedDays === null ? (line.reason ?? state) : texts.unclaimed;
          const account = line.payee.upiId ?? line.payee.accountNumber ?? '';
          return <li key={line.id}>{texts.one(formatMoney(line.amount), formatDay(line.day), account, became)}</li>;
        })}
      </ul>
      <Link to={paths.admin.statementsFor(mark)}>{texts.open}</Link>
    </Notice>
  );
}
