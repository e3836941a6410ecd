import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { CandidatesDialog_QueryQuery } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { statements } from '#messages/admin/statements.ts';
import { transactions } from '#messages/transactions.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { LinkButton } from '../shell/LinkButton.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { Agreement } from './Agreement.tsx';
import classes from './Statements.module.css';

const CandidatesDialog_Query = graphql(`
  query CandidatesDialog_Query($id: ID!) {
    node(id: $id) {
      id
      ... on StatementLine {
        requests {
          mayMatch
          mayReturn
          agreement {
            ...Agreement_agreement @unmask
          }
          transaction {
            id
            reference
            payoutReference
            amount
            status
            createdAt
            player {
              id
              name
              uid
            }
          }
        }
      }
    }
  }
`);

const texts = statements.candidates;

interface CandidatesDialogProps {
  line: { readonly id: string; readonly amount: string };
  onClose: () => void;
  onChoose: (transactionId: string) => Promise<void>;
  /** The line is the return of this payout. */
  onReturn: (transactionId: string) => Promise<void>;
}

/** The requests that have a line's reference, or that it could pay, of which one is chosen. */
export function CandidatesDialog({ line, onClose, onChoose, onReturn }: CandidatesDialogProps) {
  const answer = useQuery(CandidatesDialog_Query, { variables: { id: line.id }, fetchPolicy: 'network-only' });
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Dialog opened onClose={onClose} title={texts.title(formatMoney(line.amount))} closeButton>
      <QueryBoundary of={answer}>
        {({ node }) => {
          const requests = node?.__typename === 'StatementLine' ? node.requests : [];
          if (requests.length === 0) return <p>{texts.none}</p>;
          const isReturn = requests.some(({ transaction, mayReturn }) => transaction.id === chosen && mayReturn);
          return (
            <SubmitForm onSubmit={() => chosen !== null && void (isReturn ? onReturn : onChoose)(chosen)}>
              <fieldset className={classes.choice}>
                <legend>{texts.choose}</legend>
                {requests.map((request) => (
                  <RequestOption
                    key={request.transaction.id}
                    request={request}
                    checked={chosen === request.transaction.id}
                    onChoose={() => setChosen(request.transaction.id)}
                  />
                ))}
              </fieldset>
              <PrimaryButton type="submit" disabled={chosen === null} reason={texts.choose}>
                {isReturn ? texts.submitReturn : texts.submit}
              </PrimaryButton>
            </SubmitForm>
          );
        }}
      </QueryBoundary>
    </Dialog>
  );
}

type LineRequest = Extract<CandidatesDialog_QueryQuery['node'], { __typename: 'StatementLine' }>['requests'][number];

interface RequestOptionProps {
  request: LineRequest;
  checked: boolean;
  onChoose: () => void;
}

/** A request; one that can't be matched as it is leads to the payment. */
function RequestOption({
  request: { transaction, agreement, mayMatch, mayReturn },
  checked,
  onChoose,
}: RequestOptionProps) {
  const { id, reference, payoutReference, amount, status, createdAt, player } = transaction;
  const mark = reference ?? payoutReference ?? '';
  const facts = `${player.name} · ${player.uid} · ${formatMoney(amount)} · ${transactions.status[status]}`;
  return (
    <div className={classes.two}>
      <label className={classes.option}>
        <input
          type="radio"
          name="candidate"
          aria-label={texts.one(mark, player.name)}
          disabled={!mayMatch && !mayReturn}
          checked={checked}
          onChange={() => onChoose()}
        />
        <span className={classes.two}>
          <strong>{mark}</strong>
          <span>{facts}</span>
          <Agreement agreement={agreement} />
          <span className={classes.ledger}>{formatInstant(createdAt)}</span>
          {mayReturn && <span>{texts.isReturn}</span>}
          {!mayMatch && !mayReturn && <span className={classes.ledger}>{texts.cannot}</span>}
        </span>
      </label>
      {!mayMatch && !mayReturn && (
        <LinkButton quiet to={paths.admin.transactionsFor(id)} label={texts.openOne(mark)}>
          {texts.open}
        </LinkButton>
      )}
    </div>
  );
}
