import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { codeOf, pageLanguage, showLanguage, takeChoice } from '../../apollo/language.ts';
import { keepSession } from '../../apollo/sessionStore.ts';
import { userDataOf } from '../../apollo/userData.ts';
import { graphql } from '../../gql/gql.ts';
import type { StartSession_payloadFragment } from '../../gql/graphql.ts';
import { useSaveLanguage } from '../profile/useSaveLanguage.ts';
import { homeOf } from './homeOf.ts';
import { takeReturn } from './sessionEnd.ts';

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
 * Stores a new session and navigates to its user's start page, passing the user data along, or to the page at which
 * their last session in this tab ended. A language that was chosen before becomes that of the account; else the page
 * changes to the account's. The back office is in English. A session that is not stored would end with the page, which
 * therefore keeps its language.
 */
export function useStartSession(): (payload: StartSession_payloadFragment) => void {
  const navigate = useNavigate();
  const { save } = useSaveLanguage();
  return useCallback(
    ({ accessToken, refreshToken, user }) => {
      const userData = userDataOf(user);
      const isStored = keepSession({ accessToken, refreshToken, user: userData });
      const { to, state } = takeReturn(userData) ?? { to: homeOf(userData), state: { user: userData } };
      const shown = codeOf(pageLanguage());
      const wasChosen = takeChoice();
      if (isStored && userData.userType === 'admin' && shown !== 'EN') {
        location.assign(to);
        return;
      }
      if (userData.userType === 'player' && user.language !== shown) {
        if (!wasChosen && isStored) {
          showLanguage(user.language === 'HI' ? 'hi' : 'en', to);
          return;
        }
        if (wasChosen) void save(pageLanguage());
      }
      void navigate(to, { replace: true, state });
    },
    [navigate, save],
  );
}
