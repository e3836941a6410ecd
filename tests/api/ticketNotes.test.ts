import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminRole } from '../../server/domain/ground/actors/adminRoles.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { ticketLabels } from '../../server/domain/tickets/ticketLabels.ts';
import { listenAt } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenAdmin, givenAnotherAdmin, givenPlayer, type Person } from '../support/world/people.ts';

const SECRET = 'Suspected mule, keep watching';

let server: TestServer;
let [admin, auditor, player]: Person[] = [];
beforeAll(async () => {
  server = await startTestServer();
  admin = await givenAdmin(server);
  auditor = await givenAnotherAdmin(server, { roles: ['AUDITOR'] });
  player = await givenPlayer(server);
});
afterAll(() => server.stop());

const raise = async () => {
  const raised = { ticketType: 'UPI_PAYMENT_STUCK', description: 'It hangs.' };
  return (await player!.perform('raiseTicket', raised, 'ticket { id updatedAt }'))['ticket'];
};
const note = (ticketId: string, text = SECRET, by = admin!) =>
  by.attempt('addTicketNote', { ticketId, text }, 'ticket { id }');
const notesOf = async (ticketId: string, by = admin!) =>
  (
    await by.execute(
      'query ($id: ID!) { node(id: $id) { ... on Ticket { handling { notes { id text createdAt author { uid } } } } } }',
      { id: ticketId },
    )
  )['node'].handling?.notes;

describe('a note about a ticket', () => {
  it('is read by support and auditors, and written by support, with its row in the audit log', async () => {
    const { id, updatedAt } = await raise();
    server.clock.advance(1_000);
    await note(id);
    await note(id, ' A correction ');
    const notes = [
      { id: expect.any(String), text: SECRET, createdAt: expect.any(String), author: { uid: admin!.uid } },
      expect.objectContaining({ text: 'A correction' }),
    ];
    expect([await notesOf(id), await notesOf(id, auditor)]).toEqual([notes, notes]);
    await expect(note(id, SECRET, auditor)).rejects.toThrow('You are not allowed to do this.');
    const { viewer, node } = await admin!.execute(
      `query ($id: ID!) {
        node(id: $id) { ... on Ticket { updatedAt } }
        viewer { admin { auditLog(subject: "${id}", first: 9) { edges { node { ...row } } } } }
      }
      fragment row on AuditEntry { action before after reason subject subjectLabel }`,
      { id },
    );
    expect(node).toEqual({ updatedAt });
    const subjectLabel = `UPI Payment Stuck · ${player!.uid}`;
    expect(viewer.admin.auditLog.edges.map(({ node: row }: { node: object }) => row)).toEqual([
      { action: 'TICKET_NOTE', before: null, after: null, reason: null, subject: id, subjectLabel },
      { action: 'TICKET_NOTE', before: null, after: null, reason: null, subject: id, subjectLabel },
    ]);
    const labelFor = (role: AdminRole) => {
      const actor = { kind: 'admin', userId: 1n, roles: [role], sessionId: 1n } as const;
      return ticketLabels(contextFor(server.services, actor), [server.services.ids.openAs('Ticket', id) ?? 0n, 0n]);
    };
    expect([await labelFor('SUPPORT'), await labelFor('FINANCE')]).toEqual([
      [subjectLabel, null],
      [null, null],
    ]);
  });

  it('has 1 to 2,000 characters, and a ticket at most 200 of them', async () => {
    const { id } = await raise();
    for (const text of ['  ', 'x'.repeat(2_001)]) expect(await note(id, text)).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await note(admin!.id)).toMatchObject({ code: 'NOT_FOUND' });
    await note(id);
    await server.database.db.execute(sql`
      insert into ticket_notes (ticket_id, author_id, text, created_at)
      select ticket_id, author_id, text, created_at from (select * from ticket_notes order by id desc limit 1) n,
             generate_series(1, 199)`);
    expect(await note(id)).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await notesOf(id)).toHaveLength(200);
  });

  it('stays as it is in the database', async () => {
    await note((await raise()).id);
    for (const change of [
      sql`update ticket_notes set text = 'Other'`,
      sql`update ticket_notes set text = 'Erased: the account is closed.'`,
      sql`delete from ticket_notes`,
      sql`truncate ticket_notes`,
    ]) {
      await expect(server.database.db.execute(change)).rejects.toMatchObject({ cause: { code: '23001' } });
    }
  });
});

describe('a note never reaches the player', () => {
  let ticketId: string;
  beforeAll(async () => {
    ticketId = (await raise()).id;
    await admin!.perform('sendTicketMessage', { ticketId, message: 'We look into it.' }, 'ticket { id }');
  });

  const get = async (path: string) => {
    const response = await fetch(`${server.url}${path}`, {
      headers: { authorization: `Bearer ${player!.accessToken}` },
    });
    expect(response.status).toBe(200);
    return response.text();
  };

  it('over GraphQL', async () => {
    await note(ticketId);
    const [{ id: noteId }] = await notesOf(ticketId);
    const answer = await player!.execute(
      `query ($id: ID!) {
        node(id: $id) { ... on Ticket { title handling { notes { text } } messages { edges { node { message } } } } }
        viewer { tickets { edges { node { handling { notes { text } } } } } }
      }`,
      { id: ticketId },
    );
    expect(answer['node'].handling).toBeNull();
    const read = player!.execute('query ($id: ID!) { node(id: $id) { id } }', { id: noteId });
    await expect(read).rejects.toThrow('You are not allowed to do this.');
    expect(JSON.stringify(answer)).not.toContain(SECRET);
  });

  it('over REST', async () => {
    await note(ticketId);
    const tickets = await get('/player/getMyTickets');
    expect(tickets).toContain('We look into it.');
    expect(tickets).not.toContain(SECRET);
  });

  it('over subscriptions, which send the player nothing of it', async () => {
    const heard = listenAt(server.url, player!.accessToken);
    const ticket = heard.listen('subscription { ticketChanged { id handling { notes { text } } } }');
    const told = heard.listen('subscription { notificationAdded { body } }');
    await heard.listen('{ serverTime }').next();
    await note(ticketId);
    await admin!.perform('sendTicketMessage', { ticketId, message: 'Solved' }, 'ticket { id }');
    expect((await ticket.next())['ticketChanged']).toEqual({ id: ticketId, handling: null });
    await told.next();
    expect([ticket.events.length, told.events.length]).toEqual([1, 1]);
    await heard.close();
  });

  it('in notifications and mails', async () => {
    const notifications = async () =>
      (await player!.execute('{ viewer { notifications(first: 50) { edges { node { title body } } } } }'))['viewer'];
    const mails = async () => (await server.database.pool.query('select count(*) from mails')).rows;
    const before = [await notifications(), await mails()];
    await note(ticketId);
    expect([await notifications(), await mails()]).toEqual(before);
  });

  it('in what players download about themselves', async () => {
    await note(ticketId);
    const data = await get('/records/personal-data.json');
    expect(data).toContain('We look into it.');
    expect(data).not.toContain(SECRET);
    expect(await get('/records/statement.csv?from=2026-11-01&to=2026-11-30')).not.toContain(SECRET);
  });

  it('and loses its words when the player closes the account', async () => {
    const leaving = await givenPlayer(server);
    const raised = { ticketType: 'UPI_PAYMENT_STUCK', description: 'It hangs.' };
    const { ticket } = await leaving.perform('raiseTicket', raised, 'ticket { id }');
    await note(ticket.id);
    await leaving.perform('closeAccount', { password: leaving.password }, 'ok');
    expect(await notesOf(ticket.id)).toMatchObject([
      { text: 'Erased: the account is closed.', author: { uid: admin!.uid } },
    ]);
    const moved = server.database.db.execute(sql`
      update ticket_notes set created_at = now() where text = 'Erased: the account is closed.'`);
    await expect(moved).rejects.toMatchObject({ cause: { code: '23001' } });
  });
});
