import { useQuery } from '@apollo/client/react';
import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { Options } from '../../features/admin/Options.tsx';
import { StatementBook } from '../../features/adminStatements/StatementBook.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { graphql } from '../../gql/gql.ts';
import { statements as texts } from '#messages/admin/statements.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

const StatementsPage_Query = graphql(`
  query StatementsPage_Query {
    viewer {
      admin {
        payees {
          id
          upiId
          accountNumber
          active
        }
      }
    }
  }
`);

/** Bank statements of the accounts that players pay to: their lines, and the closing of days. */
export default function StatementsPage() {
  const answer = useQuery(StatementsPage_Query, { fetchPolicy: 'cache-and-network' });
  const [params, setParams] = useSearchParams();
  return (
    <AdminPage title={texts.title}>
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const payees = viewer?.admin?.payees ?? [];
          const payee =
            payees.find(({ id }) => id === params.get('payee')) ?? payees.find(({ active }) => active) ?? payees[0];
          if (payee === undefined) {
            return (
              <Card>
                <EmptyState title={texts.noPayees} hint={texts.noPayeesHint} />
              </Card>
            );
          }
          const options = payees.map(({ id, upiId, accountNumber }) => ({
            value: id,
            label: upiId ?? accountNumber ?? '',
          }));
          return (
            <StatementBook
              key={payee.id}
              payeeId={payee.id}
              search={params.get('search') ?? ''}
              onSearch={(search) => setParams({ payee: payee.id, ...(search && { search }) }, { replace: true })}
            >
              <NativeSelect
                label={texts.payee}
                value={payee.id}
                onChange={({ currentTarget }) => setParams({ payee: currentTarget.value }, { replace: true })}
              >
                <Options of={options} />
              </NativeSelect>
            </StatementBook>
          );
        }}
      </QueryBoundary>
    </AdminPage>
  );
}
