import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { keepSession } from '../../apollo/sessionStore.ts';
import { userDataOf } from '../../apollo/userData.ts';
import { graphql } from '../../gql/gql.ts';
import type { StartSession_payloadFragment } from '../../gql/graphql.ts';
import { paths } from '../../paths.ts';

// Fields of a new session, however the user signed in; spread with `@unmask`.
graphql(`
  fragment StartSession_payload on SessionPayload {
    accessToken
    refreshToken
    user {
      avatar
      name
      email
      uid
      userType
    }
  }
`);

/** Stores a new session and navigates to its user's start page, passing the user data along. */
export function useStartSession(): (payload: StartSession_payloadFragment) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ accessToken, refreshToken, user }) => {
      const userData = userDataOf(user);
      keepSession({ accessToken, refreshToken, user: userData });
      const home = userData.userType === 'admin' ? paths.admin.dashboard : paths.home;
      void navigate(home, { replace: true, state: { user: userData } });
    },
    [navigate],
  );
}
