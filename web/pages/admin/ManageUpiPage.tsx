import { useQuery } from '@apollo/client/react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { AddUpiForm } from '../../features/adminPayees/AddUpiForm.tsx';
import { UpiCard } from '../../features/adminPayees/UpiCard.tsx';
import { Faces } from '../../features/shell/Faces.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { EmptyFace } from '../../ui/EmptyFace.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { usePassingMessage } from '../../ui/usePassingMessage.ts';

const ManageUpiPage_Query = graphql(`
  query ManageUpiPage_Query {
    viewer {
      admin {
        payees(channel: UPI) {
          id
          ...UpiCard_payee
        }
      }
    }
  }
`);

const { upi } = words.admin.payees;

export function ManageUpiPage() {
  const answer = useQuery(ManageUpiPage_Query, { fetchPolicy: 'cache-and-network' });
  const { message, show, close } = usePassingMessage();
  const tell = (news: Message) => {
    show(news);
    void answer.refetch().catch(() => undefined);
  };
  return (
    <AdminPage title={upi.title}>
      <AddUpiForm onAdded={() => tell({ text: upi.added, tone: 'good' })} />
      <Faces of={answer}>
        {({ viewer }) => {
          const payees = viewer?.admin?.payees ?? [];
          if (payees.length === 0) {
            return (
              <Card>
                <EmptyFace title={upi.none} hint={upi.noneHint} />
              </Card>
            );
          }
          return (
            <CardGrid title={upi.list}>
              {payees.map((payee) => (
                <li key={payee.id}>
                  <UpiCard payee={payee} onDone={tell} />
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
