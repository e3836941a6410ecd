import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RELEASE } from '../../db/release.ts';
import { evaluateAlerts, EVALUATE_EVERY_MS } from '../../server/domain/alerts/evaluateAlerts.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import type { DiskSpace } from '../../server/domain/ground/database/diskSpace.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { tamper } from '../support/tamper.ts';
import { givenAdmin, givenPlayer, type Person, requestWithdrawal, signIn } from '../support/world/people.ts';

/** A document of a pixel. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** As measuredSpace.ts would measure it. */
const space = { isShort: false, freeBytes: 2e9, minFreeBytes: 5e8 };

/** `space` by getters of a class, as MeasuredSpace has it: a copy of the object's own properties has none of them. */
class ReadSpace implements DiskSpace {
  get isShort(): boolean {
    return space.isShort;
  }
  get freeBytes(): number {
    return space.freeBytes;
  }
  get minFreeBytes(): number {
    return space.minFreeBytes;
  }
}

let server: TestServer;
let player: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ space: new ReadSpace(), env: { METRICS_PORT: '0', LOG_LEVEL: 'silent' } });
  player = await givenPlayer(server, { rupees: 1_000 });
  admin = await givenAdmin(server);
});
afterAll(() => server.stop());
beforeEach(() => void Object.assign(space, { isShort: false, freeBytes: 2e9 }));

const gameId = () => slotAt('sapreThree', server.clock.now()).gameId;

async function rest(path: string, body: object, { accessToken } = player) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${accessToken}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
}

const restBet = () => rest('/sapre/placeBet', { gameId: gameId(), amount: 10, betType: 'number', betValue: 1 });

/** The code of the top-level error, or `ok`. */
async function codeOf(person: Person, field: string, input: object): Promise<string> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input!`;
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.accessToken}` },
    body: JSON.stringify({
      query: `mutation Try($input: ${type}) { ${field}(input: $input) { __typename } }`,
      variables: { input },
    }),
  });
  const { data, errors } = (await response.json()) as {
    data?: Record<string, { __typename: string }>;
    errors?: { extensions: { code: string } }[];
  };
  return errors ? `${response.status} ${errors[0]?.extensions.code}` : String(data?.[field]?.__typename);
}

const bet = () => codeOf(player, 'placeBet', { gameId: gameId(), selection: { number: 1 }, amount: '10.00' });

describe('a disk with little space left', () => {
  it('refuses bets, documents and bank statements, over GraphQL and REST', async () => {
    space.isShort = true;
    expect(await restBet()).toMatchObject({
      status: 503,
      retryAfter: '10',
      body: { success: false, code: 'DISK_FULL' },
    });
    expect(await bet()).toBe('503 DISK_FULL');
    const ticket = { ticketType: 'DUPLICATE_UPI_TRANSACTION', description: 'The payment is not there.' };
    expect(await codeOf(player, 'raiseTicket', { ...ticket, document: PNG })).toBe('503 DISK_FULL');
    const { viewer } = await player.execute('{ viewer { payee(channel: UPI) { id } } }');
    const statement = { payeeId: viewer.payee.id, fileName: 'day.csv', content: Buffer.from('a').toString('base64') };
    expect(await codeOf(admin, 'importStatement', statement)).toBe('503 DISK_FULL');
    space.isShort = false;
    expect(await codeOf(player, 'raiseTicket', { ...ticket, document: PNG })).toBe('RaiseTicketPayload');
    expect(await bet()).toBe('PlaceBetPayload');
  });

  it('answers a bet whose key has placed it, and refuses the key for another', async () => {
    const placed = { gameId: gameId(), selection: { number: 2 }, amount: '10.00', idempotencyKey: 'kept before' };
    const first = await player.perform('placeBet', placed, 'bet { id }');
    space.isShort = true;
    expect(await player.perform('placeBet', placed, 'bet { id }')).toEqual(first);
    expect(await codeOf(player, 'placeBet', { ...placed, amount: '20.00' })).toBe('Refusal');
    expect(await codeOf(player, 'placeBet', { ...placed, idempotencyKey: 'not known' })).toBe('503 DISK_FULL');
  });

  it('lets players sign in, ask without a document, withdraw and cancel that, and admins decide', async () => {
    expect((await restBet()).status).toBe(200);
    space.isShort = true;
    const again = await signIn(server, player.email, player.password);
    const ticket = { ticketType: 'DUPLICATE_UPI_TRANSACTION', description: 'The payment is not there.' };
    expect(await codeOf(again, 'raiseTicket', ticket)).toBe('RaiseTicketPayload');
    const cancelled = await requestWithdrawal(again, 50, 'asha@upi');
    await again.perform('cancelWithdrawal', { transactionId: cancelled.id }, 'transaction { id }');
    // Refused by its own rule, as the operator has not set the result.
    expect(await codeOf(again, 'cancelBets', { gameId: gameId() })).toBe('Refusal');
    const { id } = await requestWithdrawal(again, 50, 'asha@upi');
    await admin.perform(
      'decideTransaction',
      { transactionId: id, decision: 'APPROVE', payoutReference: 'UTR123456789' },
      'transaction { id }',
    );
  });

  it('opens an alert, which ends with it, and shows in the metrics', async () => {
    const evaluate = async () => {
      server.clock.advance(EVALUATE_EVERY_MS);
      await server.contestClock.idle();
      await evaluateAlerts(contextFor(server.services, { kind: 'system' }));
      const { rows } = await server.database.pool.query<{ data: object }>(
        `select data from alerts where kind = 'diskShort' and ended_at is null`,
      );
      return rows.map(({ data }) => data);
    };
    const shown = async () => (await (await fetch(server.metricsUrl!)).text()).match(/^rangoli_disk_\w+ \S+$/gm);
    Object.assign(space, { isShort: true, freeBytes: 4.2e8 });
    await expect.poll(evaluate).toEqual([{ freeMegabytes: 420 }]);
    expect(await shown()).toEqual([
      'rangoli_disk_free_bytes 420000000',
      'rangoli_disk_min_free_bytes 500000000',
      'rangoli_disk_short 1',
    ]);
    Object.assign(space, { isShort: false, freeBytes: 2e9 });
    await expect.poll(evaluate).toEqual([]);
  });
});

describe('a disk that is full', () => {
  /** Until it is dropped, PostgreSQL refuses each new bet as it does when it can't extend a file. */
  const fill = () =>
    tamper(
      server.database,
      `create function no_space() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
       create trigger no_space before insert on bets for each row execute function no_space()`,
    );
  const free = () => tamper(server.database, 'drop function no_space cascade');

  it('refuses bets at once, while reads go on; after it bets are placed again, and none was lost', async () => {
    const placed = async () =>
      (await server.database.pool.query<{ bets: number }>('select count(*)::int as bets from bets')).rows[0]?.bets ?? 0;
    expect((await restBet()).status).toBe(200);
    const before = await placed();
    await fill();
    const during = await Promise.all(Array.from({ length: 20 }, restBet));
    expect(new Set(during.map(({ status, body }) => `${status} ${(body as { code: string }).code}`))).toEqual(
      new Set(['503 DISK_FULL']),
    );
    expect(await bet()).toBe('503 DISK_FULL');
    const wallet = await player.execute('{ viewer { wallet { available } } }');
    expect(wallet['viewer']).toBeTruthy();
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready', release: RELEASE });
    await free();
    expect((await restBet()).status).toBe(200);
    expect(await placed()).toBe(before + 1);
  });
});
