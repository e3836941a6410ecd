import { z } from 'zod';
import type { Context } from '../domain/ground/verbs/context.ts';
import { deactivateUser, deactivateUserVerb } from '../domain/accounts/status/deactivateUser.ts';
import { idByUid, listMembers } from '../domain/accounts/users/members.ts';
import { registerAdmin, registerAdminVerb } from '../domain/accounts/users/registerAdmin.ts';
import { adminRoles } from '../domain/ground/actors/adminRoles.ts';
import { overRest } from '../domain/audit/parseReason.ts';
import { activeContest, listContestsByOffset } from '../domain/contests/contestQueries.ts';
import type { GameType } from '../domain/contests/gameTypes.ts';
import { overrideContest, overrideContestVerb } from '../domain/contests/overrideContest.ts';
import { DomainError } from '../domain/ground/refusals/errors.ts';
import {
  setProfitabilityLevel,
  setProfitabilityLevelVerb,
  setRandomize,
  setRandomizeVerb,
} from '../domain/settings/changeSettings.ts';
import { getSettings } from '../domain/settings/gameSettings.ts';
import { activePlayerStats } from '../domain/stats/activePlayerStats.ts';
import { profitStats } from '../domain/stats/profitStats.ts';
import { LATEST } from '../domain/stats/range.ts';
import { flag, gameType, openId, queryNumber, required, text, wholeNumber } from './decode.ts';
import { encodeContestFigures, encodeInstant, encodeMember, encodeProfitStats } from './encode.ts';
import { invalidPayload } from './errors.ts';
import * as example from './examples.ts';
import { operation } from './operation.ts';
import { onceDecided } from './outcomeDue.ts';
import { contestListQuery, listBody, readPart } from './paging.ts';
import { answerOf, fields, shapes } from './shapes.ts';

const success = true as const;

const epoch = queryNumber(0, LATEST.getTime());
const range = z.object({
  startDate: epoch.meta({ description: 'Milliseconds since the epoch.' }),
  endDate: epoch.meta({ description: 'Milliseconds since the epoch.' }),
});
const exampleRange = { startDate: '1795132800000', endDate: '1795219200000' };

const exampleConfig = { success, sapreConfig: example.sapreConfig };

const count = z.int().min(0);

const adminRolesBody = z.array(z.enum(adminRoles, { error: required(`must be one of ${adminRoles.join(', ')}`) }), {
  error: required('must be a list of roles'),
});

export const adminOperations = [
  operation({
    operationId: 'getSapreConfigDetails',
    method: 'GET',
    path: '/admin/getSapreConfigDetails',
    summary: 'The game settings',
    description: '`winner` is the number an admin has set for the running round of that game, or null.',
    access: 'settings:read',
    answer: answerOf({ sapreConfig: shapes.SapreConfig }),
    example: { answer: exampleConfig },
    async run(ctx) {
      return { success, sapreConfig: await readSapreConfig(ctx) };
    },
  }),

  operation({
    operationId: 'getActivePlayerStats',
    method: 'GET',
    path: '/admin/getActivePlayerStats',
    summary: 'How many players were active',
    description: 'On the platform: made an authenticated call in the range. In betting: bet on a round.',
    access: 'stats:read',
    query: range,
    answer: answerOf({
      activeOnPlatform: count,
      activeInBetting: count,
      activeInSapreHalf: count,
      activeInSapreOne: count,
      activeInSapreThree: count,
    }),
    example: {
      query: exampleRange,
      answer: {
        success,
        activeOnPlatform: 120,
        activeInBetting: 80,
        activeInSapreHalf: 50,
        activeInSapreOne: 30,
        activeInSapreThree: 12,
      },
    },
    async run(ctx, { query }) {
      return { success, ...(await activePlayerStats(ctx, instants(query))) };
    },
  }),

  operation({
    operationId: 'getProfitStats',
    method: 'GET',
    path: '/admin/getProfitStats',
    summary: 'Stakes and profit by game',
    description: 'Of settled rounds, by their end.',
    access: 'stats:read',
    query: range,
    answer: answerOf({ stats: z.array(shapes.ProfitStats) }),
    example: {
      query: exampleRange,
      answer: { success, stats: [{ _id: 'sapreOne', totalBetAmount: 10100, totalProfit: -40.5 }] },
    },
    async run(ctx, { query }) {
      const stats = await profitStats(ctx, instants(query));
      return { success, stats: stats.map(encodeProfitStats) };
    },
  }),

  operation({
    operationId: 'setProfitabilityLevel',
    method: 'POST',
    path: '/admin/setProfitabilityLevel',
    summary: 'Set the level of the profit rule',
    description: 'Takes effect from the next round that opens.',
    verb: setProfitabilityLevelVerb,
    body: z.object({ value: wholeNumber(0, 9) }),
    answer: answerOf({ sapreConfig: shapes.SapreConfig }),
    example: { body: { value: 3 }, answer: exampleConfig },
    async run(ctx, { body }) {
      await setProfitabilityLevel(ctx, { ...body, reason: overRest });
      return { success, sapreConfig: await readSapreConfig(ctx) };
    },
  }),

  operation({
    operationId: 'randomizeGameResult',
    method: 'POST',
    path: '/admin/randomizeGameResult',
    summary: 'Let the fair draw decide, or the profit rule',
    description:
      'Takes effect from the next round that opens. With real money the audit log has the reason "over REST", and owners are mailed.',
    verb: setRandomizeVerb,
    body: z.object({ isRandom: flag }),
    answer: answerOf({ sapreConfig: shapes.SapreConfig }),
    example: { body: { isRandom: true }, answer: exampleConfig },
    async run(ctx, { body }) {
      await setRandomize(ctx, { randomize: body.isRandom, reason: overRest });
      return { success, sapreConfig: await readSapreConfig(ctx) };
    },
  }),

  operation({
    operationId: 'overrideGameResult',
    method: 'POST',
    path: '/admin/overrideGameResult',
    summary: 'Set the winning number of a running round',
    description:
      'The round takes no new bets from then on. Players are told at once and may take back their bets; hence not in ' +
      'the last 5 s before betting closes. ' +
      'A second override replaces the first. ' +
      'Where it needs a second admin, the configuration stays as it is, with `proposed`: that admin confirms it in the ' +
      'back office within 20 s, in which the round takes no bets.',
    verb: overrideContestVerb,
    body: z.object({ number: wholeNumber(0, 9), gameId: text, gameType }),
    answer: answerOf({
      sapreConfig: shapes.SapreConfig,
      proposed: z.literal(true).optional().describe('It needs a second admin: it is proposed, and not set yet.'),
    }),
    refusalAnswers: { INVALID_INPUT: invalidPayload, BETTING_CLOSED: invalidPayload },
    example: {
      body: { number: 7, gameId: example.runningContest.gameId, gameType: 'sapreOne' },
      answer: exampleConfig,
    },
    async run(ctx, { body }) {
      const { gameId, number } = body;
      if (!gameId.startsWith(`${body.gameType}-`)) {
        throw new DomainError('NOT_FOUND', 'There is no such round of this game.', { field: 'gameId' });
      }
      const { proposed } = await overrideContest(ctx, { gameId, number, reason: overRest });
      return { success, sapreConfig: await readSapreConfig(ctx), ...(proposed && { proposed }) };
    },
  }),

  operation({
    operationId: 'getSapreContestDetailsList',
    method: 'GET',
    path: '/admin/getSapreContestDetailsList',
    summary: 'The finished rounds of a game, with stakes and profit',
    description: 'Newest first, from the moment their number is decided. Waits up to 2 s for a number that is due.',
    access: 'contest:readFigures',
    values: { page: 100, each: 14, rows: 10 },
    query: z.object({ gameType, ...contestListQuery }),
    answer: answerOf({ contests: z.array(shapes.ContestFigures), serverTime: fields.instant }),
    example: {
      query: { gameType: 'sapreOne', offset: '0', limit: '10' },
      answer: { success, contests: [example.contestFigures], serverTime: example.serverTime },
    },
    async run(ctx, { query }) {
      const now = await onceDecided(ctx, query.gameType);
      const contests = await listContestsByOffset(now, query.gameType, query);
      return { success, contests: contests.map(encodeContestFigures), serverTime: encodeInstant(now.now) };
    },
  }),

  operation({
    operationId: 'getUserList',
    method: 'POST',
    path: '/admin/getUserList',
    summary: 'The admins',
    description: 'Newest first, deactivated ones too.',
    access: 'admin:read',
    values: { each: 6, rows: 100 },
    body: listBody,
    answer: answerOf({ members: z.array(shapes.Member) }),
    example: { body: {}, answer: { success, members: [example.member] } },
    async run(ctx, { body }) {
      const members = await readPart(body, (page) => listMembers(ctx, { userType: 'admin' }, page));
      return { success, members: members.map((member) => encodeMember(ctx, member)) };
    },
  }),

  operation({
    operationId: 'deactivateUser',
    method: 'POST',
    path: '/admin/deactivateUser',
    summary: 'Deactivate an account',
    description: 'Takes a UID, or the `_id` of the list. Not oneself, and not the primary admin.',
    verb: deactivateUserVerb,
    body: z.object({ userId: text }),
    answer: answerOf({ member: shapes.Member }),
    example: {
      body: { userId: example.member.userId },
      answer: { success, member: { ...example.member, status: 'deactivated' } },
    },
    async run(ctx, { body }) {
      const member = await deactivateUser(ctx, { userId: await namedUser(ctx, body.userId), reason: overRest });
      return { success, member: encodeMember(ctx, member) };
    },
  }),

  operation({
    operationId: 'addUser',
    method: 'POST',
    path: '/admin/addUser',
    summary: 'Register an admin',
    description:
      'The password is sent to the email address. Roles: OWNER, FINANCE, SUPPORT, GAME, AUDITOR; without: FINANCE, SUPPORT ' +
      'and GAME.',
    verb: registerAdminVerb,
    body: z.object({
      name: text,
      email: text,
      userType: z.literal('admin', { error: required('must be admin') }),
      roles: adminRolesBody.optional(),
    }),
    answer: answerOf({
      member: shapes.Member,
      proposed: z
        .literal(true)
        .optional()
        .describe('The roles need a second admin: they are proposed, and there are none yet.'),
    }),
    refusalAnswers: { INVALID_INPUT: invalidPayload },
    example: {
      body: { name: example.member.name, email: example.member.email, userType: 'admin' },
      answer: { success, member: example.member },
    },
    async run(ctx, { body }) {
      const { name, email, roles } = body;
      const { admin, proposed } = await registerAdmin(ctx, { name, email, roles });
      return { success, member: encodeMember(ctx, admin), ...(proposed && { proposed }) };
    },
  }),
];

function instants({ startDate, endDate }: z.output<typeof range>): { from: Date; to: Date } {
  return { from: new Date(startDate), to: new Date(endDate) };
}

/** The settings, and the number set for each game's running round, if any. */
async function readSapreConfig(ctx: Context) {
  const { randomize, profitabilityIndex } = await getSettings(ctx);
  const [sapreHalf, sapreOne, sapreThree] = await Promise.all([
    readVariant(ctx, 'sapreHalf'),
    readVariant(ctx, 'sapreOne'),
    readVariant(ctx, 'sapreThree'),
  ]);
  return { randomize, profitabilityIndex: { value: profitabilityIndex }, sapreHalf, sapreOne, sapreThree };
}

async function readVariant(ctx: Context, gameType: GameType) {
  const overrideNumber = (await activeContest(ctx, gameType))?.figures?.overrideNumber ?? null;
  return { winner: overrideNumber === null ? null : { number: overrideNumber } };
}

/** Old clients send the UID; the `_id` of the list is accepted too. */
async function namedUser(ctx: Context, userId: string): Promise<bigint> {
  return (await idByUid(ctx, userId)) ?? openId(ctx, 'Member', userId, 'userId');
}
