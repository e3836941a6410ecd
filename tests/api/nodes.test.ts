import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/execute.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenAdmin, givenAnotherAdmin, givenPlayer, type Person } from '../support/world/people.ts';

const everyone = ['player', 'other', 'owner', 'support', 'game', 'nobody'] as const;
type Who = (typeof everyone)[number];

/** Who sees which things, beside their own. */
const seenBy: Record<string, readonly Who[]> = {
  Viewer: ['player'],
  ContestResult: ['player'],
  Announcement: everyone,
  MemberSession: ['player', 'owner', 'support'],
  AuditEntry: ['owner'],
  CannedAnswer: ['owner', 'support'],
  Feedback: ['owner', 'support'],
  TicketNote: ['owner', 'support'],
  TimelineEntry: ['owner', 'support'],
};

describe('things that were only listed are found by their ids', () => {
  let server: TestServer;
  const people = new Map<Who, Person>();
  const ids = new Map<string, readonly string[]>();
  const personOf = (who: Who) => {
    const person = people.get(who);
    if (!person) throw new Error(`nobody is ${who}`);
    return person;
  };

  beforeAll(async () => {
    server = await startTestServer();
    people.set('player', await givenPlayer(server, { rupees: 500 }));
    people.set('other', await givenPlayer(server, { rupees: 500 }));
    people.set('owner', await givenAdmin(server));
    people.set('support', await givenAnotherAdmin(server, { roles: ['SUPPORT'] }));
    people.set('game', await givenAnotherAdmin(server, { roles: ['GAME'] }));
    const [player, owner] = [personOf('player'), personOf('owner')];
    await play(player);
    const note = await wordsOfSupport(player, owner);
    const { announcement } = await owner.perform(
      'announce',
      { text: 'Welcome back', endsAt: new Date(server.clock.now() + 86_400_000).toISOString() },
      'announcement { id }',
    );
    const own = await player.execute('{ viewer { id contestResults { edges { node { id } } } sessions { id } } }');
    const { member, cannedAnswers, feedback, auditLog } = await lists(owner, player.uid);
    ids.set('Viewer', [own.viewer.id]);
    ids.set('ContestResult', nodesOf(own.viewer.contestResults));
    ids.set('MemberSession', [own.viewer.sessions[0].id]);
    ids.set('Announcement', [announcement.id]);
    ids.set('TicketNote', [note]);
    ids.set('CannedAnswer', [cannedAnswers[0].id]);
    ids.set('Feedback', nodesOf(feedback));
    ids.set('AuditEntry', nodesOf(auditLog));
    ids.set('TimelineEntry', nodesOf(member.timeline));
  });
  afterAll(() => server.stop());

  const nodesOf = ({ edges }: Answer) => edges.map(({ node }: Answer) => node.id) as string[];

  /** A settled bet, and a withdrawal that waits. */
  async function play(player: Person): Promise<void> {
    const { activeContest } = await player.execute('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
    const bet = { gameId: activeContest.gameId, selection: { number: 4 }, amount: '10' };
    await player.perform('placeBet', bet, 'bet { id }');
    await personOf('other').perform('placeBet', bet, 'bet { id }');
    await player.perform('requestWithdrawal', { amount: '10', upiId: 'asha@upi' }, 'transaction { id }');
    server.clock.advance(30_000);
    await server.contestClock.idle();
  }

  /** Everything that support keeps; returns the id of a note. */
  async function wordsOfSupport(player: Person, owner: Person): Promise<string> {
    const { ticket } = await player.perform(
      'raiseTicket',
      { ticketType: 'UPI_PAYMENT_STUCK', description: 'Look at this.' },
      'ticket { id }',
    );
    await player.execute('mutation { submitFeedback(input: { rating: 5, text: "Fine." }) { __typename } }');
    await owner.perform('addCannedAnswer', { name: 'Hello', text: 'Hello {name}.' }, 'cannedAnswer { id }');
    const { ticket: noted } = await owner.perform(
      'addTicketNote',
      { ticketId: ticket.id, text: 'Called twice.' },
      'ticket { handling { notes { id } } }',
    );
    await owner.execute(
      `mutation ($id: ID!) {
        addPlayerNote(input: { userId: $id, text: "Friendly." }) { __typename }
        setPlayerFlag(input: { userId: $id, flag: VIP, on: true, reason: "A good guest" }) { __typename }
      }`,
      { id: player.id },
    );
    return noted.handling.notes[0].id as string;
  }

  async function lists(owner: Person, uid: string): Promise<Answer> {
    const { viewer } = await owner.execute(`{ viewer { admin {
      member(uid: "${uid}") { timeline(first: 50) { edges { node { id } } } }
      cannedAnswers { id }
      feedback { edges { node { id } } }
      auditLog(first: 5) { edges { node { id } } }
    } } }`);
    return viewer.admin;
  }

  async function find(who: Who, sought: readonly string[]) {
    const token = people.get(who)?.accessToken;
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({
        query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }',
        variables: { ids: sought },
      }),
    });
    return (await response.json()) as { data: { nodes: ({ __typename: string; id: string } | null)[] } };
  }

  it.each(Object.entries(seenBy))('%s is there for %j alone', async (type, seers) => {
    const sought = ids.get(type) ?? [];
    expect(sought.length).toBeGreaterThan(0);
    for (const who of everyone) {
      const { data } = await find(who, sought);
      const expected = sought.map((id) => (seers.includes(who) ? { __typename: type, id } : null));
      expect(data.nodes, who).toEqual(expected);
    }
  });

  it('a timeline has entries of every source that is played here, each with what it is about', async () => {
    const { nodes } = await personOf('owner').execute(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on TimelineEntry {
        id event at bets { betCount } transaction { id } ticket { id } session { id } note { text } decision { action }
      } } }`,
      { ids: ids.get('TimelineEntry') },
    );
    const { viewer } = await personOf('owner').execute(`{ viewer { admin { member(uid: "${personOf('player').uid}") {
      timeline(first: 50) { edges { node {
        id event at bets { betCount } transaction { id } ticket { id } session { id } note { text } decision { action }
      } } }
    } } } }`);
    expect(nodes).toEqual(viewer.admin.member.timeline.edges.map(({ node }: Answer) => node));
    const events = new Set(nodes.map(({ event }: Answer) => event));
    for (const event of [
      'TRANSACTION_REQUESTED',
      'BETS_SETTLED',
      'TICKET_RAISED',
      'SESSION_BEGAN',
      'NOTE_WRITTEN',
      'DECIDED',
    ]) {
      expect(events).toContain(event);
    }
  });

  it('an entry about a ticket is not there for admins who may not read tickets', async () => {
    const finance = await givenAnotherAdmin(server, { roles: ['FINANCE'] });
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on TimelineEntry { event } } }';
    const { nodes } = await finance.execute(query, { ids: ids.get('TimelineEntry') });
    const { nodes: all } = await personOf('owner').execute(query, { ids: ids.get('TimelineEntry') });
    expect(nodes).toEqual(all.map((entry: Answer) => (entry.event.startsWith('TICKET') ? null : entry)));
  });

  it('an announcement that is to come is there for admins alone, and none that has ended', async () => {
    const at = (hours: number) => new Date(server.clock.now() + hours * 3_600_000).toISOString();
    const { announcement } = await personOf('owner').perform(
      'announce',
      { text: 'Tomorrow', startsAt: at(24), endsAt: at(48) },
      'announcement { id }',
    );
    const seen = async (who: Who) => (await find(who, [announcement.id])).data.nodes[0] !== null;
    expect([await seen('player'), await seen('game')]).toEqual([false, true]);
    await personOf('owner').perform('endAnnouncement', { announcementId: announcement.id }, 'endedId');
    expect(await seen('game')).toBe(false);
  });

  it('an id of parts in another order, or too few or many of them, names nothing', async () => {
    const [result = ''] = ids.get('ContestResult') ?? [];
    const [contest = '', player = ''] = result.split('.');
    const forged = [
      `${player}.${contest}`,
      contest,
      `${result}.${player}`,
      `${result}.${player}.${player}`,
      `${contest}.`,
    ];
    expect((await find('player', forged)).data.nodes).toEqual(forged.map(() => null));
  });

  it('what the caller may not read is null beside what they may', async () => {
    const sought = [ids.get('AuditEntry')?.[0] ?? '', ids.get('CannedAnswer')?.[0] ?? ''];
    const { data } = await find('support', sought);
    expect(data.nodes).toEqual([null, { __typename: 'CannedAnswer', id: sought[1] }]);
  });
});
