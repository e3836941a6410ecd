import { useQuery } from '@apollo/client/react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { AddBankForm } from '../../features/adminPayees/AddBankForm.tsx';
import { BankCard } from '../../features/adminPayees/BankCard.tsx';
import { Faces } from '../../features/shell/Faces.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { EmptyFace } from '../../ui/EmptyFace.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { usePassingMessage } from '../../ui/usePassingMessage.ts';

const ManageBankAccountPage_Query = graphql(`
  query ManageBankAccountPage_Query {
    viewer {
      admin {
        payees(channel: BANK) {
          id
          ...BankCard_payee
        }
      }
    }
  }
`);

const { bank } = words.admin.payees;

export function ManageBankAccountPage() {
  const answer = useQuery(ManageBankAccountPage_Query, { fetchPolicy: 'cache-and-network' });
  const { message, show, close } = usePassingMessage();
  const tell = (news: Message) => {
    show(news);
    void answer.refetch().catch(() => undefined);
  };
  return (
    <AdminPage title={bank.title}>
      <AddBankForm onAdded={() => tell({ text: bank.added, tone: 'good' })} />
      <Faces of={answer}>
        {({ viewer }) => {
          const payees = viewer?.admin?.payees ?? [];
          if (payees.length === 0) {
            return (
              <Card>
                <EmptyFace title={bank.none} hint={bank.noneHint} />
              </Card>
            );
          }
          return (
            <CardGrid title={bank.list}>
              {payees.map((payee) => (
                <li key={payee.id}>
                  <BankCard payee={payee} onDone={tell} />
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
