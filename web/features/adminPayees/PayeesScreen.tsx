import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { PaymentChannel } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { EmptyFace } from '../../ui/EmptyFace.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { usePassingMessage } from '../../ui/usePassingMessage.ts';
import { AdminPage } from '../admin/AdminPage.tsx';
import { Faces } from '../shell/Faces.tsx';
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
      }
    }
  }
`);

const forms = { UPI: AddUpiForm, BANK: AddBankForm };

/** The accounts of one channel that players pay to: one can be added, those there are switched and removed. */
export function PayeesScreen({ channel }: { channel: PaymentChannel }) {
  const answer = useQuery(PayeesScreen_Query, { variables: { channel }, fetchPolicy: 'cache-and-network' });
  const { message, show, close } = usePassingMessage();
  const texts = words.admin.payees[channel];
  const AddForm = forms[channel];
  const tell = (news: Message) => {
    show(news);
    void answer.refetch().catch(() => undefined);
  };
  return (
    <AdminPage title={texts.title}>
      <AddForm onAdded={() => tell({ text: texts.added, tone: 'good' })} />
      <Faces of={answer}>
        {({ viewer }) => {
          const payees = viewer?.admin?.payees ?? [];
          if (payees.length === 0) {
            return (
              <Card>
                <EmptyFace title={texts.none} hint={texts.noneHint} />
              </Card>
            );
          }
          return (
            <CardGrid title={texts.list}>
              {payees.map((payee) => (
                <li key={payee.id}>
                  <PayeeCard payee={payee} onDone={tell} />
                </li>
              ))}
            </CardGrid>
          );
        }}
      </Faces>
      <MessagePopup message={message} onClose={close} />
    </AdminPage>
  );
}
