import { useQuery, useSubscription } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { PaymentChannel } from '../../gql/graphql.ts';
import { payees as payeesWords } from '#messages/admin/payees.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { Card } from '../../ui/Card.tsx';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { useAutoClosingMessage } from '../../ui/useAutoClosingMessage.ts';
import { AdminPage } from '../admin/AdminPage.tsx';
import { useMay } from '../admin/useMay.ts';
import { ProposalNotice } from '../adminProposals/ProposalNotice.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { AddBankForm } from './AddBankForm.tsx';
import { AddUpiForm } from './AddUpiForm.tsx';
import { PayeeCard } from './PayeeCard.tsx';

const PayeesScreen_Query = graphql(`
  query PayeesScreen_Query($channel: PaymentChannel!) {
    viewer {
      admin {
        payees(channel: $channel) {
          id
          ...PayeeCard_payee
        }
        activePayees(channel: $channel) {
          id
          upiId
          accountNumber
        }
        openProposals {
          id
          payee {
            channel
          }
          ...ProposalNotice_proposal
        }
      }
    }
  }
`);

const PayeesScreen_Subscription = graphql(`
  subscription PayeesScreen_Subscription {
    payeesChanged {
      channel
    }
  }
`);

const PayeeProposals_Subscription = graphql(`
  subscription PayeeProposals_Subscription {
    proposalChanged {
      id
      status
    }
  }
`);

const forms = { UPI: AddUpiForm, BANK: AddBankForm };

/** The payees of one channel: add one, activate, deactivate, choose and remove those listed. Follows other admins. */
export function PayeesScreen({ channel }: { channel: PaymentChannel }) {
  const answer = useQuery(PayeesScreen_Query, { variables: { channel }, fetchPolicy: 'cache-and-network' });
  const { message, show, close } = useAutoClosingMessage();
  const may = useMay();
  const texts = payeesWords[channel];
  const AddForm = forms[channel];
  const [problem, setProblem] = useState<string | null>(null);
  const refetch = () => void answer.refetch().catch(() => undefined);
  useSubscription(PayeesScreen_Subscription, { ignoreResults: true, onData: refetch });
  useSubscription(PayeeProposals_Subscription, { ignoreResults: true, onData: refetch });
  const showResult = (result: Message) => {
    show(result);
    setProblem(null);
    refetch();
  };
  const shownFirst = answer.data?.viewer?.admin?.activePayees ?? [];
  return (
    <AdminPage title={texts.title}>
      {may('PAYEE_MANAGE') && (
        <AddForm
          active={shownFirst}
          problem={problem}
          onProblem={setProblem}
          onAdded={(proposed) => showResult({ text: proposed ? proposals.made : texts.added, tone: 'good' })}
        />
      )}
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const payees = viewer?.admin?.payees ?? [];
          const waiting = viewer?.admin?.openProposals?.filter(({ payee }) => payee?.channel === channel) ?? [];
          return (
            <>
              {waiting.length > 0 && (
                <CardGrid title={proposals.payeeWaits}>
                  {waiting.map((proposal) => (
                    <li key={proposal.id}>
                      <Card>
                        <ProposalNotice proposal={proposal} onDone={(text) => showResult({ text, tone: 'good' })} />
                      </Card>
                    </li>
                  ))}
                </CardGrid>
              )}
              {payees.length === 0 ? (
                <Card>
                  <EmptyState title={texts.none} hint={texts.noneHint} />
                </Card>
              ) : (
                <CardGrid title={texts.list}>
                  {payees.map((payee) => (
                    <li key={payee.id}>
                      <PayeeCard payee={payee} shownFirst={shownFirst} onDone={showResult} />
                    </li>
                  ))}
                </CardGrid>
              )}
            </>
          );
        }}
      </QueryBoundary>
      <MessagePopup message={message} onClose={close} />
    </AdminPage>
  );
}
