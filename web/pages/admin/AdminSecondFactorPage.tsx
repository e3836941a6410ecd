import { useQuery } from '@apollo/client/react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import formCard from '../../features/admin/FormCard.module.css';
import { SecondFactorPanel } from '../../features/secondFactor/SecondFactorPanel.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { graphql } from '../../gql/gql.ts';
import { shell } from '#messages/admin/shell.ts';

const AdminSecondFactorPage_Query = graphql(`
  query AdminSecondFactorPage_Query {
    viewer {
      secondFactor {
        ...SecondFactor_state @unmask
      }
    }
  }
`);

/** The admin's own second factor. */
export default function AdminSecondFactorPage() {
  const answer = useQuery(AdminSecondFactorPage_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <AdminPage title={shell.secondFactor}>
      <QueryBoundary of={answer}>
        {({ viewer }) =>
          viewer && (
            <div className={formCard.card}>
              <SecondFactorPanel factor={viewer.secondFactor} onChanged={() => void answer.refetch()} />
            </div>
          )
        }
      </QueryBoundary>
    </AdminPage>
  );
}
