import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Paise } from '../../db/columns.ts';
import { EVALUATE_EVERY_MS } from '../../server/domain/alerts/evaluateAlerts.ts';
import { placeBet } from '../../server/domain/bets/placeBet.ts';
import { claimPeriod } from '../../server/domain/ground/database/claimPeriod.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { contextFor, type Context } from '../../server/domain/ground/verbs/context.ts';
import { DomainError } from '../../server/domain/ground/refusals/errors.ts';
import { voidContest } from '../../server/domain/bets/voidContest.ts';
import { setRandomize } from '../../server/domain/settings/changeSettings.ts';
import type { Limits } from '../../server/domain/settings/gameLimits.ts';
import { setGameLimits } from '../../server/domain/settings/setGameLimits.ts';
import { exportText } from '../support/exported.ts';
import { correctBalance } from '../../server/domain/wallet/correctBalance.ts';
import { makeLiabilities } from '../../server/domain/wallet/liabilities.ts';
import { schema } from '../../server/graphql/schema/schema.ts';
import { DocumentedApi } from '../rest/api.ts';
import { byShortPath } from '../support/graphqlPaths.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type WebQuery, webQueries } from '../support/webQueries.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { givenAdmin, givenPlayer, rowIdOf, type Person } from '../support/world/people.ts';

/*
 * Two installations in which the same happens, except that others stake other amounts on other selections. What an observer is
 * answered, a player or an owner of the house, must be the same while betting is open
 * (server/domain/contests/README.md#what-is-shown-and-when).
 */

interface World {
  server: TestServer;
  rest: DocumentedApi;
  admin: Person;
  observer: Person;
  crowd: bigint[];
}

const gameType = 'SAPRE_THREE';
const CROWD = 3;
const limits = { minBet: 100n, maxBet: 9_000n, maxStake: 20_000n, maxPayout: 15_000n } as Record<keyof Limits, Paise>;
let worlds: [World, World];

beforeAll(async () => {
  worlds = await Promise.all([makeWorld(), makeWorld()]);
});
afterAll(() => Promise.all(worlds.map(({ server }) => server.stop())));

async function makeWorld(): Promise<World> {
  const server = await startTestServer();
  const admin = await givenAdmin(server);
  const observer = await givenPlayer(server, { rupees: 100 });
  const crowd = await givenPlayers({ owner: server.database.db }, CROWD);
  const world = { server, rest: await DocumentedApi.of(server), admin, observer, crowd };
  // The first rounds are the only ones of which anything is published.
  for (const first of ['sapreHalf', 'sapreOne', 'sapreThree'] as const) {
    const { gameId } = slotAt(first, server.clock.now());
    await overrideContest(ownerOf(world), { gameId, number: 3, reason: 'the same in both worlds' });
  }
  await setRandomize(ownerOf(world), { randomize: false });
  await setGameLimits(ownerOf(world), { gameType: 'sapreThree', ...limits, reason: 'set by a test' });
  return world;
}

function ownerOf({ server, admin }: Pick<World, 'server' | 'admin'>): Context {
  return contextFor(server.services, {
    kind: 'admin',
    roles: ['OWNER'],
    userId: rowIdOf(server, admin),
    sessionId: 1n,
  });
}

/** Bets at one instant: of each of the crowd's the player, and in the two worlds the selection and the paise. */
interface Step {
  crowd: { player: number; bets: [Stake, Stake] }[];
  observer: Stake & { over: 'rest' | 'graphql' | 'batch' };
}
interface Stake {
  selection: number;
  paise: number;
}

const stake = (most: number) =>
  fc.record({ selection: fc.integer({ min: 0, max: 12 }), paise: fc.integer({ min: 100, max: most }) });
const step: fc.Arbitrary<Step> = fc.record({
  crowd: fc.array(
    fc.record({ player: fc.integer({ min: 0, max: CROWD - 1 }), bets: fc.tuple(stake(1_200), stake(1_200)) }),
    { minLength: 1, maxLength: 3 },
  ),
  // Of 100 rupees; beyond the balance and the limits too.
  observer: fc.record({
    selection: fc.integer({ min: 0, max: 12 }),
    paise: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 5_000, max: 50_000 })),
    over: fc.constantFrom('rest', 'graphql', 'batch'),
  }),
});

it('shows nobody, an owner included, what others have staked meanwhile', async () => {
  const steps = fc.sample(step, { numRuns: 5, seed: 7 });
  const [one, other] = await Promise.all(worlds.map((world, at) => observe(world, steps, at, everyAnswer)));
  expect(differences(one, other).join('\n')).toBe('');
});

it('answers no bet by what others have staked, while the profit rule is to decide', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const [one, other] = await Promise.all(worlds.map((world, at) => observe(world, steps, at)));
      expect(differences(one, other).join('\n')).toBe('');
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

/** Plays a round in one of the worlds, makes it void so that all money is back, and returns all answers. */
async function observe(
  world: World,
  steps: readonly Step[],
  at: number,
  read: (world: World, gameId: string) => Promise<unknown> = ownMoney,
): Promise<unknown> {
  const gameId = await nextRound(world);
  const answers: unknown[] = [];
  for (const { crowd, observer } of steps) {
    const others = crowd.map(({ player, bets }) => {
      const { selection, paise } = bets[at] ?? bets[0];
      return place(contextOf(world, world.crowd[player] ?? 0n), gameId, { selection, paise });
    });
    // A batch decides all bets of one tick together.
    const own =
      observer.over === 'batch'
        ? [place(contextOf(world, rowIdOf(world.server, world.observer)), gameId, observer)]
        : [];
    const outcomes = await Promise.all([...others, ...own]);
    expect(outcomes.slice(0, others.length)).toEqual(others.map(() => 'placed'));
    answers.push(outcomes.slice(others.length), await alone(world, gameId, observer));
  }
  answers.push(await read(world, gameId));
  await voidContest(ownerOf(world), { gameId, reason: 'so that all money is back' });
  return withoutNames(world, answers);
}

async function nextRound({ server }: World): Promise<string> {
  const length = 180_000;
  const next = server.clock.now() + length - (server.clock.now() % length);
  // Else rounds that this step leaves unpaid for a moment are alerted to in one of the worlds and not in the other.
  await claimPeriod(server.database.db, 'alerts', new Date(next), EVALUATE_EVERY_MS);
  server.clock.set(next);
  await expect.poll(() => activeRound(server)).toMatchObject({ state: 'OPEN', decidedBy: 'PROFIT_RULE' });
  // Else the shorter games' rounds of these minutes may be decided in one of the worlds and not yet in the other.
  await server.contestClock.idle();
  return (await activeRound(server)).gameId as string;
}

async function activeRound({ execute, clock }: TestServer) {
  const { activeContest } = await execute(
    `{ activeContest(gameType: ${gameType}) { gameId state decidedBy startsAt } }`,
  );
  return Date.parse(activeContest?.startsAt) === clock.now() ? activeContest : null;
}

function contextOf({ server: { services } }: World, userId: bigint): Context {
  return contextFor(services, { kind: 'player', userId, sessionId: 1n });
}

/** 'placed', or the refusal. */
function place(ctx: Context, gameId: string, { selection, paise }: Stake): Promise<unknown> {
  return orRefusal(() => placeBet(ctx, { gameId, selection, amount: BigInt(paise) as Paise }).then(() => 'placed'));
}

/** The answer to a correction of a player's balance by `paise`, which are negative where money is taken. */
function correct(world: World, playerId: bigint, paise: bigint): Promise<unknown> {
  const correction = { playerId, amount: paise as Paise, reason: 'tried by a test', evidence: 'none' };
  return orRefusal(async () => String((await correctBalance(ownerOf(world), correction)).balances.available));
}

async function orRefusal(act: () => Promise<unknown>): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, extra } = error;
    return JSON.parse(
      JSON.stringify({ code, message, extra }, (_key, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    );
  }
}

const placement = `mutation Place($input: PlaceBetInput!) {
  placeBet(input: $input) {
    ... on PlaceBetPayload { bet { id amount number } wallet { available held } }
    ... on DomainError { code message }
    ... on LimitExceeded { limit possible detail }
    ... on InsufficientFunds { available }
  }
}`;

/** The observer's bet over an API; a batch has its answer already. */
async function alone({ rest, observer }: World, gameId: string, { selection, paise, over }: Step['observer']) {
  if (over === 'rest') {
    const body = { gameId, amount: paise / 100, betType: 'number', betValue: selection % 10 };
    const { status, body: answer } = await rest.call('placeBet', { body, token: observer.accessToken });
    return { status, answer };
  }
  if (over === 'graphql') {
    const chosen = selection < 10 ? { number: selection } : { color: ['GREEN', 'VIOLET', 'RED'][selection - 10] };
    return observer.execute(placement, { input: { gameId, selection: chosen, amount: (paise / 100).toFixed(2) } });
  }
  return null;
}

function ownMoney({ observer }: World, gameId: string): Promise<unknown> {
  const query =
    'query Own($gameId: String!) { viewer { wallet { available held } betsIn(gameId: $gameId) { amount cancelled } } }';
  return observer.execute(query, { gameId });
}

/** What every query of the web, every reading call of REST and every export answer: to the observer and an owner. */
async function everyAnswer(world: World, gameId: string): Promise<Record<string, unknown>> {
  const { server, rest, admin, observer, crowd } = world;
  await makeLiabilities(contextFor(server.services, { kind: 'system' }));
  const answers: Record<string, unknown> = {
    total: await server.execute('{ liabilities { players total } }'),
    taken: await correct(world, crowd[0] ?? 0n, -1n),
    takenOfAll: await correct(world, crowd[0] ?? 0n, -100_000n),
    given: await correct(world, crowd[0] ?? 0n, 1n),
  };
  for (const { name, query, variables: needed } of webQueries(schema)) {
    const variables = variablesOf(world, needed, gameId);
    const { accessToken: token } = /\badmin\b|\bnode\(/.test(query) ? admin : observer;
    const { answer } = await byShortPath({ url: `${server.url}/graphql`, query, variables, token });
    if (!JSON.stringify(answer).includes('was not provided')) answers[name] = answer;
  }
  for (const { operationId, method, path, query } of rest.operations) {
    if (method !== 'GET' || path.startsWith('/auth')) continue;
    const token = /^\/(admin|support)/.test(path) ? admin.accessToken : observer.accessToken;
    const { status, body } = await rest.call(operationId, {
      query: { ...(query?.example as Record<string, string>), gameType: 'sapreThree' },
      token,
    });
    answers[operationId] = { status, body };
  }
  for (const name of ['transactions', 'corrections', 'bets', 'contests', 'players', 'ledger']) {
    const text = await exportText(ownerOf(world), { file: `${name}.csv` });
    answers[name] = text.split('\r\n').map((line) => line.split(','));
  }
  return answers;
}

/** The variables of a query, about the round and one of the crowd. */
function variablesOf({ server, crowd: [player = 0n] }: World, needed: WebQuery['variables'], gameId: string) {
  const now = server.clock.now();
  const ours: Record<string, unknown> = {
    gameId,
    gameType,
    month: '2026-11',
    memberId: server.services.ids.seal('Member', player),
    uid: String(10_000_000n + player),
    from: new Date(now - 86_400_000).toISOString(),
    to: new Date(now + 86_400_000).toISOString(),
    kinds: ['MONEY', 'BETS', 'DECISIONS'],
  };
  return Object.fromEntries(
    Object.entries(needed).map(([name, value]) => [name, ours[name] ?? (value === 'x' ? undefined : value)]),
  );
}

/** With names for ids, hashes and instants in the order in which they come: they differ from world to world by themselves. */
function withoutNames({ server, admin, observer }: World, answers: unknown): unknown {
  const names = new Map<string, string>([
    [observer.uid, 'observer'],
    [admin.uid, 'admin'],
  ]);
  const named = (text: string) => {
    // Players made in bulk have registered by the machine's clock.
    if (/^\d\d-\d\d-\d{4} /.test(text) && !text.startsWith('20-11-2026')) return 'registered';
    if (/^\S{16,}$|^UTR/.test(text) && !names.has(text)) names.set(text, `name ${names.size}`);
    return names.get(text) ?? text.replaceAll(server.url, 'address');
  };
  return JSON.parse(JSON.stringify(answers), (key, value: unknown) => {
    // Leaves of the tree of balances stand in the order of salted hashes.
    if (key === 'place') return undefined;
    return typeof value === 'string' ? named(value) : value;
  });
}

/** The paths at which two answers differ, each with both values: a failure names what to look at. */
function differences(one: unknown, other: unknown, path = ''): string[] {
  if (!isContainer(one) || !isContainer(other)) {
    return Object.is(one, other) ? [] : [`${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`];
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], `${path}/${key}`));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
