import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recentWins } from '../../server/domain/bets/recentWins.ts';
import { holesInUse } from '../../server/composition/acceptHoles.ts';
import { readVerifierHashes, readVerifiers } from '../../server/config/verifierHashes.ts';
import { holeName } from '../../server/platform/knownHoles.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { setMoneyMode } from '../support/realMoney.ts';
import { registerPlayer } from '../../server/domain/accounts/users/registerPlayer.ts';
import { newestMails } from '../../server/domain/accounts/mails/mails.ts';
import { statementPdf } from '../../server/domain/records/statementPdf.ts';
import { sendDailyReport } from '../../server/domain/reports/sendDailyReport.ts';
import { REAL_ENV } from '../support/realEnv.ts';
import { sendTo } from '../support/send.ts';
import { startTestServer } from '../support/server.ts';
import { givenPrimaryAdmin } from '../support/world/members.ts';

const OPERATOR = {
  name: 'Meru Games Ltd',
  licence: 'Licence 7\nhttps://register.example/7',
  licenceInHindi: 'लाइसेंस 7',
};

describe('with real money', () => {
  let database: TestDatabase;
  let domain: TestDomain;
  beforeAll(async () => {
    database = await createTestDatabase();
    domain = openDomain(database);
    await setMoneyMode(database, 'real');
    Object.assign(domain.services.config, { moneyMode: 'real', operator: OPERATOR });
  });
  afterAll(() => database.close());

  it('mails end with the company and its licence', async () => {
    await registerPlayer(domain.as({ kind: 'anonymous' }), { email: 'asha@example.com', name: 'Asha' });
    const [mail] = await newestMails({ db: domain.owner, keyring: domain.services.keyring }, 1);
    expect(mail?.body).toMatch(/\n\n-- \nMeru Games Ltd\nLicence 7\nhttps:\/\/register\.example\/7\n18\+$/);
  });

  it('there are no made-up wins', async () => {
    expect(await recentWins(domain.as({ kind: 'anonymous' }))).toEqual([]);
    domain.services.config.moneyMode = 'play';
    expect(await recentWins(domain.as({ kind: 'anonymous' }))).toHaveLength(6);
    domain.services.config.moneyMode = 'real';
  });

  it('a statement in Hindi names both, in Hindi', async () => {
    const period = { from: new Date(0), to: new Date(1), days: { from: '2026-11-01', to: '2026-11-30' } };
    const owner = { name: 'Asha', uid: '10000001', email: 'asha@example.com', language: 'hi' as const };
    const about = { product: 'Rangoli', madeAt: new Date(0), operator: OPERATOR };
    const empty = { period, opening: 0n as never, closing: 0n as never, entries: [] };
    const size = async (operator: typeof OPERATOR | null) => {
      const chunks: Buffer[] = [];
      for await (const chunk of await statementPdf(empty, owner, { ...about, operator })) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).length;
    };
    expect(await size(OPERATOR)).toBeGreaterThan(await size({ ...OPERATOR, name: '' }));
  });
});

it('no report is mailed of the day before the installation', async () => {
  const database = await createTestDatabase();
  const domain = openDomain(database, '2026-11-20T09:00:00+05:30');
  domain.services.mail = { send: () => Promise.resolve() } as never;
  await givenPrimaryAdmin(domain);
  expect(await sendDailyReport(domain.as({ kind: 'system' }))).toBe(0);
  domain.clock.set(Date.parse('2026-11-21T06:59:00+05:30'));
  expect(await sendDailyReport(domain.as({ kind: 'system' }))).toBe(0);
  domain.clock.set(Date.parse('2026-11-21T07:00:00+05:30'));
  expect(await sendDailyReport(domain.as({ kind: 'system' }))).toBe(1);
  await database.close();
});

it('the verifier ends with the licence, and its hash is that of what is served', () => {
  const root = mkdtempSync(join(tmpdir(), 'verifiers-'));
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const built = '<html><body><h1>Check</h1></body></html>';
  writeFileSync(join(root, 'verify.html'), built);
  writeFileSync(join(root, 'verifiers.txt'), `${sha256(built)}  verify.html\n${sha256('python')}  verify.py\n`);
  const { html = '', hashes = '' } = readVerifiers(OPERATOR, root) ?? {};
  expect(html).toMatch(/<h1>Check<\/h1><footer id="operator"[^]*Licence 7\n<a href="https:\/\/register\.example\/7"/);
  expect(hashes).toBe(`${sha256(html)}  verify.html\n${sha256('python')}  verify.py\n`);
  expect(readVerifierHashes(OPERATOR, root)?.html.toString('hex')).toBe(sha256(html));
  expect(readVerifierHashes(null, root)?.html.toString('hex')).toBe(sha256(built));
  rmSync(root, { recursive: true });
});

it('a server of real money tells company and licence in GraphQL', async () => {
  const database = await createTestDatabase();
  const holes = (await holesInUse(database.pool as never, process.versions.node)).map(holeName);
  await database.close();
  const server = await startTestServer({ env: { ...REAL_ENV, KNOWN_HOLES_ACCEPTED: holes.join(',') } });
  try {
    const query = '{ product { moneyMode operator licence notice noticeInHindi } }';
    const { body } = await sendTo(server.url, {
      method: 'POST',
      path: '/graphql',
      headers: { host: new URL(REAL_ENV.PUBLIC_URL).host, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect((JSON.parse(body) as { data: object }).data).toHaveProperty('product', {
      moneyMode: 'REAL',
      operator: 'Meru Games Ltd',
      licence: 'Licence 1',
      notice: 'Meru Games Ltd\nLicence 1',
      noticeInHindi: 'Meru Games Ltd\nLicence 1',
    });
    for (const path of ['/rest/', '/graphiql']) {
      const page = await sendTo(server.url, { path, headers: { host: new URL(REAL_ENV.PUBLIC_URL).host } });
      expect(page.body).toMatch(/<footer id="operator"[^>]*><p>18\+ Meru Games Ltd\nLicence 1<\/p><\/footer>/);
    }
  } finally {
    await server.stop();
  }
});
