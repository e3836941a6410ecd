import { describe, expect, it } from 'vitest';
import { mailedLink, mailedPassword } from '../support/world/mails.ts';
import { givenPlayer, signIn } from '../support/world/people.ts';
import { expectEverythingReached, walkGroup } from '../rest/walk.ts';
import { moveOn, givenWorld } from '../rest/world.ts';
import { secretFrom, totpCode } from '../support/authenticator.ts';

const world = givenWorld();
walkGroup('auth', world);

const MINUTE = 60;
/** A code of a second factor is used once; the next one is valid then. */
const STEP_MS = 30_000;

/** A player who may be locked out without affecting other tests. */
const someone = () => givenPlayer(world.server);

async function deactivated() {
  const player = await someone();
  await world.api.succeed('deactivateUser', { token: world.admin.accessToken, body: { userId: player.uid } });
  return player;
}

/** The parameters of the link in a newly requested reset mail. */
async function resetLink(email: string) {
  await world.api.succeed('forgotPassword', { body: { email } });
  return mailedLink(world.server.database, email);
}

describe('signing up and in', () => {
  it('mails a password, which signs in by email in any case, by UID, and by a name that one user bears', async () => {
    const { api, server } = world;
    const email = 'nila@example.com';
    const registered = await api.succeed('register', { body: { name: 'Nila Bose', email, extra: 'ignored' } });
    expect(registered).toEqual({ success: true });
    const password = await mailedPassword(server.database, email);

    const first = await api.succeed('login', { body: { id: 'NILA@example.com', password } });
    expect(first).toMatchObject({ user: { name: 'Nila Bose', email, userType: 'player' } });
    for (const id of [first['user'].userId, 'Nila Bose']) {
      const { user } = await api.succeed('login', { body: { id, password } });
      expect(user).toEqual(first['user']);
    }
  });

  it('returns an admin’s user type', async () => {
    const { user } = await world.api.succeed('login', {
      body: { id: world.admin.email, password: world.admin.password },
    });
    expect(user).toMatchObject({ email: world.admin.email, userType: 'admin' });
  });

  it('takes a code where the account has a second factor', async () => {
    const { api, server } = world;
    const player = await someone();
    const { secret } = await player.perform('startSecondFactor', { password: player.password }, 'secret');
    const code = () => totpCode(secretFrom(secret as string), new Date(server.clock.now()));
    await player.perform('confirmSecondFactor', { otp: code() }, 'recoveryCodes');
    const body = { id: player.email, password: player.password };
    const refused = (why: string, status = 401) => ({ status, body: { code: why } });
    expect(await api.call('login', { body })).toMatchObject(refused('OTP_REQUIRED'));
    expect(await api.call('login', { body: { ...body, otp: 'x' } })).toMatchObject(refused('OTP_WRONG'));
    server.clock.advance(STEP_MS);
    expect(await api.call('login', { body: { ...body, otp: 1_000_000 } })).toMatchObject(refused('INVALID_INPUT', 400));
    const otp = Number(code());
    expect(await api.succeed('login', { body: { ...body, otp } })).toMatchObject({ success: true });
  });

  it.each([
    ['a name that is blank', { name: ' ', email: 'a@example.com' }],
    ['an address that is none', { name: 'Asha', email: 'asha@' }],
  ])('refuses to register %s', async (_what, body) => {
    const answer = await world.api.call('register', { body });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Our Mistake! Please try again' } });
  });

  it('refuses an email that is in use', async () => {
    const answer = await world.api.call('register', {
      body: { name: 'Asha', email: world.player.email.toUpperCase() },
    });
    expect(answer).toMatchObject({ status: 401, body: { message: 'User with this email already exists' } });
  });

  it('refuses an unknown id, a wrong password and a deactivated account, each in its words', async () => {
    const { api, player } = world;
    const unknown = await api.call('login', { body: { id: 'nobody@example.com', password: 'x' } });
    expect(unknown).toMatchObject({ status: 404, body: { message: 'User Not Found', code: 'USER_NOT_FOUND' } });
    const wrong = await api.call('login', { body: { id: player.email, password: 'wrong' } });
    const words = 'Unauthorized. Please check your credentials.';
    expect(wrong).toMatchObject({ status: 401, body: { message: words } });
    const { email, password } = await deactivated();
    expect(await api.call('login', { body: { id: email, password } })).toMatchObject({
      status: 401,
      body: { message: words },
    });
  });
});

describe('sessions', () => {
  it('renews the access token and returns its user', async () => {
    const { api, player } = world;
    const renewed = await api.succeed('renewToken', { body: { refreshToken: player.refreshToken } });
    expect(renewed).toMatchObject({ success: true, user: { userId: player.uid } });
    await api.succeed('getMyTransactions', { token: renewed['accessToken'] });
  });

  it('refuses a refresh token that is none, and one whose account is deactivated', async () => {
    for (const refreshToken of ['nonsense', (await deactivated()).refreshToken]) {
      const answer = await world.api.call('renewToken', { body: { refreshToken } });
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    }
  });

  it('ends at once for a deactivated account', async () => {
    const { accessToken: token } = await deactivated();
    const { status } = await world.api.call('getMyTransactions', { token });
    expect(status).toBe(401);
  });

  it('ends by logout, access token and all', async () => {
    const { api } = world;
    const { accessToken: token, refreshToken } = await someone();
    await api.succeed('logout', { token, body: { refreshToken } });
    expect(await api.call('getMyTransactions', { token })).toMatchObject({ status: 401 });
    expect(await api.call('renewToken', { body: { refreshToken } })).toMatchObject({ status: 401 });
  });

  it.each([undefined, 'nonsense'])(
    'refuses a logout with the access token %j in its own words, body or not',
    async (token) => {
      const message = 'Not Authorized. Incompatible Tokens passed.';
      for (const body of [undefined, { refreshToken: 'anything' }]) {
        const answer = await world.api.call('logout', { ...(token && { token }), ...(body && { body }) });
        expect(answer).toMatchObject({ status: 401, body: { message, code: 'UNAUTHENTICATED' } });
      }
    },
  );

  it("ends nothing when the refresh token is another session's", async () => {
    const { api } = world;
    const one = await someone();
    const other = await signIn(world.server, one.email, one.password);
    const answer = await api.call('logout', { token: one.accessToken, body: { refreshToken: other.refreshToken } });
    const words = 'Not Authorized. Incompatible Tokens passed.';
    expect(answer).toMatchObject({ status: 401, body: { message: words, code: 'TOKENS_INCOMPATIBLE' } });
    for (const { accessToken: token } of [one, other]) await api.succeed('getMyTransactions', { token });
  });
});

describe('a forgotten password', () => {
  it('is reset by the mailed link, once, and ends all sessions', async () => {
    const { api } = world;
    const player = await someone();
    const link = await resetLink(player.email);
    const { token } = await api.succeed('verifyLink', { body: link });
    const reset = { token, email: link.email, validTill: link.validTill, newPassword: 'a new one' };
    await api.succeed('resetPassword', { body: reset });

    expect(await api.call('getMyTransactions', { token: player.accessToken })).toMatchObject({ status: 401 });
    await signIn(world.server, player.email, 'a new one');
    expect(await api.call('verifyLink', { body: link })).toMatchObject({ status: 401, body: { message: 'Used Link' } });
    expect(await api.call('resetPassword', { body: reset })).toMatchObject({
      status: 401,
      body: { message: 'Link not found' },
    });
  });

  it('takes validTill as a number too', async () => {
    const link = await resetLink(world.player.email);
    await world.api.succeed('verifyLink', { body: { ...link, validTill: Number(link.validTill) } });
  });

  it('refuses to mail to an unknown email, and to a deactivated account', async () => {
    const { api } = world;
    const nobody = await api.call('forgotPassword', { body: { email: 'nobody@example.com' } });
    expect(nobody).toMatchObject({ status: 404, body: { message: 'User does not exist' } });
    const { email } = await deactivated();
    expect(await api.call('forgotPassword', { body: { email } })).toMatchObject({ status: 401 });
  });

  it('looks at a link in order: whose, hash, expiry', async () => {
    const { api } = world;
    const { email } = await someone();
    const link = await resetLink(email);
    const verify = (changes: object) => api.call('verifyLink', { body: { ...link, ...changes } });
    const nobody = await verify({ email: 'nobody@example.com', s: 'x', validTill: '1' });
    expect(nobody).toMatchObject({ status: 404, body: { message: 'Invalid Link' } });
    for (const changes of [{ s: 'x' }, { validTill: '1' }, { email: world.player.email }]) {
      expect(await verify(changes)).toMatchObject({ status: 403, body: { message: 'Invalid Hash' } });
    }
  });

  it('expires a link after 30 minutes, and its token after 10', async () => {
    const { api } = world;
    const { email } = await someone();
    const link = await resetLink(email);
    const { token } = await api.succeed('verifyLink', { body: link });
    const reset = (changes: object) =>
      api.call('resetPassword', {
        body: { token, email, validTill: link.validTill, newPassword: 'a new one', ...changes },
      });
    expect(await reset({ email: 'nobody@example.com' })).toMatchObject({
      status: 404,
      body: { message: 'Invalid Link' },
    });
    expect(await reset({ token: 'x' })).toMatchObject({ status: 403, body: { message: 'Authorization failed!!!' } });
    await moveOn(world, 10 * MINUTE);
    expect(await reset({})).toMatchObject({ status: 402, body: { message: 'Expired Link' } });
    await moveOn(world, 20 * MINUTE);
    expect(await api.call('verifyLink', { body: link })).toMatchObject({
      status: 402,
      body: { message: 'Expired Link' },
    });
  });

  it('opens nothing for an account that was deactivated meanwhile', async () => {
    const { api } = world;
    const admin = await signIn(world.server, world.admin.email, world.admin.password);
    const player = await someone();
    const link = await resetLink(player.email);
    const { token } = await api.succeed('verifyLink', { body: link });
    await api.succeed('deactivateUser', { token: admin.accessToken, body: { userId: player.uid } });
    expect(await api.call('verifyLink', { body: link })).toMatchObject({ status: 401 });
    const { email, validTill } = link;
    const reset = await api.call('resetPassword', { body: { token, email, validTill, newPassword: 'a new one' } });
    expect(reset).toMatchObject({ status: 401, body: { code: 'BAD_CREDENTIALS' } });
  });

  it('logs out with an access token that has expired', async () => {
    const player = await someone();
    await moveOn(world, 31 * MINUTE);
    expect(await world.api.call('getMyTransactions', { token: player.accessToken })).toMatchObject({ status: 401 });
    await world.api.succeed('logout', { token: player.accessToken, body: { refreshToken: player.refreshToken } });
  });
});

it('tells a self-excluded player until when, with the right password alone', async () => {
  const { api, server } = world;
  const { email, password, perform } = await givenPlayer(server);
  const { until } = await perform('excludeMyself', { months: 6 }, 'until');
  const refused = { status: 403, body: { code: 'SELF_EXCLUDED', detail: `until ${String(until)}` } };
  expect(await api.call('login', { body: { id: email, password } })).toMatchObject(refused);
  const sameAs = async (operationId: string, other: object, body: object) => {
    const [usual, excluded] = [await api.call(operationId, { body: other }), await api.call(operationId, { body })];
    expect({ status: excluded.status, body: excluded.body }).toEqual({ status: usual.status, body: usual.body });
    expect(JSON.stringify(excluded.body)).not.toMatch(/exclu|until|pause|limit/i);
    return excluded;
  };
  const other = await givenPlayer(server);
  const folded = email.replace('@', '+again@');
  for (const spelled of [email.toUpperCase(), folded]) {
    const name = 'Asha';
    const taken = await sameAs('register', { email: other.email, name }, { email: spelled, name });
    expect(taken).toMatchObject({ status: 401, body: { code: 'EMAIL_TAKEN' } });
    const wrong = { id: other.email, password: 'wrong' };
    expect(await sameAs('login', wrong, { ...wrong, id: spelled })).toMatchObject({ status: 401 });
    expect(await sameAs('forgotPassword', { email: other.email }, { email: spelled })).toMatchObject({ status: 200 });
  }
});

expectEverythingReached('auth', world);
