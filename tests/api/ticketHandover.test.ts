import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ticketMessages, tickets } from '../../db/schema/support.ts';
import { deactivateUser } from '../../server/domain/accounts/status/deactivateUser.ts';
import { setAdminRoles } from '../../server/domain/accounts/status/setAdminRoles.ts';
import { listAudit } from '../../server/domain/audit/auditList.ts';
import type { AdminRole } from '../../server/domain/ground/actors/adminRoles.ts';
import type { TicketTeam } from '../../server/domain/ground/actors/handedTickets.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { assignTicket } from '../../server/domain/tickets/assignTicket.ts';
import { documentsById, readDocument } from '../../server/domain/tickets/documents.ts';
import { handBackTicket } from '../../server/domain/tickets/handBackTicket.ts';
import { handOverTicket } from '../../server/domain/tickets/handOverTicket.ts';
import { listTicketTeams } from '../../server/domain/tickets/handover.ts';
import { markTicketRead } from '../../server/domain/tickets/markTicketRead.ts';
import { raiseTicket } from '../../server/domain/tickets/raiseTicket.ts';
import { resolveTicket } from '../../server/domain/tickets/resolveTicket.ts';
import { sendTicketMessage } from '../../server/domain/tickets/sendTicketMessage.ts';
import type { Ticket } from '../../server/domain/tickets/ticket.ts';
import {
  handedTicketCount,
  listTicketMessages,
  listTickets,
  listWaitingTickets,
  messagesOfTickets,
  ticketExcerpts,
  ticketMessagesById,
  ticketsById,
  ticketsChangedSince,
  type TicketFilter,
  unreadTicketCount,
} from '../../server/domain/tickets/ticketList.ts';
import { addTicketNote, notesOf, ticketNotesById } from '../../server/domain/tickets/ticketNotes.ts';
import { ticketRequests } from '../../server/domain/tickets/ticketRequests.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { listTransactions, transactionsById } from '../../server/domain/wallet/transactionList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
let [asha, meera, farid, gita, nila]: Member[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
  asha = await givenOtherAdmin(domain, 'Asha Support', ['SUPPORT']);
  meera = await givenOtherAdmin(domain, 'Meera Money', ['FINANCE']);
  farid = await givenOtherAdmin(domain, 'Farid Finance', ['FINANCE']);
  gita = await givenOtherAdmin(domain, 'Gita Games', ['GAME']);
  nila = await givenMember(domain, { name: 'Nila Bose', rupees: 500 });
});
beforeEach(() => domain.clock.advance(60_000));
afterAll(() => database.close());

const raise = (player = nila!, document: string | null = null) =>
  raiseTicket(player.ctx(), { title: 'UPI Payment Stuck', description: 'My ₹500 never arrived.', document });
const write = (ticketId: bigint, message: string, by = nila!) => sendTicketMessage(by.ctx(), { ticketId, message });
const note = (ticketId: bigint, text: string, by = asha!) => addTicketNote(by.ctx(), { ticketId, text });
const handOver = (
  ticket: Ticket,
  { team = 'FINANCE', to = null, by = asha! }: { team?: TicketTeam; to?: Member | null; by?: Member } = {},
) => handOverTicket(by.ctx(), { ticketId: ticket.id, team, adminId: to?.userId ?? null, text: 'Has it arrived?' });
const handBack = (ticket: Ticket, by = meera!, text: string | null = null) =>
  handBackTicket(by.ctx(), { ticketId: ticket.id, text });
const as = (...roles: AdminRole[]) => domain.as({ kind: 'admin', userId: 999n, roles, sessionId: 1n });
const now = async ({ id }: Ticket) => (await ticketsById(asha!.ctx(), [id]))[0]!;
const listedTo = async (by: Member, filter: TicketFilter = {}) =>
  (await listTickets(by.ctx(), filter, { limit: 50 })).rows.map(({ id }) => id);
const audit = async ({ id }: Ticket) => {
  const { rows } = await listAudit(owner.ctx(), { subject: domain.services.ids.seal('Ticket', id) }, { limit: 10 });
  return rows.map(({ action, before, after }) => [action, before && JSON.parse(before), after && JSON.parse(after)]);
};
/** What a member was told about a ticket, the newest first. */
const told = async (by: Member, ticket: Ticket) => {
  const { rows } = await listNotifications(by.ctx(), { limit: 50 });
  return rows.filter(({ ticketId }) => ticketId === ticket.id).map(({ title, body }) => `${title}: ${body}`);
};

/** All that a caller can read of a ticket, each by its own query. */
async function readOf(ticket: Ticket, by: Member) {
  const ctx = by.ctx();
  const [message] = await messagesOfTickets(ctx, [ticket.id]);
  const [ofTicket] = await domain.owner.select().from(ticketMessages).where(eq(ticketMessages.ticketId, ticket.id));
  const documentId = ticket.documentId!;
  const [notes = []] = await notesOf(asha!.ctx(), [ticket.id]);
  return {
    byId: (await ticketsById(ctx, [ticket.id]))[0]?.id ?? null,
    listed: (await listedTo(by)).includes(ticket.id),
    waiting: (await listWaitingTickets(ctx, {}, { limit: 50 })).rows.some(({ id }) => id === ticket.id),
    found: (await listedTo(by, { search: 'never arrived' })).includes(ticket.id),
    changed: (await ticketsChangedSince(ctx, ticket.createdAt)).includes(ticket.id),
    message: message?.message ?? null,
    messagesListed: (await listTicketMessages(ctx, ticket.id, { limit: 9 })).rows.length,
    messageById: (await ticketMessagesById(ctx, [ofTicket!.id]))[0]?.message ?? null,
    excerpt: (await ticketExcerpts(ctx, [ticket.id]))[0]?.text ?? null,
    notes: (await notesOf(ctx, [ticket.id]))[0]?.map(({ text }) => text),
    notesById: (
      await ticketNotesById(
        ctx,
        notes.map(({ id }) => id),
      )
    ).filter(Boolean).length,
    document: (await documentsById(ctx, [documentId]))[0]?.mediaType ?? null,
    bytes: await readDocument(ctx, documentId).then(
      ({ size }) => size,
      ({ code }: { code: string }) => code,
    ),
  };
}

const NOTHING = {
  byId: null,
  listed: false,
  waiting: false,
  found: false,
  changed: false,
  message: null,
  messagesListed: 0,
  messageById: null,
  excerpt: null,
  notes: [],
  notesById: 0,
  document: null,
  bytes: 'NOT_FOUND',
};

describe('a ticket that is handed to a team', () => {
  it('is read by its active admins, with all that belongs to it, and by nobody else before', async () => {
    const [ticket, other] = [await raise(nila, PIXEL), await raise(nila, PIXEL)];
    await write(ticket.id, 'Anybody there?');
    await write(other.id, 'And here?');
    for (const admin of [meera!, gita!]) expect(await readOf(ticket, admin)).toEqual(NOTHING);
    await handOver(ticket);
    const all = {
      byId: ticket.id,
      listed: true,
      waiting: true,
      found: true,
      changed: true,
      message: 'Anybody there?',
      messagesListed: 1,
      messageById: 'Anybody there?',
      excerpt: 'Anybody there?',
      notes: ['Has it arrived?'],
      notesById: 1,
      document: 'image/png',
      bytes: expect.any(Number),
    };
    expect([await readOf(ticket, meera!), await readOf(ticket, farid!)]).toEqual([all, all]);
    expect(await readOf(ticket, gita!)).toEqual(NOTHING);
    expect(await readOf(other, meera!)).toEqual(NOTHING);
    expect([await handedTicketCount(meera!.ctx()), await handedTicketCount(gita!.ctx())]).toEqual([1, 0]);
    await handBack(ticket);
    for (const admin of [meera!, farid!]) expect(await readOf(ticket, admin)).toEqual(NOTHING);
    expect(await readOf(ticket, asha!)).toMatchObject({ byId: ticket.id, notes: ['Has it arrived?'] });
  });

  it('or to one admin of it is not read by the others', async () => {
    const ticket = await raise();
    expect(await handOver(ticket, { to: farid! })).toMatchObject({
      handedTeam: 'FINANCE',
      handedAdminId: farid!.userId,
    });
    expect(await listedTo(farid!)).toEqual([ticket.id]);
    expect(await listedTo(meera!)).toEqual([]);
    expect(await refusalCode(note(ticket.id, 'Mine?', meera))).toBe('NOT_FOUND');
    await handBack(ticket, farid);
  });

  it('is answered by the team, internally and to the player, of which those of support who have it are told', async () => {
    const ticket = await raise();
    await assignTicket(asha!.ctx(), { ticketId: ticket.id, assigneeId: owner.userId, holderId: null });
    await handOver(ticket);
    expect(await told(meera!, ticket)).toEqual([
      'A ticket needs your help: Asha Support has handed “UPI Payment Stuck” to Finance.',
    ]);
    expect([await told(farid!, ticket), await told(gita!, ticket)]).toEqual([await told(meera!, ticket), []]);
    await markTicketRead(asha!.ctx(), { ticketId: ticket.id, messageId: null });
    const unread = await unreadTicketCount(asha!.ctx());
    await note(ticket.id, 'It is there, on the 20th.', meera);
    await write(ticket.id, 'Your money has arrived.', meera);
    const answers = [
      'Answer from Finance: Meera Money has answered the player in “UPI Payment Stuck”.',
      'Answer from Finance: Meera Money has left an internal note about “UPI Payment Stuck”.',
    ];
    for (const one of [asha!, owner]) expect((await told(one, ticket)).slice(0, 2)).toEqual(answers);
    expect(await told(farid!, ticket)).toHaveLength(1);
    // It is unread for all of support until one admin of support opens it.
    expect([(await now(ticket)).unread, await unreadTicketCount(asha!.ctx())]).toEqual([true, unread + 1]);
    const { rows } = await listNotifications(nila!.ctx(), { limit: 1 });
    expect(rows[0]).toMatchObject({ kind: 'TICKET_ANSWERED' });
    await markTicketRead(asha!.ctx(), { ticketId: ticket.id, messageId: null });
    await handBack(ticket, meera, 'Credited today.');
    expect((await told(asha!, ticket))[0]).toBe(
      'A ticket is back with support: Meera Money has handed back “UPI Payment Stuck”.',
    );
    expect(await now(ticket)).toMatchObject({ unread: true, handedTeam: null, handedBy: null, handedAt: null });
    expect((await notesOf(asha!.ctx(), [ticket.id]))[0]?.map(({ text }) => text)).toEqual([
      'Has it arrived?',
      'It is there, on the 20th.',
      'Credited today.',
    ]);
    expect(await refusalCode(write(ticket.id, 'One more thing', meera))).toBe('NOT_FOUND');
    expect((await audit(ticket)).map(([action]) => action)).toEqual([
      'ticket:handBack',
      'ticket:answer',
      'ticket:note',
      'ticket:handOver',
      'ticket:assign',
    ]);
  });

  it('is told of by its answers to all of support where nobody of those who had it is of support any more', async () => {
    const ticket = await raise();
    const leaving = await givenOtherAdmin(domain, 'Lea Leaving', ['SUPPORT']);
    await handOver(ticket, { by: leaving });
    await deactivateUser(owner.ctx(), { userId: leaving.userId, reason: 'Has left us' });
    await note(ticket.id, 'Found it.', meera);
    for (const one of [asha!, owner]) expect(await told(one, ticket)).toHaveLength(1);
    expect(await told(meera!, ticket)).toHaveLength(1);
    await handBack(ticket);
  });

  it('is in the audit log, with the team and who of it', async () => {
    const ticket = await raise();
    await handOver(ticket, { to: meera! });
    await resolveTicket(asha!.ctx(), { ticketId: ticket.id });
    const admin = meera!.user.uid;
    expect(await audit(ticket)).toEqual([
      ['ticket:resolve', { status: 'pending', team: 'FINANCE', admin }, { status: 'success' }],
      ['ticket:handOver', null, { team: 'FINANCE', admin }],
    ]);
  });

  it('ends when it is resolved, and isn’t handed again when its player writes', async () => {
    const ticket = await raise();
    await handOver(ticket);
    domain.published.length = 0;
    await resolveTicket(asha!.ctx(), { ticketId: ticket.id });
    expect(domain.published).toContainEqual({ type: 'ticketHandedOver', ticketId: String(ticket.id) });
    expect(await listedTo(meera!)).toEqual([]);
    await write(ticket.id, 'Not yet');
    expect(await listedTo(meera!)).toEqual([]);
    expect(await now(ticket)).toMatchObject({ status: 'pending', handedTeam: null });
  });

  it('is taken back by support, and then handed to another team', async () => {
    const ticket = await raise();
    await handOver(ticket);
    expect(await refusalCode(handOver(ticket, { team: 'GAME' }))).toBe('CHANGED_MEANWHILE');
    expect(await refusalCode(handOver(ticket))).toBe('CHANGED_MEANWHILE');
    await handBack(ticket, asha);
    await handBack(ticket, asha);
    expect(await told(asha!, ticket)).toEqual([]);
    await handOver(ticket, { team: 'GAME' });
    expect([await listedTo(meera!), await listedTo(gita!)]).toEqual([[], [ticket.id]]);
    await handBack(ticket, gita);
    expect((await audit(ticket)).map(([action, before, after]) => [action, (before ?? after).team])).toEqual([
      ['ticket:handBack', 'GAME'],
      ['ticket:handOver', 'GAME'],
      ['ticket:handBack', 'FINANCE'],
      ['ticket:handOver', 'FINANCE'],
    ]);
  });

  it('is the whole team’s when its one admin is of it no longer', async () => {
    const [one, other] = [await raise(), await raise()];
    const leaving = await givenOtherAdmin(domain, 'Zoya Leaving', ['FINANCE']);
    const moving = await givenOtherAdmin(domain, 'Mo Moving', ['FINANCE', 'GAME']);
    await handOver(one, { to: leaving });
    await handOver(other, { to: moving });
    await setAdminRoles(owner.ctx(), { userId: moving.userId, roles: ['FINANCE'], reason: 'No more games' });
    expect((await now(other)).handedAdminId).toBe(moving.userId);
    await deactivateUser(owner.ctx(), { userId: leaving.userId, reason: 'Has left us' });
    expect(await listedTo(meera!)).toEqual([one.id]);
    await setAdminRoles(owner.ctx(), { userId: moving.userId, roles: ['GAME'], reason: 'Works on games now' });
    expect(await listedTo(meera!)).toEqual([other.id, one.id]);
    expect(await ticketsById(as('GAME'), [other.id])).toEqual([null]);
    for (const ticket of [one, other]) await handBack(ticket);
  });
});

describe('handing a ticket over', () => {
  it('is for support, of open tickets, to active admins of teams', async () => {
    const ticket = await raise();
    const input = { ticketId: ticket.id, team: 'FINANCE', adminId: null, text: 'Please look' } as const;
    for (const ctx of [meera!.ctx(), gita!.ctx(), as('AUDITOR'), as(), nila!.ctx()]) {
      expect(await refusalCode(handOverTicket(ctx, input))).toBe('FORBIDDEN');
    }
    for (const ctx of [as('AUDITOR'), as(), nila!.ctx()]) {
      expect(await refusalCode(handBackTicket(ctx, { ticketId: ticket.id, text: null }))).toBe('FORBIDDEN');
      expect(await refusalCode(addTicketNote(ctx, { ticketId: ticket.id, text: 'Hm' }))).toBe('FORBIDDEN');
    }
    const wrong = async (changes: object) => {
      const refused = await refusal(handOverTicket(asha!.ctx(), { ...input, ...changes }));
      return [refused.code, refused.extra.field];
    };
    expect(await wrong({ adminId: gita!.userId })).toEqual(['INVALID_INPUT', 'adminId']);
    expect(await wrong({ adminId: nila!.userId })).toEqual(['INVALID_INPUT', 'adminId']);
    expect(await wrong({ text: '  ' })).toEqual(['INVALID_INPUT', 'text']);
    expect(await wrong({ text: 'x'.repeat(2_001) })).toEqual(['INVALID_INPUT', 'text']);
    expect(await wrong({ ticketId: 999_999n })).toEqual(['NOT_FOUND', 'ticketId']);
    await resolveTicket(asha!.ctx(), { ticketId: ticket.id });
    expect(await wrong({})).toEqual(['INVALID_INPUT', 'ticketId']);
    expect(await told(meera!, ticket)).toEqual([]);
  });

  it('offers teams with their active admins, to those who may read all tickets', async () => {
    const teams = await listTicketTeams(asha!.ctx());
    expect(teams.map(({ team }) => team)).toEqual(['FINANCE', 'GAME', 'OWNER']);
    expect(teams[0]?.memberIds).toEqual([farid!.userId, meera!.userId]);
    expect(await refusalCode(listTicketTeams(meera!.ctx()))).toBe('FORBIDDEN');
  });

  it('to the owners notifies them, who may take it back as support does', async () => {
    const ticket = await raise();
    await handOver(ticket, { team: 'OWNER' });
    expect(await told(owner, ticket)).toHaveLength(1);
    expect(await listedTo(owner, { handed: 'toMe' })).toEqual([ticket.id]);
    expect(await listedTo(asha!, { handed: 'toAnybody' })).toContain(ticket.id);
    expect(await listedTo(asha!, { handed: 'toMe' })).toEqual([]);
    await note(ticket.id, 'I decide: pay.', owner);
    expect((await told(asha!, ticket))[0]).toContain('Answer from the owners');
    await handBack(ticket, owner);
  });
});

describe('the database', () => {
  const set = (ticket: Ticket, values: Partial<Ticket>) =>
    domain.owner.update(tickets).set(values).where(eq(tickets.id, ticket.id));
  const handed = () => ({ handedTeam: 'FINANCE' as const, handedBy: asha!.userId, handedAt: new Date() });
  const refused = (constraintOrCode: object) => ({ cause: constraintOrCode });

  it('hands no ticket over without a row in the audit log', async () => {
    const ticket = await raise();
    await expect(set(ticket, handed())).rejects.toMatchObject(refused({ code: '23000' }));
    expect((await now(ticket)).handedTeam).toBeNull();
  });

  it('hands it over by an active admin of support alone, to an active admin of the team, and not twice', async () => {
    const ticket = await raise();
    for (const values of [
      { ...handed(), handedBy: meera!.userId },
      { ...handed(), handedBy: nila!.userId },
      { ...handed(), handedAdminId: gita!.userId },
    ]) {
      await expect(set(ticket, values)).rejects.toMatchObject(refused({ code: '23001' }));
    }
    await expect(set(ticket, { ...handed(), handedTeam: 'SUPPORT' })).rejects.toMatchObject(
      refused({ constraint: 'tickets_handed_team_known' }),
    );
    await handOver(ticket);
    for (const values of [
      { handedTeam: 'GAME' as const },
      { handedAdminId: meera!.userId },
      { handedBy: owner.userId },
    ]) {
      await expect(set(ticket, values)).rejects.toMatchObject(refused({ code: '23001' }));
    }
    await expect(set(ticket, { handedTeam: null })).rejects.toMatchObject(
      refused({ constraint: 'tickets_handed_whole' }),
    );
    // A server of the release before resolves it so.
    await set(ticket, { status: 'success', resolvedAt: new Date(), unread: false });
    expect(await now(ticket)).toMatchObject({ handedTeam: null, handedBy: null, handedAt: null, waitingSince: null });
  });
});

describe('the requests beside a ticket', () => {
  it('are its player’s, for who may read it, with payout accounts as the roles allow, and in the audit log', async () => {
    const other = await givenMember(domain, { name: 'Other Player', rupees: 500 });
    const [ticket, another] = [await raise(), await raise(other)];
    const upiId = 'nila.bose@okbank';
    const { transaction } = await requestWithdrawal(nila!.ctx(), { amount: paise(1_000n), upiId });
    const { transaction: foreign } = await requestWithdrawal(other.ctx(), {
      amount: paise(1_000n),
      upiId: 'xo@okbank',
    });
    await handOver(ticket, { team: 'GAME' });
    const account = async (by: Member, of = ticket) => (await ticketRequests(by.ctx(), of))[0]?.transaction.upiId;
    expect(await account(asha!)).toBe('n••••@okbank');
    expect(await account(gita!)).toBe('n••••@okbank');
    expect(await account(meera!)).toBe(upiId);
    expect(await account(gita!, another)).toBeUndefined();
    expect(await transactionsById(gita!.ctx(), [transaction.id, foreign.id])).toMatchObject([
      { id: transaction.id },
      null,
    ]);
    expect(await refusalCode(listTransactions(gita!.ctx(), {}, { limit: 5 }))).toBe('FORBIDDEN');
    expect(await refusalCode(transactionsById(as(), [transaction.id]))).toBe('FORBIDDEN');
    const { rows } = await listAudit(owner.ctx(), { subject: nila!.user.uid, action: 'member:read' }, { limit: 9 });
    expect(rows.map(({ actorId }) => actorId)).toContain(gita!.userId);
    await handBack(ticket, gita);
    expect(await transactionsById(gita!.ctx(), [transaction.id])).toEqual([null]);
    expect(await account(gita!)).toBeUndefined();
  });
});

describe('how long a player waits', () => {
  it('counts from the first message that no admin has answered, until one answers or resolves', async () => {
    const ticket = await raise();
    const since = async () => (await now(ticket)).waitingSince;
    expect(await since()).toEqual(ticket.createdAt);
    domain.clock.advance(60_000);
    await write(ticket.id, 'Hello?');
    expect(await since()).toEqual(ticket.createdAt);
    await note(ticket.id, 'Looking');
    expect(await since()).toEqual(ticket.createdAt);
    await write(ticket.id, 'We look into it.', asha);
    expect(await since()).toBeNull();
    await write(ticket.id, 'Any news?', asha);
    expect(await since()).toBeNull();
    domain.clock.advance(60_000);
    const { message } = await write(ticket.id, 'No');
    domain.clock.advance(60_000);
    await write(ticket.id, 'Nothing');
    expect(await since()).toEqual(message.createdAt);
    await resolveTicket(asha!.ctx(), { ticketId: ticket.id });
    expect(await since()).toBeNull();
    domain.clock.advance(60_000);
    const { message: again } = await write(ticket.id, 'It is back');
    expect(await since()).toEqual(again.createdAt);
  });

  it('orders the inbox: the longest first, then those that nobody waits for, the newest first, over pages', async () => {
    const player = await givenMember(domain, { name: 'Waiting Wren' });
    const all: Ticket[] = [];
    for (let count = 0; count < 5; count += 1) {
      domain.clock.advance(60_000);
      all.push(await raise(player));
    }
    const [one, two, three, four, five] = all.map(({ id }) => id) as [bigint, bigint, bigint, bigint, bigint];
    for (const id of [two, four]) await write(id, 'Answered', asha);
    domain.clock.advance(60_000);
    await write(two, 'Still waiting', player);
    const filter = { search: 'Waiting Wren' };
    const page = async (request: object) => {
      const { rows, hasNext } = await listWaitingTickets(asha!.ctx(), filter, { limit: 2, ...request });
      return { ids: rows.map(({ id }) => id), last: rows.at(-1), first: rows[0], hasNext };
    };
    const key = (ticket?: Ticket) => ticket && { since: ticket.waitingSince, id: ticket.id };
    const first = await page({});
    // An answer meanwhile moves the row, and not the page.
    await write(first.last!.id, 'Answered now', asha);
    const second = await page({ after: key(first.last) });
    expect([first.ids, first.hasNext, second.ids]).toEqual([[one, three], true, [five, two]]);
    const third = await page({ after: key(second.last) });
    expect([third.ids, third.hasNext]).toEqual([[four, three], false]);
    expect((await page({ before: key(third.first), fromEnd: true })).ids).toEqual([five, two]);
    await write(one, 'Thanks for waiting', asha);
    expect((await page({ limit: 9 })).ids).toEqual([five, two, four, three, one]);
  });

  it('is told with the first words of what was written last', async () => {
    const ticket = await raise();
    const excerpt = async () => (await ticketExcerpts(asha!.ctx(), [ticket.id]))[0];
    expect(await excerpt()).toEqual(
      expect.objectContaining({ text: 'My ₹500 never arrived.', authorId: nila!.userId, createdAt: ticket.createdAt }),
    );
    await write(ticket.id, `One\n\n  two ${'x'.repeat(200)}`, asha);
    expect((await excerpt())?.text).toBe(`One two ${'x'.repeat(132)}`);
    expect((await excerpt())?.authorId).toBe(asha!.userId);
  });
});
