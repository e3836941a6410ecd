import { execute, getNamedType, isNonNullType, isObjectType, parse, type GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { adminRoles } from '../../server/domain/ground/actors/adminRoles.ts';
import { announceVoid, voidWaitingContest } from '../../server/domain/bets/voidWaiting.ts';
import type { Actor } from '../../server/domain/ground/verbs/context.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { fetchMissedRounds } from '../../server/domain/contests/fetchMissedRounds.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { setProfitabilityLevel, setRandomize } from '../../server/domain/settings/changeSettings.ts';
import { setGameLimits } from '../../server/domain/settings/setGameLimits.ts';
import type { Paise } from '../../db/columns.ts';
import { callContexts } from '../../server/graphql/runtime/callers.ts';
import { schema } from '../../server/graphql/schema/schema.ts';
import { LoopSlices } from '../../server/platform/loopSlices.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { nextContest } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import type { TestBeacon } from '../support/testBeacon.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

/** The only fields of a contest that depend on who asks. */
const PERSONAL = ['operator', 'viewer'];
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const reason = 'Looked at by everybody';
const anonymous: Actor = { kind: 'anonymous' };

const contestType = objectType('Contest');

function objectType(name: string): GraphQLObjectType {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no object type`);
  return type;
}

/** Every field of a type, with all that is below it. */
function selectionOf(type: GraphQLObjectType, without: readonly string[] = []): string {
  const fields = Object.values(type.getFields()).filter(({ name }) => !without.includes(name));
  return fields
    .map(({ name, type: answer, args }) => {
      expect(args.filter((arg) => isNonNullType(arg.type))).toEqual([]);
      const below = getNamedType(answer);
      return isObjectType(below) ? `${name} { ${selectionOf(below)} }` : name;
    })
    .join(' ');
}

const PUBLIC = selectionOf(contestType, PERSONAL);

/** The paths of an answer at which something is, lists as one. */
function pathsOf(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, path));
  if (typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([name, item]) => pathsOf(item, path === '' ? name : `${path}.${name}`));
}

/** The paths of all values that a type's selection may have. */
function leavesOf(type: GraphQLObjectType, without: readonly string[] = [], path = ''): string[] {
  return Object.values(type.getFields())
    .filter(({ name }) => !without.includes(name))
    .flatMap(({ name, type: answer }) => {
      const below = getNamedType(answer);
      return isObjectType(below) ? leavesOf(below, [], `${path}${name}.`) : [`${path}${name}`];
    });
}

let database: TestDatabase;
let games: Betting;
let beacon: TestBeacon;
let owner: Actor & { userId: bigint };
let other: Actor & { userId: bigint };
let player: bigint;
let callers: [name: string, actor: Actor][];

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database, { withBeacon: true });
  beacon = games.beacon as TestBeacon;
  [owner, other] = [await givenActor(games, 'admin'), await givenActor(games, 'admin')];
  const [one = 0n, two = 0n] = await givenPlayers(games, 2, { rupees: 100 });
  player = one;
  const session = { sessionId: 1n };
  callers = [
    ['a player with a bet', { kind: 'player', userId: one, ...session }],
    ['a player without', { kind: 'player', userId: two, ...session }],
    ['an admin without a role', { kind: 'admin', userId: owner.userId, roles: [], ...session }],
    ...adminRoles.map((role): [string, Actor] => [
      role,
      { kind: 'admin', userId: owner.userId, roles: [role], ...session },
    ]),
  ];
});
afterAll(async () => {
  await games.stop();
  await database.close();
});

async function ask(actor: Actor, { gameId }: Pick<ContestView, 'gameId'>, fields: string) {
  const context = await callContexts(games.services, { slug: 'rangoli' }, new LoopSlices())({ token: undefined });
  context.actor = actor;
  const document = parse(`{ contest(gameId: "${gameId}") { ${fields} } }`);
  const { data, errors } = await execute({ schema, document, contextValue: context });
  expect(errors).toBeUndefined();
  return data?.['contest'] as Record<string, unknown>;
}

/** The answers of all callers about a contest, whose public fields have to be equal, and which callers get which part. */
async function everybodySees(contest: Pick<ContestView, 'gameId'>): Promise<Record<string, unknown>> {
  const stranger = await ask(anonymous, contest, PUBLIC);
  for (const [name, actor] of callers) expect(await ask(actor, contest, PUBLIC), name).toEqual(stranger);
  const parts = 'viewer { __typename } operator { __typename }';
  expect(await ask(anonymous, contest, parts)).toEqual({ viewer: null, operator: null });
  for (const [name, actor] of callers) {
    const { viewer, operator } = await ask(actor, contest, parts);
    expect([viewer !== null, operator !== null], name).toEqual([actor.kind === 'player', actor.kind === 'admin']);
  }
  return stranger;
}

const place = (contest: ContestView) =>
  bet(games.player(player), { gameId: contest.gameId, selection: 3, paise: 1_000n });
const override = (contest: ContestView) =>
  overrideContest(games.as(owner), { gameId: contest.gameId, number: 3, reason });
const probe = async () => {
  await games.services.beacon?.probe(new AbortController().signal);
};

it('`Contest` has the same fields for everybody but for `viewer` and `operator`', () => {
  const dependent = Object.values(contestType.getFields()).filter(({ extensions }) => extensions['personal'] === true);
  expect(dependent.map(({ name }) => name).toSorted()).toEqual(PERSONAL);
  expect(dependent.filter(({ type }) => isNonNullType(type))).toEqual([]);
});

describe('a contest is the same for a stranger, a player and an admin of any role', () => {
  const seen: Record<string, unknown>[] = [];

  it('held under the profit rule, while an admin may confirm its number', async () => {
    await probe();
    await setRandomize(games.as(owner), { randomize: false, reason });
    await setProfitabilityLevel(games.as(owner), { value: 3, reason });
    const [minBet, maxBet, maxStake] = [100n, 10_000n, 100_000n] as Paise[];
    const limits = { minBet: minBet ?? null, maxBet: maxBet ?? null, maxStake: maxStake ?? null, maxPayout: null };
    await setGameLimits(games.as(owner), { gameType: 'sapreOne', ...limits, reason });
    const contest = await nextContest(games, 'sapreOne');
    await place(contest);
    await tamper(database, `update second_admin_thresholds set from_amount = 0 where kind = 'override'`);
    await override(contest);
    await tamper(database, `update second_admin_thresholds set from_amount = null where kind = 'override'`);
    seen.push(await everybodySees(contest));
    expect(seen.at(-1)).toMatchObject({ state: 'OPEN', heldUntil: expect.any(String), decidedBy: 'PROFIT_RULE' });
  });

  it('paid, with the number that an operator set', async () => {
    await setRandomize(games.as(owner), { randomize: true, reason });
    const limits = { minBet: null, maxBet: null, maxStake: null, maxPayout: 1_000_000n as Paise };
    await setGameLimits(games.as(owner), { gameType: 'sapreOne', ...limits, reason });
    const contest = await nextContest(games, 'sapreOne');
    await place(contest);
    await override(contest);
    seen.push(await everybodySees(contest));
    await games.moveTo(contest.closesAt);
    seen.push(await everybodySees(contest));
    await games.moveTo(contest.endsAt);
    await games.games.idle();
    seen.push(await everybodySees(contest));
    expect(seen.at(-1)).toMatchObject({ state: 'SETTLED', overrideReason: reason, totalStakes: '10.00' });
  });

  it('waiting for the beacon with an announcement, and void after it', async () => {
    await probe();
    const contest = await nextContest(games, 'sapreOne');
    beacon.behave('failing');
    await games.moveTo(contest.closesAt);
    await games.moveTo(contest.endsAt);
    games.clock.advance(MINUTE_MS + 1_000);
    await games.games.idle();
    await games.moveTo(contest.endsAt.getTime() + WEEK_MS);
    await announceVoid(games.as(owner), { gameId: contest.gameId, reason });
    seen.push(await everybodySees(contest));
    expect(seen.at(-1)).toMatchObject({ state: 'CLOSED', voidNotice: { reason } });
    await voidWaitingContest(games.as(other), { gameId: contest.gameId });
    beacon.behave('honest');
    games.clock.advance(5_000);
    await probe();
    await fetchMissedRounds(games.as({ kind: 'system' }), new AbortController().signal);
    await vi.waitFor(async () =>
      expect((await contestByGameId(games.as(anonymous), contest.gameId))?.wouldHaveBeen).not.toBeNull(),
    );
    seen.push(await everybodySees(contest));
    expect(seen.at(-1)).toMatchObject({ state: 'VOID', voidReason: reason });
  });

  it('and none of its fields was empty in all of these', () => {
    const shown = new Set(seen.flatMap((each) => pathsOf(each)));
    expect(leavesOf(contestType, PERSONAL).filter((path) => !shown.has(path))).toEqual([]);
  });
});
