import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { of } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deactivatedUid, forgetDeactivated } from './deactivated.ts';
import { errorLink } from './errorLink.ts';
import { renewSession } from './renewal.ts';
import { clearSession, keepSession, readSession, type Session } from './sessionStore.ts';

/** The session of the user with this name, as another tab or a log-in would store it. */
function sessionOf(name: string): Session {
  const user = { avatar: '', name, email: `${name}@b.in`, userId: name, userType: 'player' } as const;
  return { accessToken: `access of ${name}`, refreshToken: `refresh of ${name}`, user };
}

/** Holds renewal requests until they are answered; `renewals` counts them. */
let renewals: number;
let answerRenewal: (body: object) => void;

const renewed = (name: string) => ({
  data: {
    renewSession: {
      __typename: 'SessionPayload',
      accessToken: `renewed access of ${name}`,
      refreshToken: `refresh of ${name}`,
      user: { avatar: '', name, email: `${name}@b.in`, uid: name, userType: 'PLAYER' },
    },
  },
});
const refused = { data: { renewSession: { __typename: 'Refusal', code: 'UNAUTHENTICATED' } } };

beforeEach(() => {
  localStorage.clear();
  renewals = 0;
  vi.stubGlobal('fetch', () => {
    renewals += 1;
    return new Promise<Response>((resolve) => {
      answerRenewal = (body) => resolve(Response.json(body));
    });
  });
  keepSession(sessionOf('asha'));
});
afterEach(() => vi.unstubAllGlobals());

it('keeps the UID of an account that was deactivated, for the landing page, and of no other', async () => {
  sessionStorage.clear();
  const ended = (detail?: string) => ({ errors: [{ extensions: { code: 'UNAUTHENTICATED', detail } }] });
  for (const [detail, uid] of [
    [undefined, null],
    ['deactivated', 'asha'],
  ] as const) {
    keepSession(sessionOf('asha'));
    const renewal = renewSession();
    answerRenewal(ended(detail));
    expect(await renewal).toBe('refused');
    expect(readSession()).toBeNull();
    expect(deactivatedUid()).toBe(uid);
  }
  forgetDeactivated();
  expect(deactivatedUid()).toBeNull();
});

describe('a renewal that is answered late', () => {
  it.each([
    ['a new token', renewed('asha')],
    ['a refusal', refused],
  ])('leaves a newer session as it is: %s', async (_what, answer) => {
    const renewal = renewSession();
    const newer = sessionOf('bela');
    keepSession(newer);
    answerRenewal(answer);
    expect(await renewal).toBe('renewed');
    expect(readSession()).toEqual(newer);
  });

  it('does not sign in again after signing out', async () => {
    const renewal = renewSession();
    clearSession();
    answerRenewal(renewed('asha'));
    expect(await renewal).toBe('refused');
    expect(readSession()).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  it('is shared by concurrent callers', async () => {
    const both = [renewSession(), renewSession()];
    answerRenewal(renewed('asha'));
    expect(await Promise.all(both)).toEqual(['renewed', 'renewed']);
    expect(renewals).toBe(1);
    expect(readSession()?.accessToken).toBe('renewed access of asha');
  });
});

describe('a call with an expired access token', () => {
  const expired = { data: null, errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] };
  let answers: ApolloLink.Result[];
  let onCall: () => void;
  let calls: number;

  const ask = () => {
    calls = 0;
    const server = new ApolloLink(() => {
      calls += 1;
      onCall();
      return of(answers.shift() ?? expired);
    });
    const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.from([errorLink, server]) });
    return client.query({
      query: gql`
        {
          serverTime
        }
      `,
      errorPolicy: 'all',
    });
  };
  const renewWith = async (body: object) => {
    await vi.waitFor(() => expect(renewals).toBe(1));
    answerRenewal(body);
  };
  beforeEach(() => {
    answers = [];
    onCall = () => undefined;
  });

  it('is sent again after one renewal', async () => {
    answers = [expired, { data: { serverTime: 'now' } }];
    const answer = ask();
    await renewWith(renewed('asha'));
    expect((await answer).data).toEqual({ serverTime: 'now' });
    expect([calls, renewals]).toEqual([2, 1]);
  });

  it('is not renewed for ever: refused again, the session is over', async () => {
    const answer = ask();
    await renewWith(renewed('asha'));
    expect(CombinedGraphQLErrors.is((await answer).error)).toBe(true);
    expect([calls, renewals]).toEqual([2, 1]);
    expect(readSession()).toBeNull();
  });

  it('leaves a session that began after it was sent', async () => {
    onCall = () => calls === 2 && keepSession(sessionOf('bela'));
    const answer = ask();
    await renewWith(renewed('asha'));
    await answer;
    expect(readSession()).toEqual(sessionOf('bela'));
  });

  it('is not sent again when the renewal is refused', async () => {
    const answer = ask();
    await renewWith(refused);
    expect(CombinedGraphQLErrors.is((await answer).error)).toBe(true);
    expect([calls, renewals]).toEqual([1, 1]);
    expect(readSession()).toBeNull();
  });
});
