import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkRealMoney } from '../../server/composition/doctor/money.ts';
import { deliverMails } from '../../server/domain/accounts/mails/deliverMails.ts';
import { newestMails } from '../../server/domain/accounts/mails/mails.ts';
import { registerPlayer } from '../../server/domain/accounts/users/registerPlayer.ts';
import type { DomainError } from '../../server/domain/ground/refusals/errors.ts';
import { recentWins } from '../../server/domain/bets/recentWins.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { setProfitabilityLevel, setRandomize } from '../../server/domain/settings/changeSettings.ts';
import { overRest } from '../../server/domain/audit/parseReason.ts';
import { sendDailyReport } from '../../server/domain/reports/sendDailyReport.ts';
import { setSecondAdminThreshold } from '../../server/domain/proposals/setThreshold.ts';
import { secondAdminThresholdsOf } from '../../server/domain/proposals/thresholds.ts';
import { refuseOtherMode } from '../../db/moneyMode.ts';
import { signerOf } from '../../server/platform/tlog/note.ts';
import { seedPlayPayee } from '../../server/domain/settings/seedPlayPayee.ts';
import { cancelWithdrawal } from '../../server/domain/wallet/cancelWithdrawal.ts';
import { statementCsv } from '../../server/domain/records/statementCsv.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { withConnection } from '../../db/client.ts';
import { limitsFor } from '../../db/limits.ts';
import { operatorFooter } from '../../server/platform/operator.ts';
import { readConfig } from '../../server/config/config.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { REAL_ENV } from '../support/realEnv.ts';
import { setMoneyMode } from '../support/realMoney.ts';
import { givenMember, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

/** Each rule that differs between play and real money, in both. */

const OPERATOR = {
  name: 'Meru Games Ltd',
  licence: 'Licence 7\nhttps://register.example/7?a=1&b=2.',
  licenceInHindi: 'लाइसेंस 7',
};
const PLAY_UPI_ID = 'play@rangoli';
const REASON = 'The board has decided so';

let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
let player: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
  player = await givenMember(domain, { rupees: 100 });
});
afterAll(() => database.close());
beforeEach(() => {
  domain.clock.advance(3_600_000);
});

/** Undefined where it was done. */
const codeOf = (attempt: Promise<unknown>): Promise<string | undefined> =>
  attempt.then(
    () => undefined,
    (error: unknown) => (error as DomainError).code,
  );

type Mode = 'play' | 'real';
async function become(mode: Mode): Promise<void> {
  await setMoneyMode(database, mode);
  Object.assign(domain.services.config, { moneyMode: mode, operator: mode === 'real' ? OPERATOR : null });
}
const system = () => domain.as({ kind: 'system' });
const lastMail = async () => (await newestMails({ db: domain.owner, keyring: domain.services.keyring }, 1))[0];
const mailsOf = async (subject: string) =>
  (await newestMails({ db: domain.owner, keyring: domain.services.keyring }, 100)).filter((mail) =>
    mail.subject.includes(subject),
  );
let randomize = true;
const changed = async (reason?: string | typeof overRest) => {
  const before = (await mailsOf('what decides rounds')).length;
  const code = await codeOf(setRandomize(owner.ctx(), { randomize: !randomize, reason }));
  if (code === undefined) randomize = !randomize;
  return { code, mails: (await mailsOf('what decides rounds')).length - before };
};

const REQUIRED = Object.keys(REAL_ENV).filter((name) => name !== 'MONEY_MODE' && name !== 'RATE_LIMIT');
const startsWithout = (mode: Mode) =>
  REQUIRED.filter((name) => {
    const env = { ...REAL_ENV, SEED_KEY: 'a'.repeat(64), MONEY_MODE: mode, [name]: undefined };
    try {
      readConfig(env);
      return true;
    } catch {
      return false;
    }
  });

const isAccepted = (mode: Mode, env: Record<string, string>) => {
  try {
    readConfig({ ...REAL_ENV, SEED_KEY: 'a'.repeat(64), MONEY_MODE: mode, ...env });
    return true;
  } catch {
    return false;
  }
};
const nameOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => (error as Error).name,
  );
const witness = signerOf('witness.example', 'cosignature', Buffer.alloc(32, 4)).vkey;

const rules: { rule: string; of: (mode: Mode) => unknown; play: unknown; real: unknown }[] = [
  {
    rule: 'company, licence, mail, https address, own owner and trusted proxy are required',
    of: (mode) => startsWithout(mode).filter((name) => name !== 'TRUSTED_PROXY'),
    play: REQUIRED.filter((name) => name !== 'TRUSTED_PROXY'),
    real: [],
  },
  {
    rule: 'the second factor of admins is required',
    of: (mode) => readConfig({ ...REAL_ENV, SEED_KEY: 'a'.repeat(64), MONEY_MODE: mode }).adminSecondFactor,
    play: 'optional',
    real: 'required',
  },
  {
    rule: 'relays of the beacon are by https alone',
    of: (mode) => isAccepted(mode, { BEACON: 'drand:http://relay.example' }),
    play: true,
    real: false,
  },
  {
    rule: 'relays of the beacon by https are taken',
    of: (mode) => isAccepted(mode, { BEACON: 'drand:https://relay.example' }),
    play: true,
    real: true,
  },
  {
    rule: 'witnesses, whose answers are signed, may be asked by http',
    of: (mode) => isAccepted(mode, { WITNESSES: `${witness}@http://witness.example` }),
    play: true,
    real: true,
  },
  {
    rule: 'the second factor of admins may be optional',
    of: (mode) => isAccepted(mode, { ADMIN_SECOND_FACTOR: 'optional' }),
    play: true,
    real: false,
  },
  {
    rule: 'a server of play money starts on this database',
    of: () =>
      withConnection(database.address, limitsFor('command'), (client) => nameOf(refuseOtherMode(client, 'play'))),
    play: undefined,
    real: 'MoneyModeError',
  },
  {
    rule: 'the database gives play credit',
    of: async () => {
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        return await codeOf(client.query('select grant_play_credit($1, true, 100)', [player.userId]));
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
    play: undefined,
    real: '23001',
  },
  {
    rule: 'a set result always needs a second admin, and has no setting',
    of: async () => {
      const thresholds = await secondAdminThresholdsOf(owner.ctx());
      const { fixed, fromAmount } = thresholds.find(({ kind }) => kind === 'override') ?? {};
      const setting = await codeOf(
        setSecondAdminThreshold(owner.ctx(), { kind: 'override', fromAmount: null, reason: REASON }),
      );
      return { fixed, fromAmount, setting };
    },
    play: { fixed: false, fromAmount: null, setting: undefined },
    real: { fixed: true, fromAmount: 0n, setting: 'INVALID_INPUT' },
  },
  {
    rule: 'the daily report ends with company, licence and 18+',
    of: async () => {
      domain.services.mail = { send: () => Promise.resolve() } as never;
      domain.clock.advance(86_400_000);
      const sent = await sendDailyReport(system());
      delete domain.services.mail;
      return [sent, (await lastMail())?.body?.endsWith('18+')];
    },
    play: [1, false],
    real: [1, true],
  },
  {
    rule: 'the winners’ list has samples',
    of: async () => (await recentWins(domain.as({ kind: 'anonymous' }))).length,
    play: 6,
    real: 0,
  },
  {
    rule: 'new players get PLAY_CREDIT',
    of: (mode) =>
      readConfig({ ...REAL_ENV, SEED_KEY: 'a'.repeat(64), MONEY_MODE: mode, PLAY_CREDIT: '500.00' }).playCreditPaise,
    play: 500_00n,
    real: 0n,
  },
  {
    rule: 'the practice payee is made',
    of: async () => {
      await seedPlayPayee(system());
      const { rows } = await database.pool.query('select 1 from payees where upi_id = $1 and active', [PLAY_UPI_ID]);
      return rows.length;
    },
    play: 1,
    real: 0,
  },
  {
    rule: 'a pending withdrawal can be cancelled',
    of: async () => {
      const { transaction } = await requestWithdrawal(player.ctx(), { amount: paise(5_00n), upiId: 'asha@okbank' });
      return codeOf(cancelWithdrawal(player.ctx(), { transactionId: transaction.id }));
    },
    play: undefined,
    real: 'WITHDRAWAL_FINAL',
  },
  {
    rule: 'randomize needs no reason',
    of: () => changed(),
    play: { code: undefined, mails: 0 },
    real: { code: 'INVALID_INPUT', mails: 0 },
  },
  {
    rule: 'randomize is mailed to owners',
    of: () => changed(REASON),
    play: { code: undefined, mails: 0 },
    real: { code: undefined, mails: 1 },
  },
  {
    rule: 'randomize over REST is mailed too',
    of: () => changed(overRest),
    play: { code: undefined, mails: 0 },
    real: { code: undefined, mails: 1 },
  },
  {
    rule: 'the level is mailed to owners',
    of: async (mode) => {
      await setProfitabilityLevel(owner.ctx(), { value: mode === 'real' ? 7 : 2, reason: REASON });
      const mail = await lastMail();
      return mail?.subject.includes('what decides rounds') === true && mail.body?.includes(REASON) === true;
    },
    play: false,
    real: true,
  },
  {
    rule: 'mails end with company, licence and 18+',
    of: async (mode) => {
      await registerPlayer(domain.as({ kind: 'anonymous' }), { email: `${mode}@example.com`, name: 'Asha' });
      return (await lastMail())?.body?.endsWith('18+');
    },
    play: false,
    real: true,
  },
  {
    rule: 'a mail in Hindi ends with the licence in Hindi',
    of: async (mode) => {
      const email = `${mode}.hindi@example.com`;
      await registerPlayer(domain.as({ kind: 'anonymous' }), { email, name: 'आशा', language: 'hi' });
      return (await lastMail())?.body?.split('\n').slice(-3);
    },
    play: expect.not.arrayContaining(['18+']) as unknown,
    real: ['Meru Games Ltd', 'लाइसेंस 7', '18+'],
  },
  {
    rule: 'a statement as CSV ends with company, licence and 18+, in the language of its account',
    of: () => {
      const { operator } = domain.services.config;
      const period = { from: new Date(0), to: new Date(1), days: { from: '2026-11-01', to: '2026-11-30' } };
      const empty = { period, opening: paise(0n), closing: paise(0n), entries: [] };
      const lastOf = (language: 'en' | 'hi') => [...statementCsv(empty, language, operator)].at(-1)?.trim();
      return [lastOf('en'), lastOf('hi')].map((line) => line?.replace(/^.*,0\.00$/, 'the closing balance'));
    },
    play: ['the closing balance', 'the closing balance'],
    real: [
      ',"Meru Games Ltd, Licence 7, https://register.example/7?a=1&b=2., 18+",,,,,',
      ',"Meru Games Ltd, लाइसेंस 7, 18+",,,,,',
    ],
  },
  {
    rule: 'pages that the app does not make end with the licence, its lines and its links',
    of: () => operatorFooter(domain.services.config.operator).replaceAll(/ style="[^"]*"/g, ''),
    play: '',
    real:
      '<footer id="operator" translate="no"><p>18+ Meru Games Ltd\nLicence 7\n' +
      '<a href="https://register.example/7?a=1&#38;b=2" rel="noreferrer" target="_blank">https://register.example/7?a=1&#38;b=2</a>.</p>' +
      '<p lang="hi">18+ Meru Games Ltd\nलाइसेंस 7</p></footer>',
  },
  {
    rule: 'the doctor has a section of real money',
    of: (mode) =>
      withConnection(database.address, limitsFor('command'), async (client) => {
        const money = mode === 'real' ? { mode, operator: OPERATOR } : { mode };
        const findings = await checkRealMoney(client, { money } as never);
        return findings.map(({ section, level, what }) => `${section}, ${level}: ${what.split(/[:.]/)[0]}`);
      }),
    play: [],
    real: [
      'real money, wrong: Admins without a second factor',
      'real money, wrong: There is one admin alone',
      'real money, advice: One admin alone decides',
      'real money, advice: 3 of 3 games have no limit of bets, stakes or payouts',
      'real money, wrong: Players have nobody to pay',
    ],
  },
];

describe.each(['play', 'real'] as const)('with %s money', (mode) => {
  beforeAll(() => become(mode));

  it.each(rules)('$rule', async (rule) => {
    expect(await rule.of(mode)).toEqual(rule[mode]);
  });
});

it('a mail that was written with another kind of money, or for another address, is never sent', async () => {
  const sent: string[] = [];
  const send = ({ to }: { to: string }) => Promise.resolve(void sent.push(to));
  const register = (email: string) => registerPlayer(domain.as({ kind: 'anonymous' }), { email, name: 'Asha' });
  const { config } = domain.services;
  const { publicUrl } = config;
  await database.pool.query('update mails set body = null, key_id = null');
  await become('play');
  await register('other.mode@example.com');
  await become('real');
  config.publicUrl = 'https://former.example.com';
  await register('other.address@example.com');
  config.publicUrl = publicUrl;
  await register('same@example.com');
  domain.services.mail = { send } as never;
  expect(await deliverMails(system())).toEqual({ sent: 1, nextAt: null });
  expect(sent).toEqual(['same@example.com']);
});
