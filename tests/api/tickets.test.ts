import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { documentsById, readDocument } from '../../server/domain/tickets/documents.ts';
import { raiseTicket } from '../../server/domain/tickets/raiseTicket.ts';
import { resolveTicket } from '../../server/domain/tickets/resolveTicket.ts';
import { sendTicketMessage } from '../../server/domain/tickets/sendTicketMessage.ts';
import {
  listOwnTickets,
  listTicketMessages,
  listTickets,
  messagesOfTickets,
  openTicketCount,
  ticketMessagesById,
  ticketsById,
} from '../../server/domain/tickets/ticketList.ts';
import { ticketTypes } from '../../server/domain/tickets/ticketTypes.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenActor } from '../support/world/bulk.ts';

type Person<Kind extends 'player' | 'admin'> = Awaited<ReturnType<typeof givenActor<Kind>>>;

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const pdf = Buffer.from('%PDF-1.7\n');
const dataUrl = (content: Buffer) => `data:application/octet-stream;base64,${content.toString('base64')}`;
const ticket = { title: 'UPI Payment Stuck', description: 'My ₹500 never arrived.' };

let database: TestDatabase;
let domain: TestDomain;
let [pia, quinn]: Person<'player'>[] = [];
let asha: Person<'admin'>;
const asPia = () => domain.as(pia!);
const asQuinn = () => domain.as(quinn!);
const asAsha = () => domain.as(asha);

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  asha = await givenActor(domain, 'admin');
});
beforeEach(async () => {
  pia = await givenActor(domain, 'player', 'Pia');
  quinn = await givenActor(domain, 'player', 'Quinn');
  domain.published.length = 0;
  domain.clock.advance(60_000);
});
afterAll(() => database.close());

describe('raising a ticket', () => {
  it.each(ticketTypes.map(({ title }) => title))('is possible about “%s”', async (title) => {
    const raised = await raiseTicket(asPia(), { ...ticket, title });
    expect(raised).toMatchObject({ title, description: ticket.description, status: 'pending', playerId: pia!.userId });
    expect(domain.published).toEqual([
      { type: 'ticketChanged', ticketId: String(raised.id), playerId: String(pia!.userId) },
    ]);
  });

  it('keeps its document as what it is', async () => {
    const { documentId } = await raiseTicket(asPia(), { ...ticket, document: dataUrl(png) });
    const document = await readDocument(asPia(), documentId!);
    expect(document).toMatchObject({ mediaType: 'image/png', name: 'document.png', size: png.length, content: png });
  });

  it.each([
    ['title', { title: 'My cat is stuck' }],
    ['title', { title: 'upi payment stuck' }],
    ['description', { description: '  ' }],
    ['description', { description: 'word '.repeat(51) }],
    ['description', { description: 'a\u0000b' }],
    ['document', { document: dataUrl(Buffer.from('#!/bin/sh')) }],
    ['document', { document: 'not base64' }],
    ['document', { document: dataUrl(Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])) }],
  ])('is refused for a wrong %s and leaves nothing', async (field, wrong) => {
    await expect(raiseTicket(asPia(), { ...ticket, ...wrong })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field },
    });
    expect((await listOwnTickets(asPia(), { limit: 10 })).rows).toEqual([]);
    expect(await rawQuery(database.db, sql`select id from documents where owner_id = ${pia!.userId}`)).toEqual([]);
    expect(domain.published).toEqual([]);
  });

  it('is for players', async () => {
    await expect(raiseTicket(asAsha(), ticket)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(raiseTicket(domain.as({ kind: 'anonymous' }), ticket)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});

describe('the chat of a ticket', () => {
  it('goes both ways, in order, and the player is notified of answers', async () => {
    const { id: ticketId } = await raiseTicket(asPia(), ticket);
    await sendTicketMessage(asPia(), { ticketId, message: 'Anybody there?' });
    domain.clock.advance(1_000);
    const answer = await sendTicketMessage(asAsha(), {
      ticketId,
      message: ' We are looking. ',
      document: dataUrl(pdf),
      documentName: 'Statement of August.exe',
    });
    expect(answer.message).toMatchObject({ authorId: asha.userId, message: 'We are looking.' });
    expect(answer.ticket.updatedAt).toEqual(asAsha().now);

    const { rows } = await listTicketMessages(asPia(), ticketId, { limit: 10 });
    expect(rows.map(({ message }) => message)).toEqual(['Anybody there?', 'We are looking.']);
    expect((await messagesOfTickets(asPia(), [ticketId])).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(await readDocument(asPia(), answer.message.documentId!)).toMatchObject({
      mediaType: 'application/pdf',
      name: 'Statement of August.pdf',
    });

    const [notification, ...more] = (await listNotifications(asPia(), { limit: 10 })).rows;
    expect(more).toEqual([]);
    expect(notification).toMatchObject({ kind: 'TICKET_ANSWERED', sample: false, readAt: null });
    expect(notification?.body).toContain('UPI Payment Stuck');
    expect(domain.published.map(({ type }) => type)).toEqual([
      'ticketChanged',
      'ticketChanged',
      'ticketChanged',
      'notificationAdded',
    ]);
  });

  it('takes no empty message and no wrong document', async () => {
    const { id: ticketId } = await raiseTicket(asPia(), ticket);
    for (const wrong of [{ message: ' ' }, { message: 'See this', document: dataUrl(Buffer.from('GIF89a')) }]) {
      await expect(sendTicketMessage(asPia(), { ticketId, ...wrong })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    expect((await listTicketMessages(asPia(), ticketId, { limit: 10 })).rows).toEqual([]);
  });

  it('can be read page by page from either end', async () => {
    const { id: ticketId } = await raiseTicket(asPia(), ticket);
    for (const message of ['1', '2', '3', '4', '5']) await sendTicketMessage(asPia(), { ticketId, message });
    const first = await listTicketMessages(asPia(), ticketId, { limit: 2 });
    expect(first).toMatchObject({ rows: [{ message: '1' }, { message: '2' }], hasNext: true, hasPrevious: false });
    const rest = await listTicketMessages(asPia(), ticketId, { limit: 9, after: first.rows[1]!.id });
    expect(rest).toMatchObject({ rows: [{ message: '3' }, { message: '4' }, { message: '5' }], hasNext: false });
    const last = await listTicketMessages(asPia(), ticketId, { limit: 2, fromEnd: true });
    expect(last).toMatchObject({ rows: [{ message: '4' }, { message: '5' }], hasNext: false, hasPrevious: true });
  });
});

describe('a ticket and all that is in it', () => {
  it('does not exist for other players', async () => {
    const { id: ticketId, documentId } = await raiseTicket(asPia(), { ...ticket, document: dataUrl(png) });
    const { message } = await sendTicketMessage(asPia(), { ticketId, message: 'Hello' });

    await expect(sendTicketMessage(asQuinn(), { ticketId, message: 'Hi' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(readDocument(asQuinn(), documentId!)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ticketsById(asQuinn(), [ticketId])).toEqual([null]);
    expect(await ticketMessagesById(asQuinn(), [message.id])).toEqual([null]);
    expect(await documentsById(asQuinn(), [documentId!])).toEqual([null]);
    expect((await listTicketMessages(asQuinn(), ticketId, { limit: 10 })).rows).toEqual([]);
    expect((await listOwnTickets(asQuinn(), { limit: 10 })).rows).toEqual([]);
    await expect(listTickets(asQuinn(), {}, { limit: 10 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(readDocument(domain.as({ kind: 'anonymous' }), documentId!)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('is read by admins, in the order of the requested ids', async () => {
    const one = await raiseTicket(asPia(), { ...ticket, document: dataUrl(png) });
    const other = await raiseTicket(asQuinn(), ticket);
    expect((await ticketsById(asAsha(), [other.id, 999_999n, one.id])).map((found) => found?.id)).toEqual([
      other.id,
      undefined,
      one.id,
    ]);
    expect((await documentsById(asAsha(), [one.documentId!]))[0]).toMatchObject({ mediaType: 'image/png', size: 16 });
  });
});

describe('resolving a ticket', () => {
  const audited = (ticketId: bigint) =>
    rawQuery<{ action: string; actor_id: bigint }>(
      database.db,
      sql`select action, actor_id from audit_log where subject = ${domain.services.ids.seal('Ticket', ticketId)}`,
    );

  it('takes it off the open ones, once, with its row in the audit log', async () => {
    const { id: ticketId } = await raiseTicket(asPia(), ticket);
    const open = await openTicketCount(asAsha());
    const [resolved] = await Promise.all([
      resolveTicket(asAsha(), { ticketId }),
      resolveTicket(asAsha(), { ticketId }),
      resolveTicket(asAsha(), { ticketId }),
    ]);
    expect(resolved).toMatchObject({ status: 'success', resolvedBy: asha.userId, resolvedAt: asAsha().now });
    expect(await openTicketCount(asAsha())).toBe(open - 1);
    expect(await audited(ticketId)).toEqual([{ action: 'ticket:resolve', actor_id: asha.userId }]);
    const listed = await listTickets(asAsha(), { status: 'success', playerId: pia!.userId }, { limit: 10 });
    expect(listed.rows.map(({ id }) => id)).toEqual([ticketId]);
  });

  it('ends when its player writes again, but not when an admin does', async () => {
    const { id: ticketId } = await raiseTicket(asPia(), ticket);
    await resolveTicket(asAsha(), { ticketId });
    expect((await sendTicketMessage(asAsha(), { ticketId, message: 'All the best' })).ticket.status).toBe('success');
    expect((await sendTicketMessage(asPia(), { ticketId, message: 'Still stuck' })).ticket).toMatchObject({
      status: 'pending',
      resolvedAt: null,
      resolvedBy: null,
    });
  });

  it('is for admins, and for tickets that exist', async () => {
    const { id: ticketId } = await raiseTicket(asPia(), ticket);
    await expect(resolveTicket(asPia(), { ticketId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(resolveTicket(asAsha(), { ticketId: 999_999n })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await audited(ticketId)).toEqual([]);
  });
});
