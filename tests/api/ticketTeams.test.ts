import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenAt } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenAdmin, givenAnotherAdmin, givenPlayer, type Person } from '../support/world/people.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let server: TestServer;
let [player, owner, support, finance, game]: Person[] = [];

beforeAll(async () => {
  server = await startTestServer();
  player = await givenPlayer(server, { name: 'Nila Bose', rupees: 500 });
  owner = await givenAdmin(server);
  support = await givenAnotherAdmin(server, { name: 'Asha Support', roles: ['SUPPORT'] });
  finance = await givenAnotherAdmin(server, { name: 'Meera Money', roles: ['FINANCE'] });
  game = await givenAnotherAdmin(server, { name: 'Gita Games', roles: ['GAME'] });
});
afterAll(() => server.stop());

const raise = async () => {
  const input = { ticketType: 'UPI_PAYMENT_STUCK', description: 'It hangs.', document: PIXEL };
  return (await player!.perform('raiseTicket', input, 'ticket { id document { path } }'))['ticket'];
};
const handOver = (ticketId: string, team: string, adminId: string | null = null) =>
  support!.perform('handOverTicket', { ticketId, team, adminId, text: 'Has it arrived?' }, HANDED);
const handBack = (ticketId: string, by = finance!) => by.perform('handBackTicket', { ticketId }, HANDED);
const HANDED = 'ticket { id handling { handover { team at admin { name } by { name } } notes { text } } }';
const statusOf = async (path: string, by: Person) =>
  (await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${by.accessToken}` } })).status;

describe('over GraphQL a ticket that is handed over', () => {
  it('tells who has it, and is null to the team that hands it back', async () => {
    const { id } = await raise();
    const { ticket } = await handOver(id, 'FINANCE', finance!.id);
    expect(ticket).toEqual({
      id,
      handling: {
        handover: {
          team: 'FINANCE',
          at: expect.any(String),
          admin: { name: 'Meera Money' },
          by: { name: 'Asha Support' },
        },
        notes: [{ text: 'Has it arrived?' }],
      },
    });
    const { viewer } = await support!.execute(
      '{ viewer { admin { ticketTeams { team members { name } } handed: tickets(handed: TO_ANYBODY) { edges { node { id } } } } } }',
    );
    expect(viewer.admin.ticketTeams[0]).toEqual({
      team: 'FINANCE',
      members: expect.arrayContaining([{ name: 'Meera Money' }]),
    });
    expect(viewer.admin.handed.edges).toEqual([{ node: { id } }]);
    expect(await handBack(id)).toMatchObject({ ticket: null });
    expect(await finance!.attempt('handBackTicket', { ticketId: id }, HANDED)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await handBack(id, support)).toMatchObject({ ticket: { id, handling: { handover: null } } });
  });

  it('shows its player’s requests to a team that sees no payments else, and the bank’s words to finance alone', async () => {
    const { id } = await raise();
    const { transaction } = await player!.perform(
      'requestWithdrawal',
      { amount: '10', upiId: 'nila.bose@okbank' },
      'transaction { id }',
    );
    const query = `query ($id: ID!, $transaction: ID!) {
      ticket: node(id: $id) { ... on Ticket { player { name email } handling { requests {
        transaction { id status upiId player { name } } lines { state line { id } } } } } }
      transaction: node(id: $transaction) { id }
    }`;
    const read = (by: Person) => by.execute(query, { id, transaction: transaction.id });
    await handOver(id, 'GAME');
    expect(await read(game!)).toMatchObject({
      ticket: {
        player: { name: 'Nila Bose', email: null },
        handling: { requests: [{ transaction: { id: transaction.id, upiId: 'n••••@okbank' }, lines: [] }, {}] },
      },
      transaction: { id: transaction.id },
    });
    await handBack(id, game);
    expect(await read(game!)).toEqual({ ticket: null, transaction: null });
    await expect(game!.execute('{ viewer { admin { transactions { edges { node { id } } } } } }')).rejects.toThrow(
      'You are not allowed to do this.',
    );
  });

  it('lists by how long players wait, with cursors of that order alone', async () => {
    const query = `query ($after: String, $order: TicketOrder) { viewer { admin {
      tickets(first: 1, after: $after, order: $order, status: PENDING) {
        edges { node { id excerpt { text author { name } } handling { waitingSince } } } pageInfo { endCursor hasNextPage } } } } }`;
    const page = async (after: string | null, order = 'LONGEST_WAITING') =>
      (await owner!.execute(query, { after, order }))['viewer'].admin.tickets;
    const first = await page(null);
    expect(first.edges[0].node).toMatchObject({
      excerpt: { text: 'It hangs.', author: { name: 'Nila Bose' } },
      handling: { waitingSince: expect.any(String) },
    });
    const second = await page(first.pageInfo.endCursor);
    expect(second.edges[0].node.id).not.toBe(first.edges[0].node.id);
    await expect(page(first.pageInfo.endCursor, 'NEWEST')).rejects.toThrow();
    await expect(page('nonsense.cursor')).rejects.toThrow();
  });
});

it('its documents are read by the team while it has it', async () => {
  const { id, document } = await raise();
  const read = () => Promise.all([finance!, game!].map((one) => statusOf(document.path, one)));
  expect(await read()).toEqual([404, 404]);
  await handOver(id, 'FINANCE');
  expect(await read()).toEqual([200, 404]);
  // A link that was made while it could be read doesn't outlive that.
  const { url } = await finance!.perform('createDownloadLink', { path: document.path }, 'url');
  expect((await fetch(url)).status).toBe(200);
  await handBack(id);
  expect(await read()).toEqual([404, 404]);
  expect((await fetch(url)).status).toBe(404);
});

it('a team is sent what happens to its tickets, and that it has others, and its player nothing of it', async () => {
  const [{ id }, other] = [await raise(), await raise()];
  const sockets = [finance!, game!, player!].map((one) => listenAt(server.url, one.accessToken));
  const [ofFinance, ofGame, ofPlayer] = sockets.map((one) => one.listen('subscription { ticketChanged { id } }'));
  const counts = sockets[0]!.listen('subscription { handedTicketsChanged { count } }');
  for (const one of sockets) await one.listen('{ serverTime }').next();
  await handOver(id, 'FINANCE');
  expect(await counts.next()).toEqual({ handedTicketsChanged: { count: 1 } });
  expect(await ofFinance!.next()).toEqual({ ticketChanged: { id } });
  await support!.perform('addTicketNote', { ticketId: other.id, text: 'Not theirs' }, 'ticket { id }');
  await support!.perform('sendTicketMessage', { ticketId: id, message: 'Theirs' }, 'ticket { id }');
  expect(await ofFinance!.next()).toEqual({ ticketChanged: { id } });
  // Of the message alone.
  expect(await ofPlayer!.next()).toEqual({ ticketChanged: { id } });
  await handBack(id, support);
  expect(await counts.next()).toEqual({ handedTicketsChanged: { count: 0 } });
  for (const one of sockets) await one.listen('{ serverTime }').next();
  expect([ofFinance, ofGame, ofPlayer].map((one) => one!.events.length)).toEqual([2, 0, 1]);
  for (const one of sockets) await one.close();
});
