import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '../../server/domain/accounts/authenticate.ts';
import { changePassword } from '../../server/domain/accounts/changePassword.ts';
import { logout } from '../../server/domain/accounts/logout.ts';
import { setAdminRoles } from '../../server/domain/accounts/setAdminRoles.ts';
import { contextFor, type Services } from '../../server/domain/context.ts';
import { LiveTokens } from '../../server/domain/liveTokens.ts';
import { relayedEvents, type RelayedEvents } from '../../server/composition/relay.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

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
  const relay = await relayedEvents(database.address, database, domain.services.log);
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
  it('queries the database once, then not for half a minute', async () => {
    const one = await server();
    const player = await givenMember(domain);
    await one.who(player);
    const withoutDatabase = { ...contextFor(one.services, anonymous), db: undefined as never };
    expect(await authenticate(withoutDatabase, player.accessToken)).toEqual(player.actor);
    domain.clock.advance(30_000);
    const later = { ...contextFor(one.services, anonymous), db: undefined as never };
    await expect(authenticate(later, player.accessToken)).rejects.toThrow(TypeError);
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
