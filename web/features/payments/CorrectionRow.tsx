import { graphql } from '../../gql/gql.ts';
import type { CorrectionRow_correctionFragment } from '../../gql/graphql.ts';
import { history } from '#messages/history.ts';
import { transactions } from '#messages/transactions.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { StatusIcon } from './StatusIcon.tsx';
import classes from './TransactionRow.module.css';

graphql(`
  fragment CorrectionRow_correction on BalanceCorrection {
    id
    amount
    message
    createdAt
  }
`);

/** A correction of the balance by an admin: what was added green, what was taken red. */
export function CorrectionRow({ correction }: { correction: CorrectionRow_correctionFragment }) {
  const { amount, message, createdAt } = correction;
  return (
    <>
      <ListRow
        icon={<StatusIcon status="SUCCESS" size={18} />}
        tone="good"
        title={history.correction}
        hint={<Instant at={createdAt} />}
        aside={<MoneyText amount={amount} as="net" />}
      />
      {message && <p className={classes.note}>{transactions.message(message)}</p>}
    </>
  );
}
