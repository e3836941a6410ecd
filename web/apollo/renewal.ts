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
  if (answer === 'unreachable') return answer;
  if (answer === 'refused') {
    clearSession();
    return answer;
  }
  keepSession({ ...answer, user: userDataOf(answer.user) });
  return 'renewed';
}

type Renewed = Extract<Renewal_MutationMutation['renewSession'], { __typename: 'SessionPayload' }>;

interface Body {
  readonly data?: Renewal_MutationMutation | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: unknown } }[];
}

/** Outside the Apollo client, whose links themselves wait for renewals. */
async function ask(refreshToken: string): Promise<Renewed | 'refused' | 'unreachable'> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' },
      body: JSON.stringify({ query: print(Renewal_Mutation), variables: { refreshToken } }),
    });
    const { data, errors } = (await response.json()) as Body;
    if (data?.renewSession.__typename === 'SessionPayload') return data.renewSession;
    const code = data?.renewSession.code ?? errors?.[0]?.extensions?.code;
    return typeof code === 'string' && !passing.has(code) ? 'refused' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/** Answers that say nothing about the session: asked later, the same token may do. */
const passing: ReadonlySet<string> = new Set(['RATE_LIMITED', 'INTERNAL_SERVER_ERROR']);
