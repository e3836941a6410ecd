import { useNavigate } from 'react-router-dom';
import { clearSession, readSession, whileSigningOut } from '../../apollo/sessionStore.ts';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { account } from '#messages/account.ts';
import { errors } from '#messages/errors.ts';
import { paths } from '../../paths.ts';

const Logout_Mutation = graphql(`
  mutation Logout_Mutation($input: LogoutInput!) {
    logout(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

/** Ends the session at the server, and locally whatever the response; then shows the log-in page. */
export function useLogout(): () => Promise<void> {
  const { act } = useAction(Logout_Mutation, options);
  const navigate = useNavigate();
  return () =>
    whileSigningOut(async () => {
      const refreshToken = readSession()?.refreshToken;
      if (refreshToken) await act({ refreshToken });
      await navigate(paths.login, { replace: true });
      clearSession();
    });
}

const options = { refused: account.logoutFailed, unanswered: errors.network, toast: () => null };
