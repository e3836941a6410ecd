import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { tickets } from '../../db/schema/support.ts';
import { deactivateUser } from '../../server/domain/accounts/status/deactivateUser.ts';
import { setAdminRoles } from '../../server/domain/accounts/status/setAdminRoles.ts';
import type { AdminRole } from '../../server/domain/ground/actors/adminRoles.ts';
import { listAudit } from '../../server/domain/audit/auditList.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { assignTicket } from '../../server/domain/tickets/assignTicket.ts';
import { markTicketRead } from '../../server/domain/tickets/markTicketRead.ts';
import { raiseTicket } from '../../server/domain/tickets/raiseTicket.ts';
import { resolveTicket } from '../../server/domain/tickets/resolveTicket.ts';
import { sendTicketMessage } from '../../server/domain/tickets/sendTicketMessage.ts';
import { supportStaff } from '../../server/domain/tickets/supportStaff.ts';
import type { Ticket } from '../../server/domain/tickets/ticket.ts';
import {
  listTickets,
  ticketsById,
  ticketsChangedSince,
  unreadTicketCount,
  type TicketFilter,
} from '../../server/domain/tickets/ticketList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { givenActor } from '../support/world/bulk.ts';
import { givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
let [asha, ravi]: Member[] = [];
let pia: Awaited<ReturnType<typeof givenActor<'player'>>>;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
  asha = await givenOtherAdmin(domain, 'Asha Support', ['SUPPORT']);
  ravi = await givenOtherAdmin(domain, 'Ravi Support', ['SUPPORT']);
});
beforeEach(async () => {
  pia = await givenActor(domain, 'player', 'Pia Pillai');
  domain.clock.advance(60_000);
});
afterAll(() => database.close());

const raise = (description = 'My ₹500 never arrived.') =>
  raiseTicket(domain.as(pia), { title: 'UPI Payment Stuck', description });
const write = (ticketId: bigint, message: string) => sendTicketMessage(domain.as(pia), { ticketId, message });
const answer = (ticketId: bigint, message: string) => sendTicketMessage(asha!.ctx(), { ticketId, message });
const withRoles = (roles: AdminRole[]) => domain.as({ kind: 'admin', userId: asha!.userId, roles, sessionId: 1n });
const found = async (filter: TicketFilter, ctx = asha!.ctx(), limit = 50) =>
  (await listTickets(ctx, filter, { limit })).rows.map(({ id }) => id);
const uidOf = async (userId: bigint) =>
  (await domain.owner.select({ uid: users.uid }).from(users).where(eq(users.id, userId)))[0]!.uid;
const now = async ({ id }: Ticket) => (await ticketsById(asha!.ctx(), [id]))[0]!;

describe('an unread ticket', () => {
  const read = (ticketId: bigint, messageId: bigint | null = null, ctx = asha!.ctx()) =>
    markTicketRead(ctx, { ticketId, messageId });

  it('is one whose player wrote last, until somebody of support has opened it', async () => {
    const ticket = await raise();
    const count = await unreadTicketCount(asha!.ctx());
    expect(await found({ unread: true })).toContain(ticket.id);
    domain.published.length = 0;
    expect(await read(ticket.id)).toMatchObject({ unread: false, updatedAt: ticket.updatedAt });
    expect(await unreadTicketCount(ravi!.ctx())).toBe(count - 1);
    expect(await found({ unread: true }, ravi!.ctx())).not.toContain(ticket.id);
    await read(ticket.id);
    // Of what players don't see, the event that players don't get; once.
    expect(domain.published).toEqual([
      { type: 'ticketHandled', ticketId: String(ticket.id), playerId: String(pia.userId) },
    ]);

    expect((await write(ticket.id, 'Anybody there?')).ticket.unread).toBe(true);
    expect((await answer(ticket.id, 'We are looking.')).ticket.unread).toBe(false);
    expect((await write(ticket.id, 'Thanks')).ticket.unread).toBe(true);
    expect(await resolveTicket(asha!.ctx(), { ticketId: ticket.id })).toMatchObject({ unread: false });
    expect((await write(ticket.id, 'Not yet')).ticket).toMatchObject({ unread: true, status: 'pending' });
  });

  it('stays so where the player wrote after what was shown', async () => {
    const ticket = await raise();
    const { message: shown } = await write(ticket.id, 'One');
    const { message: newest } = await write(ticket.id, 'Two');
    expect((await read(ticket.id, shown.id)).unread).toBe(true);
    expect((await read(ticket.id)).unread).toBe(true);
    expect((await read(ticket.id, newest.id)).unread).toBe(false);
  });

  it('stays so when an auditor has opened it, who may not mark it', async () => {
    const { id } = await raise();
    const auditor = withRoles(['AUDITOR']);
    expect(await ticketsById(auditor, [id])).toMatchObject([{ id }]);
    expect(await refusalCode(read(id, null, auditor))).toBe('FORBIDDEN');
    expect(await refusalCode(read(id, null, domain.as(pia)))).toBe('FORBIDDEN');
    expect(await found({ unread: true }, auditor)).toContain(id);
    expect(await refusalCode(read(999_999n))).toBe('NOT_FOUND');
  });

  it('is never resolved, whoever writes the row', async () => {
    const { id } = await raise();
    await resolveTicket(asha!.ctx(), { ticketId: id });
    const mark = domain.owner.update(tickets).set({ unread: true }).where(eq(tickets.id, id));
    await expect(mark).rejects.toMatchObject({ cause: { constraint: 'tickets_resolved_is_read' } });
  });

  it('is sent again to admins, and to them alone, after events may have been missed', async () => {
    const ticket = await raise();
    domain.clock.advance(1_000);
    const since = domain.as(pia).now;
    await read(ticket.id);
    expect(await ticketsChangedSince(asha!.ctx(), since)).toEqual([ticket.id]);
    expect(await ticketsChangedSince(domain.as(pia), since)).toEqual([]);
  });
});

describe('assigning a ticket', () => {
  const assign = (ticket: Ticket, assignee: Member | null, holder: Member | null, by = asha) =>
    assignTicket(by!.ctx(), {
      ticketId: ticket.id,
      assigneeId: assignee?.userId ?? null,
      holderId: holder?.userId ?? null,
    });

  it('is taking, passing on and releasing, each with its row in the audit log', async () => {
    const ticket = await raise();
    expect(await found({ assignment: 'unassigned' })).toContain(ticket.id);
    expect(await assign(ticket, asha!, null)).toMatchObject({
      assigneeId: asha!.userId,
      unread: true,
      updatedAt: ticket.updatedAt,
    });
    await assign(ticket, asha!, null);
    expect([await found({ assignment: 'mine' }), await found({ assignment: 'mine' }, ravi!.ctx())]).toEqual([
      [ticket.id],
      [],
    ]);
    await assign(ticket, ravi!, asha!);
    expect(await found({ assignment: 'mine' }, ravi!.ctx())).toEqual([ticket.id]);
    expect(await assign(ticket, null, ravi!)).toMatchObject({ assigneeId: null });
    const subject = domain.services.ids.seal('Ticket', ticket.id);
    const { rows } = await listAudit(owner.ctx(), { subject }, { limit: 10 });
    const [ashaUid, raviUid] = [await uidOf(asha!.userId), await uidOf(ravi!.userId)];
    expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['ticket:assign', JSON.stringify({ assignee: raviUid }), JSON.stringify({ assignee: null })],
      ['ticket:assign', JSON.stringify({ assignee: ashaUid }), JSON.stringify({ assignee: raviUid })],
      ['ticket:assign', JSON.stringify({ assignee: null }), JSON.stringify({ assignee: ashaUid })],
    ]);
    expect(domain.published.at(-1)).toMatchObject({ type: 'ticketHandled', ticketId: String(ticket.id) });
  });

  it('notifies another admin who gets it, with the ticket, and one who takes it not', async () => {
    const ticket = await raise();
    const noticesOf = async (admin: Member) => {
      const { rows } = await listNotifications(admin.ctx(), { limit: 20 });
      return rows.filter(({ ticketId }) => ticketId === ticket.id).map(({ title, body }) => `${title}: ${body}`);
    };
    await assign(ticket, asha!, null);
    await assign(ticket, ravi!, asha!);
    domain.clock.advance(1_000);
    await assign(ticket, asha!, ravi!, ravi);
    await assign(ticket, ravi!, asha!);
    const [text] = await noticesOf(asha!);
    expect(text).toMatch(new RegExp(`^A ticket is yours: .+ has assigned “${ticket.title}” to you\\.$`));
    expect(await noticesOf(asha!)).toHaveLength(1);
    expect(await noticesOf(ravi!)).toHaveLength(2);
  });

  it('gives it to one of two who take it at once, and tells the other who has it', async () => {
    const ticket = await raise();
    const attempts = await Promise.allSettled([assign(ticket, asha!, null), assign(ticket, ravi!, null, ravi)]);
    const holder = (await now(ticket)).assigneeId;
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(attempts.find((attempt) => attempt.status === 'rejected')?.reason).toMatchObject({
      code: 'TICKET_HELD',
      extra: { holderId: holder },
    });
    const [loser, other] = holder === asha!.userId ? [ravi!, asha!] : [asha!, ravi!];
    await assign(ticket, null, other, other);
    expect(await refusal(assign(ticket, loser, other, loser))).toMatchObject({ extra: { holderId: null } });
  });

  it('is to active admins who may answer, for those who may, and of tickets that exist', async () => {
    const ticket = await raise();
    const finance = await givenOtherAdmin(domain, 'Fina Finance', ['FINANCE']);
    expect(await refusal(assign(ticket, finance, null))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'assigneeId' },
    });
    const input = { ticketId: ticket.id, assigneeId: asha!.userId, holderId: null };
    for (const ctx of [finance.ctx(), withRoles(['AUDITOR']), domain.as(pia)]) {
      expect(await refusalCode(assignTicket(ctx, input))).toBe('FORBIDDEN');
    }
    expect(await refusalCode(assignTicket(asha!.ctx(), { ...input, ticketId: 999_999n }))).toBe('NOT_FOUND');
    expect(await supportStaff(withRoles(['AUDITOR']))).toEqual(
      expect.arrayContaining([owner.userId, asha!.userId, ravi!.userId]),
    );
    expect(await supportStaff(asha!.ctx())).not.toContain(finance.userId);
    expect(await refusalCode(supportStaff(finance.ctx()))).toBe('FORBIDDEN');
    for (const userId of [finance.userId, pia.userId]) {
      const direct = domain.owner.update(tickets).set({ assigneeId: userId }).where(eq(tickets.id, ticket.id));
      await expect(direct).rejects.toMatchObject({ cause: { code: '23001' } });
    }
  });

  it('ends when the assignee is deactivated, or may not answer any more', async () => {
    const [one, other] = [await raise(), await raise()];
    const leaving = await givenOtherAdmin(domain, 'Lea Leaving', ['SUPPORT', 'GAME']);
    const moving = await givenOtherAdmin(domain, 'Mo Moving', ['SUPPORT']);
    await assign(one, leaving, null);
    await assign(other, moving, null);
    await setAdminRoles(owner.ctx(), { userId: leaving.userId, roles: ['SUPPORT'], reason: 'No more games' });
    expect((await now(one)).assigneeId).toBe(leaving.userId);
    await deactivateUser(owner.ctx(), { userId: leaving.userId, reason: 'Has left us' });
    expect([(await now(one)).assigneeId, (await now(other)).assigneeId]).toEqual([null, moving.userId]);
    await setAdminRoles(owner.ctx(), { userId: moving.userId, roles: ['GAME'], reason: 'Works on games now' });
    expect([(await now(one)).assigneeId, (await now(other)).assigneeId]).toEqual([null, null]);
    expect(await refusalCode(assign(one, leaving, null))).toBe('INVALID_INPUT');
    const direct = domain.owner.update(tickets).set({ assigneeId: leaving.userId }).where(eq(tickets.id, one.id));
    await expect(direct).rejects.toMatchObject({ cause: { code: '23001' } });
  });
});

describe('the database, while a ticket is assigned', () => {
  it('lets the account wait that would be deactivated', async () => {
    const { id } = await raise();
    await domain.owner.transaction(async (assigning) => {
      await assigning.update(tickets).set({ assigneeId: asha!.userId }).where(eq(tickets.id, id));
      const deactivating = domain.owner.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '50ms'`);
        await tx.update(users).set({ status: 'deactivated' }).where(eq(users.id, asha!.userId));
      });
      await expect(deactivating).rejects.toMatchObject({ cause: { code: '55P03' } });
    });
  });
});

describe('the search of tickets', () => {
  it('finds parts of title, description, messages, name, UID and email, in any case', async () => {
    const ticket = await raise('The Zebra payment hangs');
    await raise('Something else');
    await write(ticket.id, 'My bank calls it QUAGGA 100%_done');
    await answer(ticket.id, 'An okapi looks into it');
    const uid = await uidOf(pia.userId);
    for (const search of ['zebra', ' ZEBRA pay', 'quagga', '100%_d', 'Okapi']) {
      expect(await found({ search }), search).toEqual([ticket.id]);
    }
    for (const search of [uid, `${uid.slice(1)}@EXAMPLE`]) {
      expect(await found({ search }), search).toHaveLength(2);
    }
    expect((await found({ search: 'pillai' })).length).toBeGreaterThanOrEqual(2);
    expect((await found({ search: 'payment stuck' })).length).toBeGreaterThanOrEqual(2);
    for (const search of ['ze', '1%d', 'zebra\\', 'no such words']) expect(await found({ search }), search).toEqual([]);
    expect((await found({ search: '  ' })).length).toBeGreaterThanOrEqual(2);
  });

  it('is combined with the filters, and paged', async () => {
    const all = [await raise('wombat'), await raise('wombat'), await raise('wombat')].map(({ id }) => id).toReversed();
    const [newest, middle, oldest] = all as [bigint, bigint, bigint];
    await assignTicket(asha!.ctx(), { ticketId: middle, assigneeId: asha!.userId, holderId: null });
    await resolveTicket(asha!.ctx(), { ticketId: oldest });
    const search = 'wombat';
    expect(await found({ search })).toEqual(all);
    expect(await found({ search, assignment: 'mine' })).toEqual([middle]);
    expect(await found({ search, assignment: 'unassigned', status: 'pending' })).toEqual([newest]);
    expect(await found({ search, unread: true })).toEqual([newest, middle]);
    const first = await listTickets(asha!.ctx(), { search }, { limit: 2 });
    const rest = await listTickets(asha!.ctx(), { search }, { limit: 2, after: first.rows.at(-1)!.id });
    expect([first.hasNext, rest.hasNext, rest.rows.map(({ id }) => id)]).toEqual([true, false, [oldest]]);
  });

  it('finds frequent words too, of which there are too many to be collected', async () => {
    const ticket = await raise('aardvark');
    await write(ticket.id, 'gnu 1');
    const herd = await givenActor(domain, 'player', 'Herd of gazelles');
    const messages = sql`insert into ticket_messages (ticket_id, author_id, message, created_at)
      select id, player_id, 'the gnu writes again', now() from raised returning ticket_id`;
    const [first] = await rawQuery<{ id: bigint }>(
      domain.owner,
      sql`with raised as (
            insert into tickets (player_id, title, description, created_at, updated_at)
            select ${herd.userId}, 'UPI Payment Stuck', 'Help', now(), now() from generate_series(1, 20001)
            returning id, player_id
          ), written as (${messages})
          select min(ticket_id) as id from written`,
    );
    // With right statistics or without them, no ticket may take a pass over all messages.
    for (const table of ['tickets', 'ticket_messages']) await rawQuery(domain.owner, sql.raw(`analyze ${table}`));
    const other = await raise('gnu 2');
    expect((await found({ search: 'gnu' })).slice(0, 2)).toEqual([other.id, first!.id + 20_000n]);
    const { rows } = await listTickets(asha!.ctx(), { search: 'gnu' }, { limit: 50, after: first!.id });
    expect(rows.map(({ id }) => id)).toEqual([ticket.id]);
    expect(await found({ search: 'gazelles' })).toHaveLength(50);
    expect(await found({ search: 'gazelles', assignment: 'mine' })).toEqual([]);
  });

  it('reads messages and tickets by their trigram indexes', async () => {
    await database.db.transaction(async (tx) => {
      for (const way of ['seqscan', 'indexscan']) await tx.execute(sql.raw(`set local enable_${way} = off`));
      for (const [table, words, index] of [
        ['tickets', `lower(title || ' ' || description)`, 'tickets_text_index'],
        ['ticket_messages', 'lower(message)', 'ticket_messages_text_index'],
      ] as const) {
        const plan = await rawQuery<{ 'QUERY PLAN': string }>(
          tx,
          sql`explain select from ${sql.raw(table)} where ${sql.raw(words)} like '%zebra%'`,
        );
        expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(index);
      }
    });
  });
});
