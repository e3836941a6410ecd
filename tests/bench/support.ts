import { eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { listTickets, unreadTicketCount, type TicketFilter } from '../../server/domain/tickets/ticketList.ts';
import type { TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { repeated } from './measure.ts';
import type { BenchPart } from './part.ts';
import { atMost } from './report.ts';

const TICKETS = 200_000;
const MESSAGES_EACH = 5;
const PLAYERS = 50_000;
/** The newest ones are open. */
const OPEN = 2_000;
const PAGE = 20;
const GOAL_MS = 200;

export const support: BenchPart = {
  name: 'support',
  about:
    'A page of the inbox of support with 200,000 tickets and 1,000,000 messages of 50,000 players: filters, and searches for ' +
    'rare and frequent words, median of the repetitions, through the functions that the screen calls. The last page is the ' +
    'one after the oldest ticket but 20.',
  async run(bench) {
    bench.say('writing 200,000 tickets');
    const database = await bench.postgres.createDatabase('support');
    try {
      const { admin, cases, oldest } = await givenTickets(database);
      const findings = [];
      for (const [what, filter] of Object.entries(cases)) {
        const page = () => listTickets(admin(), filter, { limit: PAGE });
        const { rows } = await page();
        if ((rows.length === 0) !== (what === 'nothing is found')) throw new Error(`${what}: ${rows.length} found`);
        findings.push(atMost(what, await repeated(bench.repetitions, page), GOAL_MS, 'ms'));
      }
      const last = () => listTickets(admin(), {}, { limit: PAGE, after: oldest + BigInt(PAGE) });
      const unread = () => unreadTicketCount(admin());
      return [
        ...findings,
        atMost('the last page', await repeated(bench.repetitions, last), GOAL_MS, 'ms'),
        atMost('the number of unread tickets', await repeated(bench.repetitions, unread), GOAL_MS, 'ms'),
      ];
    } finally {
      await database.close();
    }
  },
};

async function givenTickets(database: TestDatabase) {
  const domain = openDomain(database);
  const actor = await givenActor(domain, 'admin');
  const admin = (): Context => domain.as(actor);
  const players = await givenPlayers(domain, PLAYERS, { rupees: 1 });
  const oldest = await writeTickets(domain, players, actor.userId);
  await domain.owner.execute(sql`vacuum analyze`);
  const [player] = await domain.owner
    .select({ uid: users.uid })
    .from(users)
    .where(eq(users.id, players[500] ?? 0n));
  const uid = player?.uid ?? '';
  const cases: Record<string, TicketFilter> = {
    'no filter': {},
    open: { status: 'pending' },
    unread: { unread: true },
    mine: { assignment: 'mine' },
    'nobody’s and open': { assignment: 'unassigned', status: 'pending' },
    'a word of one message': { search: 'utr0000777' },
    'a word of one description': { search: 'order 4711x' },
    'a word of 1 % of all messages': { search: 'quagga' },
    'a word of 1 % of all messages, in old tickets alone': { search: 'okapi' },
    'a word that all messages have': { search: 'payment' },
    'a word that all messages have, unread': { search: 'payment', unread: true },
    'a frequent word, mine': { search: 'quagga', assignment: 'mine' },
    'a title': { search: 'payment stuck' },
    'a name that all have': { search: 'pia' },
    'a UID': { search: uid },
    'a part of an email': { search: `${uid.slice(2)}@exam` },
    'nothing is found': { search: 'zzzzqqqq' },
  };
  return { admin, cases, oldest };
}

/** A year of tickets, each with five messages; the id of the oldest. */
async function writeTickets({ owner }: TestDomain, players: readonly bigint[], adminId: bigint): Promise<bigint> {
  const at = sql`timestamptz '2026-11-20T12:00:00+05:30' - (${TICKETS} - n) * interval '365 days' / ${TICKETS}`;
  await owner.execute(sql`
    insert into tickets (player_id, title, description, status, resolved_at, unread, assignee_id, created_at, updated_at)
    select ${players[0]} + (n * 7919) % ${PLAYERS}::int, 'UPI Payment Stuck', 'My order ' || n || 'x hangs since ' || md5(n::text),
           case when open then 'pending' else 'success' end::ticket_status, case when not open then ${at} end,
           open and n % 4 = 0, case when n % 3 = 0 then ${adminId}::bigint end, ${at}, ${at}
      from (select n, n > ${TICKETS - OPEN}::int as open from generate_series(1, ${TICKETS}::int) n) numbered`);
  await owner.execute(sql`
    insert into ticket_messages (ticket_id, author_id, message, created_at)
    select t.id, case when m % 2 = 0 then t.player_id else ${adminId} end,
           'The payment ' || md5(t.id::text || m) || ' with reference UTR' || lpad((t.n * ${MESSAGES_EACH}::int + m)::text, 7, '0')
             || case when (t.n * ${MESSAGES_EACH}::int + m) % 100 = 0 then ' and a quagga' else '' end
             || case when t.n <= ${TICKETS / 100}::int then ' and an okapi' else '' end, t.created_at
      from (select *, row_number() over (order by id) as n from tickets) t, generate_series(1, ${MESSAGES_EACH}::int) m
     order by t.id, m`);
  const { rows } = await owner.execute<{ id: string }>(sql`select min(id)::text as id from tickets`);
  return BigInt(rows[0]?.id ?? 0);
}
