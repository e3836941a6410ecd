import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { mailedLink, mailedPassword } from '../support/world/mails.ts';
import { ADMIN } from '../support/world/people.ts';
import { recording, type RecordedCall, type Step } from '../rest/recording.ts';

/** Every call of the old API (server/rest/rules.md#rest-calls). */
const callsOfTheOldApi = `
  POST /auth/login POST /auth/register POST /auth/verifyLink POST /auth/resetPassword POST /auth/ForgotPassword
  POST /auth/token POST /auth/logout
  GET /player/getWalletHistory GET /player/getMyTransactions GET /player/getUpiId POST /player/addMoney
  POST /player/withdrawMoney GET /player/getBankAccount POST /player/raiseTicket GET /player/getMyTickets
  POST /common/updateProfile GET /common/getAvatarList POST /common/updatePassword POST /common/chat
  POST /sapre/placeBet GET /sapre/getActiveSapreContest GET /sapre/getSapreContestList
  GET /admin/getSapreConfigDetails GET /admin/getActivePlayerStats GET /admin/getProfitStats
  POST /admin/setProfitabilityLevel POST /admin/randomizeGameResult POST /admin/overrideGameResult
  GET /admin/getSapreContestDetailsList POST /admin/getUserList POST /admin/deactivateUser POST /admin/addUser
  GET /admin/getUpiIdList POST /admin/addUpiId POST /admin/removeUpiId POST /admin/changeUpiIdStatus
  GET /admin/getBankAccountList POST /admin/addBankAccount POST /admin/removeBankAccount
  POST /admin/changeBankAccountStatus GET /support/getPendingTransactions POST /support/updateTransaction`;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

it('serves the old client every call it makes, unchanged', async () => {
  const kept = new Map([
    ['adminPassword', ADMIN.password],
    ['document', `data:image/png;base64,${PNG}`],
    ['bareDocument', PNG],
  ]);
  for (const step of recording) await play(step, kept);
});

it('is a recording of every call there is', () => {
  const made = new Set(recording.flatMap((step) => ('call' in step ? step.call : [])));
  const all = [...callsOfTheOldApi.matchAll(/(GET|POST) \S+/g)].map(([call]) => call);
  expect(all).toHaveLength(42);
  expect([...made].toSorted()).toEqual(all.toSorted());
});

async function play(step: Step, kept: Map<string, string>): Promise<void> {
  if ('seconds' in step) {
    server.clock.advance(step.seconds * 1_000);
  } else if ('mail' in step) {
    const read =
      step.mail === 'link' ? mailedLink : async () => ({ password: await mailedPassword(server.database, step.of) });
    for (const [name, value] of Object.entries(await read(server.database, step.of))) kept.set(name, value);
  } else {
    const answer = await send(step, kept);
    for (const path of step.reads ?? []) expect(at(answer, path), `${step.call} reads ${path}`).toBeDefined();
    for (const [name, path] of Object.entries(step.keep ?? {})) {
      const value = at(answer, path);
      expect(value, `${step.call} reads ${path}`).toBeTypeOf('string');
      kept.set(name, value as string);
    }
  }
}

/** Sends a call as the old client does; anything but 200 with `success` fails and prints call and answer. */
async function send(recorded: RecordedCall, kept: ReadonlyMap<string, string>): Promise<unknown> {
  const { call, bearer, query, body } = recorded;
  const [method = '', path = ''] = call.split(' ');
  const response = await fetch(`${server.url}${path}?${new URLSearchParams(query).toString()}`, {
    method,
    headers: {
      accept: 'application/json, text/plain, */*',
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(bearer !== undefined && { authorization: `Bearer ${kept.get(bearer)}` }),
    },
    ...(body !== undefined && { body: filledIn(body, kept) }),
  });
  const text = await response.text();
  expect(response.status, `${call} answered ${text}`).toBe(200);
  const answer: unknown = JSON.parse(text);
  expect(answer).toMatchObject({ success: true });
  return answer;
}

/** The body as JSON, with stored values in place of `$name`. */
function filledIn(body: unknown, kept: ReadonlyMap<string, string>): string {
  return JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith('$') ? kept.get(value.slice(1)) : value,
  );
}

/** The part of an answer at a path such as `contests.0.gameId`. */
function at(answer: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], answer);
}
