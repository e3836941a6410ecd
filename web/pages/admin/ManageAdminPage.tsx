import { useQuery } from '@apollo/client/react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { useMay } from '../../features/admin/useMay.ts';
import { AdminCard } from '../../features/adminPeople/AdminCard.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { graphql } from '../../gql/gql.ts';
import { admins } from '#messages/admin/admins.ts';
import { paths } from '../../paths.ts';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { Stack } from '../../ui/Stack.tsx';

const ManageAdminPage_Query = graphql(`
  query ManageAdminPage_Query($after: String) {
    viewer {
      admin {
        members(userType: ADMIN, first: 24, after: $after) {
          edges {
            node {
              id
              ...AdminCard_member
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

export default function ManageAdminPage() {
  const answer = useQuery(ManageAdminPage_Query, { fetchPolicy: 'cache-and-network' });
  const may = useMay();
  return (
    <AdminPage
      title={admins.title}
      actions={may('ADMIN_REGISTER') && <LinkButton to={paths.admin.registerNewAdmin}>{admins.register}</LinkButton>}
    >
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const members = viewer?.admin?.members;
          if (!members) return null;
          return (
            <Stack>
              <CardGrid title={admins.list}>
                {members.edges.map(({ node }) => (
                  <li key={node.id}>
                    <AdminCard member={node} />
                  </li>
                ))}
              </CardGrid>
              <ShowMore pageInfo={members.pageInfo} fetchMore={answer.fetchMore} />
            </Stack>
          );
        }}
      </QueryBoundary>
    </AdminPage>
  );
}
