import { sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '../../server/domain/accounts/sessions/authenticate.ts';
import { endMemberSessions } from '../../server/domain/accounts/sessions/endMemberSessions.ts';
import { endOtherSessions, endSession } from '../../server/domain/accounts/sessions/endOwnSessions.ts';
import { memberSessions } from '../../server/domain/accounts/users/members.ts';
import { ownSessions } from '../../server/domain/accounts/sessions/ownSessions.ts';
import { listAudit } from '../../server/domain/audit/auditList.ts';
import { changePassword } from '../../server/domain/accounts/users/changePassword.ts';
import { logout } from '../../server/domain/accounts/sessions/logout.ts';
import { setAdminRoles } from '../../server/domain/accounts/status/setAdminRoles.ts';
import { contextFor, type Services } from '../../server/domain/ground/verbs/context.ts';
import { LiveTokens } from '../../server/domain/ground/actors/liveTokens.ts';
import { relayedEvents, type RelayedEvents } from '../../server/composition/relay.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusalCode } from '../support/refusal.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, signedIn, type Member } from '../support/world/members.ts';

const anonymous = { kind: 'anonymous' } as const;

let database: TestDatabase;
let domain: TestDomain;
let relays: RelayedEvents[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
afterAll(async () => {
  for (const relay of relays) await relay.stop();
  relays = [];
  await database.close();
});

/** Another server on the same database, with its own connections and caches. */
async function server(): Promise<{ services: Services; who(player: Member): ReturnType<typeof authenticate> }> {
  const relay = await relayedEvents({ address: database.address, database, log: domain.services.log });
  relays.push(relay);
  const services = { ...domain.services, events: relay.events, liveTokens: new LiveTokens(relay.events) };
  return { services, who: (player) => authenticate(contextFor(services, anonymous), player.accessToken) };
}

/** Resolves when that server has received every session end so far. */
async function caughtUp({ services }: { services: Services }, from: { services: Services }): Promise<void> {
  const mark = randomBytes(4).readUInt32BE().toString();
  const allReceived = new Promise<void>((resolve) => {
    services.events.on('notificationAdded', ({ notificationId }) => notificationId === mark && resolve());
  });
  from.services.events.publish({ type: 'notificationAdded', notificationId: mark, userId: '0' });
  await allReceived;
}

describe('an ended session', () => {
  it('ends on every server, although each has cached its token', async () => {
    const [one, two, three] = [await server(), await server(), await server()];
    const player = await givenMember(domain);
    for (const each of [one, two, three]) expect(await each.who(player)).toEqual(player.actor);
    await logout(contextFor(one.services, anonymous), player);
    expect(await one.who(player)).toEqual(anonymous);
    for (const other of [two, three]) {
      await caughtUp(other, one);
      expect(await other.who(player)).toEqual(anonymous);
    }
  });

  it('is announced by the commit itself, even if the server crashes right after it', async () => {
    const [one, two] = [await server(), await server()];
    const player = await givenMember(domain);
    expect(await two.who(player)).toEqual(player.actor);
    const dying = { ...contextFor(one.services, player.actor) };
    dying.events = Object.assign(Object.create(one.services.events), {
      payloads: one.services.events.payloads.bind(one.services.events),
      deliver: () => {
        throw new Error('died');
      },
    });
    await expect(changePassword(dying, { oldPassword: player.password, newPassword: 'x' })).rejects.toThrow('died');
    await caughtUp(two, one);
    expect(await two.who(player)).toEqual(anonymous);
  });

  it('is not trusted by a server that receives no events of the others', async () => {
    const [one, isolated] = [await server(), await server()];
    const player = await givenMember(domain);
    expect(await isolated.who(player)).toEqual(player.actor);
    isolated.services.events.disconnected();
    await logout(contextFor(one.services, anonymous), player);
    expect(await isolated.who(player)).toEqual(anonymous);
    isolated.services.events.reconnected();
    expect(await isolated.who(player)).toEqual(anonymous);
  });
});

describe('other roles', () => {
  it('apply on every server, although each has cached the token', async () => {
    const [one, two] = [await server(), await server()];
    const owner = await givenPrimaryAdmin(domain);
    const admin = await givenOtherAdmin(domain, undefined, ['FINANCE']);
    for (const each of [one, two]) expect(await each.who(admin)).toEqual(admin.actor);
    const change = { userId: admin.userId, roles: ['AUDITOR'], reason: 'Moved to audit' };
    await setAdminRoles(contextFor(one.services, owner.actor), change);
    expect(await one.who(admin)).toEqual({ ...admin.actor, roles: ['AUDITOR'] });
    await caughtUp(two, one);
    expect(await two.who(admin)).toEqual({ ...admin.actor, roles: ['AUDITOR'] });
  });
});

describe('the memory of live tokens', () => {
  it('queries the database once; a player’s token is trusted on, and its session read again in the background', async () => {
    const one = await server();
    const player = await givenMember(domain);
    await one.who(player);
    const rechecked: bigint[] = [];
    const sessions = { find: undefined as never, recheck: (id: bigint) => void rechecked.push(id) };
    const who = () => authenticate({ ...contextFor(one.services, anonymous), sessions }, player.accessToken);
    domain.clock.advance(29_999);
    expect(await who()).toEqual(player.actor);
    expect(rechecked).toEqual([]);
    domain.clock.advance(1);
    for (const each of [await who(), await who()]) expect(each).toEqual(player.actor);
    expect(rechecked).toEqual([player.actor.sessionId]);
    one.services.events.disconnected('database');
    await expect(who()).rejects.toThrow(TypeError);
  });

  it('finds the end of a session of which it was not told, by reading it again', async () => {
    const one = await server();
    const player = await givenMember(domain);
    await one.who(player);
    await domain.owner.execute(sql`update sessions set ended_at = now() where id = ${player.actor.sessionId}`);
    domain.clock.advance(30_000);
    expect(await one.who(player)).toEqual(player.actor);
    await expect.poll(() => one.who(player)).toEqual(anonymous);
  });

  it('queries the database for an admin every half a minute', async () => {
    const one = await server();
    const admin = await givenPrimaryAdmin(domain);
    await one.who(admin);
    domain.clock.advance(30_000);
    const later = { ...contextFor(one.services, anonymous), sessions: undefined as never };
    await expect(authenticate(later, admin.accessToken)).rejects.toThrow(TypeError);
  });

  it('keeps nothing that was read before a session ended', () => {
    const { events } = domain.services;
    const tokens = new LiveTokens(events);
    const now = new Date(domain.clock.now());
    const expiresAt = new Date(now.getTime() + 60_000);
    const actor = { kind: 'player', userId: 1n, sessionId: 7n } as const;
    const mark = tokens.mark();
    events.publish({ type: 'sessionsEnded', sessionIds: ['7'] });
    tokens.remember('token', actor, { expiresAt, now, mark });
    expect(tokens.find('token', now)).toBeUndefined();
    tokens.remember('token', actor, { expiresAt, now, mark: tokens.mark() });
    expect(tokens.find('token', now)).toEqual(actor);
    expect(tokens.find('token', new Date(now.getTime() + 60_000))).toBeUndefined();
  });

  it('holds 20,000 tokens and drops the oldest', () => {
    const tokens = new LiveTokens(domain.services.events);
    const now = new Date(domain.clock.now());
    const entry = { expiresAt: new Date(now.getTime() + 60_000), now, mark: tokens.mark() };
    for (let n = 1; n <= 20_001; n += 1) {
      tokens.remember(`token ${n}`, { kind: 'player', userId: 1n, sessionId: BigInt(n) }, entry);
    }
    expect(tokens.find('token 1', now)).toBeUndefined();
    expect(tokens.find('token 2', now)).toBeDefined();
    expect(tokens.find('token 20001', now)).toBeDefined();
  });
});

describe('one’s own sessions', () => {
  it('are listed while they live, and ended one by one or all others, at once on every server', async () => {
    const [one, two] = [await server(), await server()];
    const here = await givenMember(domain);
    const again = () => signedIn(domain, here.email, here.password);
    const [phone, tablet, laptop] = [await again(), await again(), await again()];
    const ids = async (by: Member) => (await ownSessions(by.ctx())).map(({ id }) => id);
    const all = [here, phone, tablet, laptop];
    expect(new Set(await ids(here))).toEqual(new Set(all.map(({ actor }) => actor.sessionId)));
    for (const each of all) expect(await two.who(each)).toEqual(each.actor);

    await endSession(contextFor(one.services, here.actor), { sessionId: phone.actor.sessionId });
    await caughtUp(two, one);
    expect(await two.who(phone)).toEqual(anonymous);
    expect(await refusalCode(endSession(here.ctx(), { sessionId: phone.actor.sessionId }))).toBe('NOT_FOUND');
    const stranger = await givenMember(domain);
    expect(await refusalCode(endSession(stranger.ctx(), { sessionId: here.actor.sessionId }))).toBe('NOT_FOUND');

    expect(await endOtherSessions(contextFor(one.services, here.actor))).toBe(2);
    await caughtUp(two, one);
    for (const other of [tablet, laptop]) expect(await two.who(other)).toEqual(anonymous);
    expect(await two.who(here)).toEqual(here.actor);
    expect(await ids(here)).toEqual([here.actor.sessionId]);
    expect(await endOtherSessions(here.ctx())).toBe(0);
  });
});

describe('sessions of others', () => {
  it('are ended by admins, one or all, with a row in the audit log; players end nobody’s', async () => {
    const admin = await givenPrimaryAdmin(domain);
    const player = await givenMember(domain);
    const { userId } = player;
    const phone = await signedIn(domain, player.email, player.password);
    expect(await refusalCode(endMemberSessions(player.ctx(), { userId: admin.userId }))).toBe('FORBIDDEN');
    const stranger = await givenMember(domain);
    const wrong = { userId: stranger.userId, sessionId: phone.actor.sessionId };
    expect(await refusalCode(endMemberSessions(admin.ctx(), wrong))).toBe('NOT_FOUND');

    await endMemberSessions(admin.ctx(), { userId, sessionId: phone.actor.sessionId });
    await endMemberSessions(admin.ctx(), { userId, reason: 'a stolen phone' });
    const reasons = (await memberSessions(admin.ctx(), userId)).map(({ endReason }) => endReason);
    expect(reasons).toEqual(['ended_by_admin', 'ended_by_admin']);
    expect(await refusalCode(endMemberSessions(admin.ctx(), { userId }))).toBe('NOT_FOUND');
    const { rows } = await listAudit(admin.ctx(), { subject: player.user.uid, action: 'session:end' }, { limit: 5 });
    expect(rows.map(({ actorId, after, reason }) => [actorId, after, reason])).toEqual([
      [admin.userId, '{"sessions":1}', 'a stolen phone'],
      [admin.userId, '{"sessions":1}', null],
    ]);
  });

  it('and an admin’s own leave a row too; a player’s own do not', async () => {
    const admin = await givenPrimaryAdmin(domain);
    const other = await givenOtherAdmin(domain);
    const player = await givenMember(domain);
    for (const { email, password, ctx } of [other, player]) {
      await signedIn(domain, email, password);
      await endOtherSessions(ctx());
    }
    const { rows } = await listAudit(admin.ctx(), { action: 'session:end' }, { limit: 50 });
    const subjects = rows.map(({ subject }) => subject);
    expect([subjects.includes(other.user.uid), subjects.includes(player.user.uid)]).toEqual([true, false]);
  });
});
