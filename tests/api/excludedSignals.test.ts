import { afterAll, beforeAll, expect, it } from 'vitest';
import { excludeMyself } from '../../server/domain/accounts/status/excludeMyself.ts';
import { closeAccount } from '../../server/domain/accounts/status/closeAccount.ts';
import { login } from '../../server/domain/accounts/sessions/login.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { DETECT_EVERY_MS, detectSignals } from '../../server/domain/signals/detectSignals.ts';
import { listSignals } from '../../server/domain/signals/signalList.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenMember, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

/** Signals for other accounts that use a payout account or a known device of a self-excluded player. */

let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
});
afterAll(() => database.close());

const signalsOf = async (kind: 'excludedAccount' | 'excludedDevice', player: Member) => {
  domain.clock.advance(DETECT_EVERY_MS);
  await detectSignals(domain.as({ kind: 'system' }));
  const open = await listSignals(owner.ctx(), { state: 'open', kind });
  return open.filter(({ players }) => players.includes(player.userId));
};
const withdraw = async (player: Member, upiId: string) => {
  domain.clock.advance(1_000);
  await requestWithdrawal(player.ctx(), { amount: paise(5_00n), upiId });
};
const both = (one: Member, other: Member) => [one, other].map(({ userId }) => userId);

/** A browser: it keeps the cookie by which accounts know it. */
function openBrowser(): (player: Member) => Promise<void> {
  let tokens: string[] = [];
  const keep = (token: string) => (tokens = [token, ...tokens.filter((one) => one !== token)]);
  return async ({ email, password }) => {
    const ctx: Context = {
      ...domain.as({ kind: 'anonymous' }),
      client: { address: null, userAgent: 'Firefox', device: { tokens: [...tokens], keep } },
    };
    await login(ctx, { id: email, password });
  };
}

it('opens where another account withdraws to a payout account of an excluded player, however spelled', async () => {
  const [excluded, other] = [await givenMember(domain, { rupees: 100 }), await givenMember(domain, { rupees: 100 })];
  await withdraw(excluded, 'asha.one@okbank');
  await withdraw(other, 'asha.one@okbank');
  await excludeMyself(excluded.ctx(), { months: 6 });
  // What was shared before is a family's.
  expect(await signalsOf('excludedAccount', other)).toEqual([]);
  await withdraw(other, 'Asha.One@okbank');
  await withdraw(other, 'elsewhere@okbank');
  expect(await signalsOf('excludedAccount', other)).toMatchObject([
    { players: both(excluded, other), evidence: { account: '….one@okbank', withdrawals: 1, paid: '0' }, score: 85 },
  ]);
});

it('opens where another account signs in on a device that knows an excluded player', async () => {
  const [excluded, other, stranger] = [await givenMember(domain), await givenMember(domain), await givenMember(domain)];
  const browser = openBrowser();
  await browser(excluded);
  await browser(other);
  await excludeMyself(excluded.ctx(), { months: 6 });
  expect(await signalsOf('excludedDevice', excluded)).toEqual([]);
  await openBrowser()(stranger);
  await browser(owner);
  await browser(other);
  expect(await signalsOf('excludedDevice', excluded)).toMatchObject([{ players: both(excluded, other), score: 70 }]);
  expect(await signalsOf('excludedDevice', stranger)).toEqual([]);
});

it('lapses with the exclusion, and with an account that is closed', async () => {
  const [excluded, other, closed] = [await givenMember(domain), await givenMember(domain), await givenMember(domain)];
  const browser = openBrowser();
  await browser(excluded);
  await excludeMyself(excluded.ctx(), { months: 6 });
  await browser(other);
  await browser(closed);
  await closeAccount(closed.ctx(), { password: closed.password });
  expect(await signalsOf('excludedDevice', excluded)).toMatchObject([{ players: both(excluded, other) }]);
  domain.clock.advance(190 * 86_400_000);
  expect(await signalsOf('excludedDevice', excluded)).toEqual([]);
});
