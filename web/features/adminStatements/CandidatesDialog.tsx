import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { statements } from '#messages/admin/statements.ts';
import { transactions } from '#messages/transactions.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import classes from './Statements.module.css';

const CandidatesDialog_Query = graphql(`
  query CandidatesDialog_Query($id: ID!) {
    node(id: $id) {
      id
      ... on StatementLine {
        candidates {
          id
          reference
          payoutReference
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
`);

const texts = statements.candidates;

interface CandidatesDialogProps {
  line: { readonly id: string; readonly amount: string };
  onClose: () => void;
  onChoose: (transactionId: string) => Promise<void>;
}

/** The requests that a line could pay, of which one is chosen. */
export function CandidatesDialog({ line, onClose, onChoose }: CandidatesDialogProps) {
  const answer = useQuery(CandidatesDialog_Query, { variables: { id: line.id }, fetchPolicy: 'network-only' });
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Dialog opened onClose={onClose} title={texts.title(formatMoney(line.amount))} closeButton>
      <QueryBoundary of={answer}>
        {({ node }) => {
          const candidates = node?.__typename === 'StatementLine' ? node.candidates : [];
          if (candidates.length === 0) return <p>{texts.none}</p>;
          return (
            <SubmitForm onSubmit={() => chosen !== null && void onChoose(chosen)}>
              <fieldset className={classes.choice}>
                <legend>{texts.choose}</legend>
                {candidates.map(({ id, reference, payoutReference, status, createdAt, player }) => (
                  <label key={id} className={classes.option}>
                    <input
                      type="radio"
                      name="candidate"
                      aria-label={texts.one(reference ?? payoutReference ?? '', player.name)}
                      checked={chosen === id}
                      onChange={() => setChosen(id)}
                    />
                    <span className={classes.two}>
                      <strong>{reference ?? payoutReference}</strong>
                      <span>{`${player.name} · ${player.uid} · ${transactions.status[status]}`}</span>
                      <span className={classes.ledger}>{formatInstant(createdAt)}</span>
                    </span>
                  </label>
                ))}
              </fieldset>
              <PrimaryButton type="submit" disabled={chosen === null} reason={texts.choose}>
                {texts.submit}
              </PrimaryButton>
            </SubmitForm>
          );
        }}
      </QueryBoundary>
    </Dialog>
  );
}
