import { print } from 'graphql';
import { graphql } from '../gql/gql.ts';
import type { Renewal_MutationMutation } from '../gql/graphql.ts';
import { renewalSent } from './connection.ts';
import { noteDeactivated } from './deactivated.ts';
import { clearSession, keepSession, readSession, type EndReason } from './sessionStore.ts';
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

/**
 * renewed: a new access token is stored. refused: the session is over and cleared. unreachable: no answer; retry later.
 */
export type Renewal = 'renewed' | 'refused' | 'unreachable';

let pendingRenewal: Promise<Renewal> | null = null;

/** Exchanges the refresh token for a new access token. Concurrent callers share one exchange. */
export function renewSession(): Promise<Renewal> {
  pendingRenewal ??= exchange().finally(() => {
    pendingRenewal = null;
  });
  return pendingRenewal;
}

async function exchange(): Promise<Renewal> {
  const session = readSession();
  if (!session) return 'refused';
  const answer = await requestRenewal(session.refreshToken);
  // The user has signed out or another one has signed in while the request was in flight.
  if (readSession()?.refreshToken !== session.refreshToken) return readSession() ? 'renewed' : 'refused';
  if (answer === 'unreachable') return answer;
  if ('ended' in answer) {
    if (answer.ended === 'deactivated') noteDeactivated(session.user.userId);
    clearSession(answer.ended);
    return 'refused';
  }
  keepSession({ ...answer, user: userDataOf(answer.user) });
  return 'renewed';
}

type Renewed = Extract<Renewal_MutationMutation['renewSession'], { __typename: 'SessionPayload' }>;

interface Body {
  readonly data?: Renewal_MutationMutation | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: unknown; readonly detail?: unknown } }[];
}

/** By the detail of the server's refusal. */
const endReasons: Readonly<Record<string, EndReason>> = {
  deactivated: 'deactivated',
  logout: 'otherTab',
  ended_by_user: 'device',
  password_change: 'password',
  password_reset: 'password',
};

/** Doesn't use the Apollo client, whose links wait for renewals. */
async function requestRenewal(refreshToken: string): Promise<Renewed | { ended: EndReason } | 'unreachable'> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' },
      body: JSON.stringify({ query: print(Renewal_Mutation), variables: { refreshToken } }),
    });
    const { data, errors } = (await response.json()) as Body;
    renewalSent(true);
    if (data?.renewSession.__typename === 'SessionPayload') return data.renewSession;
    const { code = data?.renewSession.code, detail } = errors?.[0]?.extensions ?? {};
    if (typeof code !== 'string' || transientCodes.has(code)) return 'unreachable';
    return { ended: endReasons[String(detail)] ?? 'over' };
  } catch {
    renewalSent(false);
    return 'unreachable';
  }
}

/** Transient error codes: a retry with the same token may succeed. */
const transientCodes: ReadonlySet<string> = new Set([
  'RATE_LIMITED',
  'SERVER_BUSY',
  'SERVICE_UNAVAILABLE',
  'DISK_FULL',
  'INTERNAL_SERVER_ERROR',
]);
