import { randomUUID } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { linkTokens, mails, sessions } from '../../db/schema/accounts.ts';
import { notifications } from '../../db/schema/support.ts';
import { purgeMails } from '../../server/domain/accounts/mails/purgeMails.ts';
import { purgeSessions } from '../../server/domain/accounts/sessions/purgeSessions.ts';
import { createDownloadLink } from '../../server/domain/accounts/links/downloadLink.ts';
import { logout } from '../../server/domain/accounts/sessions/logout.ts';
import { purgeLinks } from '../../server/domain/accounts/links/purgeLinks.ts';
import { purgeNotifications } from '../../server/domain/notifications/purgeNotifications.ts';
import { daysBefore, purgeRows } from '../../server/domain/ground/database/purgeRows.ts';
import { raiseTicket } from '../../server/domain/tickets/raiseTicket.ts';
import { resolveTicket } from '../../server/domain/tickets/resolveTicket.ts';
import { sendTicketMessage } from '../../server/domain/tickets/sendTicketMessage.ts';
import { purgeKeys } from '../../server/domain/wallet/purgeKeys.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenActor } from '../support/world/bulk.ts';
import { givenMember, givenPrimaryAdmin, signedIn } from '../support/world/members.ts';

const DAY = 86_400_000;
const MIB = 1024 * 1024;

let database: TestDatabase;
let domain: TestDomain;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
afterAll(() => database.close());

const system = () => domain.as({ kind: 'system' });

describe('what is kept for a time', () => {
  it('sessions go 30 days after they ended, or expired', async () => {
    const player = await givenMember(domain);
    const other = await signedIn(domain, player.email, player.password);
    await logout(domain.as(other.actor), { accessToken: other.accessToken, refreshToken: other.refreshToken });
    const left = () => database.db.$count(sessions, eq(sessions.userId, player.userId));
    domain.clock.advance(30 * DAY);
    await purgeSessions(system());
    expect(await left()).toBe(2);
    domain.clock.advance(1);
    await purgeSessions(system());
    expect(await left()).toBe(1);
    // A session that was never ended expires after 30 days.
    domain.clock.advance(30 * DAY);
    await purgeSessions(system());
    expect(await left()).toBe(0);
  });

  it('a session stays as long as a download link refers to it', async () => {
    const player = await givenMember(domain);
    const document = `data:;base64,${Buffer.from('%PDF-1.7\n').toString('base64')}`;
    const { documentId } = await raiseTicket(player.ctx(), {
      title: 'UPI Payment Stuck',
      description: 'Why?',
      document,
    });
    await createDownloadLink(player.ctx(), { path: `/documents/${domain.services.ids.seal('Document', documentId!)}` });
    const left = () => database.db.$count(sessions, eq(sessions.userId, player.userId));
    domain.clock.advance(61 * DAY);
    await purgeSessions(system());
    expect(await left()).toBe(1);
    await purgeLinks(system());
    await purgeSessions(system());
    expect(await left()).toBe(0);
  });

  it('mails go after 30 days, delivered or not', async () => {
    const { email } = await givenMember(domain);
    const left = () => database.db.$count(mails, eq(mails.recipient, email));
    domain.clock.advance(30 * DAY);
    await purgeMails(system());
    expect(await left()).toBe(1);
    domain.clock.advance(1);
    await purgeMails(system());
    expect(await left()).toBe(0);
  });

  it('notifications go after 180 days', async () => {
    const { userId } = await givenActor(domain, 'player');
    await database.db.insert(notifications).values({
      userId,
      kind: 'ROUND_WON',
      data: {},
      cause: 'a round',
      createdAt: new Date(domain.clock.now()),
    });
    const left = () => database.db.$count(notifications, eq(notifications.userId, userId));
    domain.clock.advance(180 * DAY);
    await purgeNotifications(system());
    expect(await left()).toBe(1);
    domain.clock.advance(1);
    await purgeNotifications(system());
    expect(await left()).toBe(0);
  });

  it('keys of bets go after 7 days', async () => {
    const key = randomUUID();
    await database.db.execute(sql`
      insert into bet_keys (player_id, key, bet_id, created_at)
      values (1, ${key}, 1, ${new Date(domain.clock.now()).toISOString()})`);
    const left = async () => (await rawQuery(database.db, sql`select from bet_keys where key = ${key}`)).length;
    domain.clock.advance(7 * DAY);
    await purgeKeys(system());
    expect(await left()).toBe(1);
    domain.clock.advance(1);
    await purgeKeys(system());
    expect(await left()).toBe(0);
  });

  it('download links go a day after they expired', async () => {
    const player = await givenMember(domain);
    const { expiresAt } = await createDownloadLink(player.ctx(), { path: '/exports/bets.csv' });
    const left = () => database.db.$count(linkTokens, eq(linkTokens.userId, player.userId));
    domain.clock.set(expiresAt.getTime() + DAY);
    await purgeLinks(system());
    expect(await left()).toBe(1);
    domain.clock.advance(1);
    await purgeLinks(system());
    expect(await left()).toBe(0);
  });

  it('is deleted in batches until nothing is left of it', async () => {
    await database.db.execute(sql`
      insert into bet_keys (player_id, key, bet_id, created_at)
      select 1, md5(n::text)::uuid, n, '2026-01-01' from generate_series(1, 2500) n`);
    expect(await purgeKeys(system())).toBeGreaterThanOrEqual(2_500);
    expect(await rawQuery(database.db, sql`select from bet_keys where created_at < '2026-01-02'`)).toEqual([]);
  });

  it.each<[table: string, instant: SQL]>([
    ['bet_keys', sql`created_at`],
    ['idempotency_keys', sql`created_at`],
    ['link_tokens', sql`expires_at`],
    ['sessions', sql`least(ended_at, expires_at)`],
    ['mails', sql`created_at`],
    ['notifications', sql`created_at`],
  ])('%s is found by an index, oldest first', async (table, instant) => {
    const plan = await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_sort = off`);
      return rawQuery<{ 'QUERY PLAN': string }>(
        tx,
        sql`explain select ctid from ${sql.raw(table)} where ${instant} < now() order by ${instant} limit 1000`,
      );
    });
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/Index (Only )?Scan using/);
    expect(lines).not.toMatch(/Sort|Seq Scan/);
  });

  it('and nothing younger goes with it', async () => {
    const now = new Date(domain.clock.now());
    expect(daysBefore(now, 2).getTime()).toBe(now.getTime() - 2 * DAY);
    expect(await purgeRows(database.db, { table: sql`users`, instant: sql`created_at`, before: new Date(0) })).toBe(0);
  });
});

describe('what a player may send', () => {
  const ticket = { title: 'UPI Payment Stuck', description: 'My ₹500 never arrived.' };
  const file = (bytes: number) =>
    `data:;base64,${Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9)]).toString('base64')}`;
  const refusedField = (field: string) => ({ code: 'INVALID_INPUT', extra: { field } });

  it('at most 20 open tickets, also at the same moment; a resolved one makes room', async () => {
    const player = await givenActor(domain, 'player');
    const raise = () => raiseTicket(domain.as(player), ticket);
    const raised = await Promise.allSettled(Array.from({ length: 24 }, raise));
    const accepted = raised.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(accepted).toHaveLength(20);
    await expect(raise()).rejects.toMatchObject(refusedField('title'));
    await resolveTicket((await givenPrimaryAdmin(domain)).ctx(), { ticketId: accepted[0]!.id });
    await raise();
    await expect(raise()).rejects.toMatchObject(refusedField('title'));
  });

  it('at most 10 documents in 24 hours, whatever an admin adds', async () => {
    const player = await givenActor(domain, 'player');
    const admin = await givenPrimaryAdmin(domain);
    const { id: ticketId } = await raiseTicket(domain.as(player), { ...ticket, document: file(100) });
    const send = () => sendTicketMessage(domain.as(player), { ticketId, message: 'See here', document: file(100) });
    for (let n = 0; n < 9; n += 1) await send();
    await expect(send()).rejects.toMatchObject(refusedField('document'));
    await sendTicketMessage(admin.ctx(), { ticketId, message: 'Thank you', document: file(100) });
    await sendTicketMessage(domain.as(player), { ticketId, message: 'Words are free' });
    domain.clock.advance(DAY);
    await send();
  });

  it('at most 10 documents at the same moment, in whatever tickets, and the next ones after 24 hours', async () => {
    const player = await givenActor(domain, 'player');
    const tickets = await Promise.all(Array.from({ length: 7 }, () => raiseTicket(domain.as(player), ticket)));
    const send = ({ id: ticketId }: { id: bigint }) =>
      sendTicketMessage(domain.as(player), { ticketId, message: 'See here', document: file(100) });
    const sent = await Promise.allSettled([...tickets, ...tickets].map(send));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    domain.clock.advance(DAY - 1);
    await expect(send(tickets[0]!)).rejects.toMatchObject(refusedField('document'));
    domain.clock.advance(1);
    await send(tickets[0]!);
  });

  it('at most 50 MiB of documents in all', async () => {
    const player = await givenActor(domain, 'player');
    const { id: ticketId } = await raiseTicket(domain.as(player), ticket);
    const send = (bytes: number) =>
      sendTicketMessage(domain.as(player), { ticketId, message: 'See here', document: file(bytes) });
    // Within 20 MB a day.
    for (let day = 0; day < 3; day += 1) {
      for (let n = 0; n < 3; n += 1) await send(5 * MIB);
      domain.clock.advance(DAY);
    }
    await expect(send(5 * MIB)).resolves.toBeDefined();
    await expect(send(9)).rejects.toMatchObject(refusedField('document'));
  });
});
