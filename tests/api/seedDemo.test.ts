import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin, players } from '../../server/demo/cast.ts';
import { withoutDatabaseClock } from '../../db/databaseClock.ts';
import { playWeek } from '../../server/demo/playWeek.ts';
import { DEMO_PASSWORD } from '../../server/demo/demoWorld.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { authenticate } from '../../server/domain/accounts/sessions/authenticate.ts';
import { login } from '../../server/domain/accounts/sessions/login.ts';
import { BetBatcher } from '../../server/domain/bets/betBatcher.ts';
import { activePlayerStats } from '../../server/domain/stats/activePlayerStats.ts';
import { profitStats } from '../../server/domain/stats/profitStats.ts';
import { listTickets } from '../../server/domain/tickets/ticketList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';

let database: TestDatabase;
let domain: TestDomain;
let bets: BetBatcher;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  const { events, log } = domain.services;
  bets = new BetBatcher({ address: database.address, events, log });
  const services = { ...domain.services, bets };
  await withoutDatabaseClock({ owner: database.address, app: database.app.address }, () =>
    playWeek(services, { minutesADay: 5, minutesToday: 3, chainLength: 5_000 }),
  );
});
afterAll(async () => {
  await bets.stop();
  await database.close();
});

async function signedIn(email: string) {
  const anonymous = domain.as({ kind: 'anonymous' });
  const { accessToken } = await login(anonymous, { id: email, password: DEMO_PASSWORD });
  return domain.as(await authenticate(anonymous, accessToken));
}

it('leaves a week behind that an admin can look at', async () => {
  const asMeera = await signedIn(admin.email);
  const week = { from: new Date(domain.clock.now() - 8 * 86_400_000), to: new Date(domain.clock.now() + 1) };
  expect((await activePlayerStats(asMeera, week)).activeOnPlatform).toBe(players.length);
  for (const { stakes } of await profitStats(asMeera, week)) expect(stakes).toBeGreaterThan(0n);
  const tickets = await listTickets(asMeera, {}, { limit: 10 });
  expect(tickets.rows.map(({ status }) => status)).toEqual(['pending', 'pending', 'success']);
});

it('lets its players sign in', async () => {
  expect((await signedIn(players[0].email)).actor).toMatchObject({ kind: 'player' });
});

it('keeps the books in order, as everything does that goes through the verbs', async () => {
  const checks = await auditBooks(domain.as({ kind: 'system' }));
  expect(checks.filter(({ faultCount }) => faultCount > 0)).toEqual([]);
});
