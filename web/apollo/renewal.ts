import { print } from 'graphql';
import { graphql } from '../gql/gql.ts';
import type { Renewal_MutationMutation } from '../gql/graphql.ts';
import { clearSession, keepSession, readSession } from './sessionStore.ts';
import { userDataOf } from './userData.ts';

const Renewal_Mutation = graphql(`
  mutation Renewal_Mutation($refreshToken: String!) {
    renewSession(input: { refreshToken: $refreshToken }) {
      ... on SessionPayload {
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
      ... on DomainError {
        code
      }
    }
  }
`);

/** renewed: a new access token is kept. refused: the session is over and cleared. unreachable: nobody answered; try again. */
export type Renewal = 'renewed' | 'refused' | 'unreachable';

let underway: Promise<Renewal> | null = null;

/** Exchanges the refresh token for a new access token, one exchange at a time however many ask. */
export function renewSession(): Promise<Renewal> {
  underway ??= exchange().finally(() => {
    underway = null;
  });
  return underway;
}

async function exchange(): Promise<Renewal> {
  const session = readSession();
  if (!session) {
    clearSession();
    return 'refused';
  }
  const answer = await ask(session.refreshToken);
  // Signed out, or in as somebody else, while the question was on its way.
  if (readSession()?.refreshToken !== session.refreshToken) return readSession() ? 'renewed' : 'refused';
  if (!answer) return 'unreachable';
  if (answer.__typename === 'SessionPayload') {
    keepSession({
      accessToken: answer.accessToken,
      refreshToken: answer.refreshToken,
      user: userDataOf(answer.user),
    });
    return 'renewed';
  }
  if (answer.code === 'RATE_LIMITED') return 'unreachable';
  clearSession();
  return 'refused';
}

/** Outside the Apollo client, whose links themselves wait for renewals. Null when there was no answer to go by. */
async function ask(refreshToken: string): Promise<Renewal_MutationMutation['renewSession'] | null> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' },
      body: JSON.stringify({ query: print(Renewal_Mutation), variables: { refreshToken } }),
    });
    const body = (await response.json()) as { data?: Renewal_MutationMutation | null };
    return body.data?.renewSession ?? null;
  } catch {
    return null;
  }
}
