import { useMutation } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { clearSession, readSession, whileSigningOut } from '../../apollo/sessionStore.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { showToast } from '../../ui/toasts.ts';

const Logout_Mutation = graphql(`
  mutation Logout_Mutation($refreshToken: String!) {
    logout(input: { refreshToken: $refreshToken }) {
      ... on DomainError {
        code
      }
    }
  }
`);

/** Ends the session at the server, and locally whatever the response; then shows the log-in page. */
export function useLogout(): () => Promise<void> {
  const [logout] = useMutation(Logout_Mutation);
  const navigate = useNavigate();
  const endAtServer = async (refreshToken: string) => {
    const { data } = await logout({ variables: { refreshToken } });
    if (data && data.logout.__typename !== 'LogoutPayload') {
      showToast({ text: words.account.logoutFailed, tone: 'bad' });
    }
  };
  return () =>
    whileSigningOut(async () => {
      const refreshToken = readSession()?.refreshToken;
      try {
        if (refreshToken) await endAtServer(refreshToken);
      } catch {
        showToast({ text: words.errors.network, tone: 'bad' });
      } finally {
        await navigate(paths.login, { replace: true });
        clearSession();
      }
    });
}
