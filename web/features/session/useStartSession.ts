import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { codeOf, pageLanguage, showLanguage, takeChoice } from '../../apollo/language.ts';
import { keepSession } from '../../apollo/sessionStore.ts';
import { userDataOf } from '../../apollo/userData.ts';
import { graphql } from '../../gql/gql.ts';
import type { StartSession_payloadFragment } from '../../gql/graphql.ts';
import { useSaveLanguage } from '../profile/useSaveLanguage.ts';
import { homeOf } from './homeOf.ts';

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
      language
    }
  }
`);

/**
 * Stores a new session and navigates to its user's start page, passing the user data along. A language that was chosen
 * before becomes that of the account; else the page changes to the account's. The back office is in English.
 */
export function useStartSession(): (payload: StartSession_payloadFragment) => void {
  const navigate = useNavigate();
  const { save } = useSaveLanguage();
  return useCallback(
    ({ accessToken, refreshToken, user }) => {
      const userData = userDataOf(user);
      keepSession({ accessToken, refreshToken, user: userData });
      const home = homeOf(userData);
      const shown = codeOf(pageLanguage());
      const wasChosen = takeChoice();
      if (userData.userType === 'admin' && shown !== 'EN') {
        location.assign(home);
        return;
      }
      if (userData.userType === 'player' && user.language !== shown) {
        if (!wasChosen) {
          showLanguage(user.language === 'HI' ? 'hi' : 'en', home);
          return;
        }
        void save(pageLanguage());
      }
      void navigate(home, { replace: true, state: { user: userData } });
    },
    [navigate, save],
  );
}
