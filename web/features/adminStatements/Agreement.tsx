import { graphql } from '../../gql/gql.ts';
import type { Agreement_agreementFragment } from '../../gql/graphql.ts';
import { Parts } from '../../ui/Parts.tsx';
import { agreementText } from './agreementText.ts';
import classes from './Statements.module.css';

graphql(`
  fragment Agreement_agreement on LineAgreement {
    sameReference
    differingCharacters
    amountDifference
    sameName
    minutesApart
  }
`);

/** What a line and a request have in common, and what they have not. */
export function Agreement({ agreement }: { agreement: Agreement_agreementFragment }) {
  return (
    <span className={classes.ledger}>
      <Parts>{agreementText(agreement)}</Parts>
    </span>
  );
}
