import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callContexts, type CallContext } from '../../server/graphql/runtime/callers.ts';
import { unlimited } from '../../server/domain/ground/calls/callBudget.ts';
import { Engine } from '../../server/graphql/runtime/engine.ts';
import { shortAnswer } from '../../server/graphql/runtime/httpAnswer.ts';
import { schema } from '../../server/graphql/schema/schema.ts';
import { LoopSlices } from '../../server/platform/loopSlices.ts';
import { EventStreams } from '../../server/graphql/runtime/eventStreams.ts';
import { createYogaServer, type Yoga } from '../../server/graphql/runtime/yoga.ts';
import { DomainError } from '../../server/domain/ground/refusals/errors.ts';
import { createMetrics } from '../../server/platform/metrics.ts';
import { givenAdmin, givenPlayer, type Person } from '../support/world/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { webQueries } from '../support/webQueries.ts';

const contestFields = `
  id gameId gameType period number state startsAt evaluationTime endsAt decidedBy profitabilityLevel ruleVersion drawVersion chainId chainIndex
  commitment seed winningNumber winningColors outcomes { number stakes payouts profit } totalStakes
  betCount payoutTable { selection { color number label } numbers { number multiplier basisPoints } } cancellable
  viewer { betAmount winAmount }
  operator { totalPayouts profit stakesBySelection { selection { label } stakes } overrideNumber }`;

/** Operations of every kind, as players, as admins and without a session. */
const operations: [name: string, body: Record<string, unknown>][] = [
  ['product', { query: '{ product { name slug moneyMode notice noticeInHindi licence operator sendsMail } }' }],
  ['running contest', { query: `{ activeContest(gameType: SAPRE_ONE) { ${contestFields} } }` }],
  [
    'contests',
    {
      query: `{ contests(gameType: SAPRE_HALF, first: 3) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node { ${contestFields} } } } }`,
    },
  ],
  [
    'payout table, wins, avatars',
    { query: '{ payoutTable { selection { label } } recentWins { name amount sample } avatars }' },
  ],
  [
    'viewer',
    {
      query:
        '{ viewer { user { id uid name avatar email userType } wallet { id available held } unreadNotificationCount } }',
    },
  ],
  [
    'lists of a player',
    {
      query:
        '{ viewer { activeGames { amount } bets { edges { cursor node { id amount } } } contestResults { edges { cursor } } walletHistory { edges { cursor node { __typename } } } transactions { edges { node { id amount status } } } pendingWithdrawals { id } tickets { edges { node { id } } } notifications { edges { node { kind title body } } } payee(channel: BANK) { id } } }',
    },
  ],
  [
    'back office',
    {
      query:
        '{ viewer { admin { settings { randomize profitabilityIndex } pendingCount pendingByAge { label deposits { count amount } withdrawals { count amount } } payees { id upiId active } openTicketCount auditActions members(userType: PLAYER) { edges { node { user { name } status wallet { available } } } } } } }',
    },
  ],
  [
    'variables',
    {
      query:
        'query Q($game: GameType!, $first: Int) { contests(gameType: $game, first: $first) { edges { node { gameId } } } }',
      variables: { game: 'SAPRE_ONE', first: 2 },
    },
  ],
  [
    'named operation of several',
    { query: 'query A { product { name } } query B { product { slug } }', operationName: 'B' },
  ],
  [
    'introspection',
    { query: '{ __schema { queryType { name } types { name description } } __type(name: "Bet") { fields { name } } }' },
  ],
  ['typename', { query: '{ __typename }' }],
  [
    'directives and fragments',
    {
      query: 'query ($no: Boolean!) { product { ...P slug @skip(if: $no) } } fragment P on Product { name }',
      variables: { no: true },
    },
  ],
  ['syntax error', { query: '{ product {' }],
  ['empty document', { query: '' }],
  ['unknown field', { query: '{ product { nothing } nothing }' }],
  ['missing variable', { query: 'query ($id: ID!) { node(id: $id) { id } }' }],
  [
    'wrong variable',
    {
      query: 'query ($first: Int) { contests(gameType: SAPRE_ONE, first: $first) { totalCount } }',
      variables: { first: 'x' },
    },
  ],
  [
    'wrong money',
    {
      query:
        'mutation ($a: Money!) { requestDeposit(input: { amount: $a, reference: "1", payeeId: "x" }) { __typename } }',
      variables: { a: '1.234' },
    },
  ],
  ['malformed id', { query: '{ node(id: "nothing") { id } nodes(ids: ["a", "b"]) { id } }' }],
  ['malformed cursor', { query: '{ contests(gameType: SAPRE_ONE, after: "nothing") { totalCount } }' }],
  ['page too large', { query: '{ contests(gameType: SAPRE_ONE, first: 101) { totalCount } }' }],
  [
    'too deep',
    {
      query:
        '{ viewer { pendingWithdrawals { duplicates { duplicates { duplicates { duplicates { duplicates { duplicates { duplicates { duplicates { duplicates { duplicates { duplicates { duplicates { duplicates { id } } } } } } } } } } } } } } } }',
    },
  ],
  [
    'refused sign-in',
    {
      query:
        'mutation { login(input: { id: "nobody@example.com", password: "wrong" }) { __typename ... on DomainError { code message } } }',
    },
  ],
  [
    'invalid input',
    {
      query:
        'mutation { submitFeedback(input: { rating: 9, text: "" }) { __typename ... on InvalidInput { field detail code message } } }',
    },
  ],
  [
    'bet on an unknown round',
    {
      query:
        'mutation { placeBet(input: { gameId: "sapreOne-1", selection: { number: 1 }, amount: "1" }) { __typename ... on Refusal { code message detail } } }',
    },
  ],
  [
    'bet on two selections',
    {
      query:
        'mutation { placeBet(input: { gameId: "sapreOne-1", selection: { number: 1, color: RED }, amount: "1" }) { __typename } }',
    },
  ],
  [
    'marking read',
    {
      query:
        'mutation { markNotificationsRead { ... on MarkNotificationsReadPayload { viewer { unreadNotificationCount } } } }',
    },
  ],
  [
    'an admin’s verb',
    {
      query:
        'mutation { setProfitabilityLevel(input: { value: 10, reason: "set by a test" }) { __typename ... on InvalidInput { field } } }',
    },
  ],
  ['extensions given', { query: '{ product { name } }', extensions: { client: 'test' } }],
  ['nulls given', { query: '{ product { name } }', variables: null, operationName: null, extensions: null }],
];

const accepts = [
  undefined,
  '*/*',
  'application/json',
  'application/graphql-response+json',
  'application/graphql-response+json, application/json;q=0.9',
  'application/json; charset=utf-8',
  'application/*',
];

describe('the short path and Yoga', () => {
  let server: TestServer;
  let callContext: CallContext;
  let engine: Engine;
  let yoga: Yoga;
  let people: { who: string; person: Person | undefined }[];
  let limited = false;
  let onReading = () => {};
  let onExecution = () => {};
  beforeAll(async () => {
    server = await startTestServer();
    people = [
      { who: 'a player', person: await givenPlayer(server, { rupees: 100 }) },
      { who: 'an admin', person: await givenAdmin(server) },
      { who: 'nobody', person: undefined },
    ];
    server.clock.advance(90_000);
    await server.contestClock.idle();
    const take = () => {
      onReading();
      if (limited) throw new DomainError('RATE_LIMITED', 'Too many requests. Please wait.', { retryAfterSeconds: 7 });
    };
    const turn = () => {
      onExecution();
      return undefined;
    };
    engine = new Engine(schema, { ...unlimited, take, turn }, createMetrics());
    yoga = createYogaServer(engine, new EventStreams(), () => {});
    callContext = callContexts(server.services, { slug: 'rangoli' }, new LoopSlices());
  });
  afterAll(() => server.stop());

  const contextOf = (token: string | undefined) => callContext({ token });

  async function byShortPath(body: object, accept: string | undefined, token: string | undefined) {
    const answer = await shortAnswer(engine, { body, accept }, await contextOf(token));
    if (!answer) throw new Error('left to Yoga');
    const { status, headers, body: text } = answer;
    return {
      status,
      type: headers['content-type'],
      retryAfter: headers['retry-after'] ?? null,
      answer: JSON.parse(text) as unknown,
    };
  }

  async function byYoga(body: object, accept: string | undefined, token: string | undefined) {
    const request = new yoga.fetchAPI.Request('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(accept !== undefined && { accept }) },
      body: JSON.stringify(body),
    });
    const response = await yoga.handleRequest(request, await contextOf(token));
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      retryAfter: response.headers.get('retry-after'),
      answer: (await response.json()) as unknown,
    };
  }

  it.each(operations)('answer the same: %s', async (_name, body) => {
    for (const { who, person } of people) {
      for (const accept of accepts) {
        const [short, long] = [
          await byShortPath(body, accept, person?.accessToken),
          await byYoga(body, accept, person?.accessToken),
        ];
        expect(short, `${who}, accepting ${accept}`).toEqual(long);
      }
    }
  });

  it.each(webQueries(schema))('answer the same: $name of the web app', async ({ query, variables }) => {
    for (const { who, person } of people) {
      const body = { query, variables };
      const short = await byShortPath(body, undefined, person?.accessToken);
      expect(short.status).toBe(200);
      expect(short, who).toEqual(await byYoga(body, undefined, person?.accessToken));
    }
  });

  it('give other calls a turn of the event loop between reading a new text and executing it', async () => {
    let turns = 0;
    let found = -1;
    onReading = () => void setImmediate(() => (turns += 1));
    onExecution = () => {
      found = turns;
    };
    try {
      for (const send of [byShortPath, byYoga]) {
        turns = 0;
        const { status } = await send(
          { query: `{ product { name } me: __typename } # ${send.name}` },
          undefined,
          undefined,
        );
        expect({ status, found }, send.name).toEqual({ status: 200, found: 1 });
      }
    } finally {
      onReading = () => {};
      onExecution = () => {};
    }
  });

  it('answer the same above the rate limit', async () => {
    limited = true;
    try {
      for (const accept of accepts) {
        const body = { query: '{ product { name } }' };
        const short = await byShortPath(body, accept, undefined);
        expect(short).toEqual(await byYoga(body, accept, undefined));
        expect(short).toMatchObject({ status: 429, retryAfter: '7' });
      }
    } finally {
      limited = false;
    }
  });
});
