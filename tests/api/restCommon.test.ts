import { describe, expect, it } from 'vitest';
import { givenPlayer, signIn } from '../support/world/people.ts';
import { executeAt } from '../support/execute.ts';
import { expectEverythingReached, walkGroup } from '../rest/walk.ts';
import { givenWorld } from '../rest/world.ts';

const world = givenWorld();
walkGroup('common', world);

const PDF = Buffer.from('%PDF-1.7\n').toString('base64');

describe('the profile', () => {
  it('changes name and avatar, and leaves what is left out', async () => {
    const { api, server } = world;
    const { accessToken: token } = await givenPlayer(server);
    const { avatarList } = await api.succeed('getAvatarList', { token });
    const avatar = avatarList.at(-1);
    const changed = await api.succeed('updateProfile', { token, body: { name: 'Asha R.', avatar, extra: 'ignored' } });
    expect(changed['user']).toMatchObject({ name: 'Asha R.', avatar });
    expect(await api.succeed('updateProfile', { token, body: {} })).toEqual(changed);
    const renamed = await api.succeed('updateProfile', { token, body: { name: 'Asha' } });
    expect(renamed['user']).toEqual({ ...changed['user'], name: 'Asha' });
    const inHindi = await api.succeed('updateProfile', { token, body: { language: 'hi' } });
    expect(inHindi).toEqual(renamed);
    const { viewer } = await executeAt(server.url, token)('{ viewer { user { language } } }');
    expect(viewer.user).toEqual({ language: 'HI' });
  });

  it("is an admin's too", async () => {
    const { api, admin } = world;
    const { user } = await api.succeed('updateProfile', { token: admin.accessToken, body: { name: 'Chief' } });
    expect(user).toMatchObject({ name: 'Chief', userType: 'admin', userId: admin.uid });
  });

  it.each([
    ['an avatar that is not in the list', { avatar: 'https://example.com/me.png' }, 'avatar'],
    ['a language that the app does not have', { language: 'fr' }, 'language'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a name above 80 characters', { name: 'x'.repeat(81) }, 'name'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await world.api.call('updateProfile', { token: world.player.accessToken, body });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Please try again' } });
    expect(answer.body['detail']).toContain(field);
  });
});

describe('the password', () => {
  it('changes with the old one, and ends all sessions', async () => {
    const { api, server } = world;
    const player = await givenPlayer(server);
    const other = await signIn(server, player.email, player.password);
    const body = { oldPassword: player.password, newPassword: 'a new one' };
    expect(await api.succeed('updatePassword', { token: player.accessToken, body })).toEqual({ success: true });
    for (const { accessToken: token, refreshToken } of [player, other]) {
      expect(await api.call('getAvatarList', { token })).toMatchObject({ status: 401 });
      expect(await api.call('renewToken', { body: { refreshToken } })).toMatchObject({ status: 401 });
    }
    await signIn(server, player.email, 'a new one');
  });

  it('is refused a wrong old one in the words of either screen', async () => {
    const { api, admin, player } = world;
    const body = { oldPassword: 'wrong', newPassword: 'a new one' };
    expect(await api.call('updatePassword', { token: player.accessToken, body })).toMatchObject({
      status: 402,
      body: { message: 'Wrong Old Password' },
    });
    expect(await api.call('updatePassword', { token: admin.accessToken, body })).toMatchObject({
      status: 402,
      body: { message: 'Incorrect Old Password' },
    });
  });
});

describe('the chat about a ticket', () => {
  const raise = async (token: string) => {
    const body = { title: 'UPI Payment Stuck', description: 'Paid, not arrived' };
    return (await world.api.succeed('raiseTicket', { token, body }))['ticket'];
  };

  it('takes 60 messages an hour of a player', async () => {
    const { accessToken: token } = await givenPlayer(world.server);
    const { _id } = await raise(token);
    const write = () => world.api.call('chat', { token, body: { _id, message: 'Hello?' } });
    for (let index = 0; index < 60; index++) expect((await write()).status).toBe(200);
    expect(await write()).toMatchObject({ status: 400, body: { message: 'Invalid Payload', code: 'DAILY_LIMIT' } });
  });

  it('is between its player and admins, with documents in bare base64', async () => {
    const { api, admin, player } = world;
    const { _id } = await raise(player.accessToken);
    const asked = await api.succeed('chat', {
      token: player.accessToken,
      body: { _id, message: 'See here', document: PDF },
    });
    const answered = await api.succeed('chat', {
      token: admin.accessToken,
      body: { _id, message: 'Done', document: null },
    });
    expect(asked['chat']).toMatchObject({ userType: 'player', document: expect.stringMatching(/^\/documents\//) });
    expect(answered['chat']).toMatchObject({ userType: 'admin', document: null });
    const { tickets } = await api.succeed('getMyTickets', { token: player.accessToken, query: { limit: '1' } });
    expect(tickets[0].chats).toEqual([asked['chat'], answered['chat']]);
  });

  it("does not find another player's ticket, or an invalid id", async () => {
    const { api, server, player } = world;
    const { _id } = await raise(player.accessToken);
    const { accessToken: token } = await givenPlayer(server);
    for (const id of [_id, 'nonsense', _id.slice(0, -1) + (_id.endsWith('A') ? 'Q' : 'A')]) {
      const answer = await api.call('chat', { token, body: { _id: id, message: 'Hello' } });
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });

  it('refuses a message that is blank and a document that is none', async () => {
    const { api, player } = world;
    const { _id } = await raise(player.accessToken);
    for (const changes of [{ message: ' ' }, { document: 'aGVsbG8=' }]) {
      const answer = await api.call('chat', { token: player.accessToken, body: { _id, message: 'Hello', ...changes } });
      expect(answer).toMatchObject({ status: 400 });
    }
  });
});

expectEverythingReached('common', world);
