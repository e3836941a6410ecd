import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { holesInUse } from '../../server/composition/acceptHoles.ts';
import { holeName } from '../../server/platform/knownHoles.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { databaseUrl } from '../support/databaseUrl.ts';
import { openDomain } from '../support/domain.ts';
import { rowsOf } from '../support/emptyDatabases.ts';
import { appAddressOf } from '../support/postgres.ts';
import { REAL_ENV } from '../support/realEnv.ts';
import { setMoneyMode } from '../support/realMoney.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';
import { givenMember, givenPrimaryAdmin } from '../support/world/members.ts';

/** Patience: each test runs programs, which bundle their sources first. */
vi.setConfig({ testTimeout: 240_000 });

let database: TestDatabase & { disconnect(): Promise<void> };
let holes: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ max: 3 });
  await setMoneyMode(database, 'play');
  const domain = openDomain(database);
  await givenPrimaryAdmin(domain);
  await givenMember(domain, { rupees: 500 });
  holes = (await holesInUse(database.pool as never, process.versions.node)).map(holeName).join(',');
  await database.disconnect();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => database.close());

/** Runs one of the project's programs as an operator does, in the mode of play or real money, and writes `typed` to it. */
function run(args: readonly string[], mode: 'play' | 'real', typed = '') {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, args, {
    env: {
      PATH,
      HOME,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: databaseUrl(appAddressOf(database.address)),
      DATABASE_OWNER_URL: databaseUrl(database.address),
      SEED_KEY: TEST_SEED_KEY,
      ...(mode === 'real' && { ...REAL_ENV, KNOWN_HOLES_ACCEPTED: holes }),
    },
  });
  children.push(child);
  child.stdin.end(typed);
  let printed = '';
  const onText = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      for (const look of onText) look();
    });
  }
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, printed }));
  return {
    ended,
    /** Resolves to all that is printed once a line matches; rejects when the program ends before. */
    prints: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => void (pattern.test(printed) && resolve(printed));
        onText.add(look);
        look();
        void ended.then(() => reject(new Error(`ended before it printed ${pattern}:\n${printed}`)));
      }),
  };
}

const goLive = (mode: 'play' | 'real', typed?: string) =>
  run(['server/build/run.mjs', 'server/commands/goLive.ts'], mode, typed).ended;
const start = (mode: 'play' | 'real') => run(['server/build/run.mjs', 'server/main.ts'], mode);
const rows = (text: string) => rowsOf<Record<string, unknown>>(database.address, text);
const mode = async () => (await rows('select mode from money_mode'))[0]?.['mode'];

test('a server of real money refuses a database of play money, and names the command', async () => {
  const { status, printed } = await start('real').ended;
  expect(printed).toMatch(/^Rangoli cannot start: MONEY_MODE: this database holds play money.*npm run go-live/m);
  expect(status).toBe(1);
});

test('npm run go-live wants MONEY_MODE=real and the database’s name, and changes nothing without', async () => {
  expect(await goLive('play')).toEqual({
    status: 1,
    printed: 'Set MONEY_MODE=real, with all that belongs to it, as the servers will be started.\n',
  });
  const { status, printed } = await goLive('real', 'another\n');
  expect(printed).toContain(`Play money ends in the database "${database.address.database}" in `);
  expect(printed).toContain('That is not its name: nothing was changed.');
  expect(status).toBe(1);
  expect(await mode()).toBe('play');
});

test('npm run go-live ends play money once', async () => {
  const { status, printed } = await goLive('real', `${database.address.database}\n`);
  expect(printed).toMatch(/Play money has ended: 500\.00 rupees of 1 players went to the house\.$/m);
  expect(printed).toMatch(/^The database holds real money from now on\./m);
  expect(status).toBe(0);
  expect(await mode()).toBe('real');
  expect(await goLive('real', `${database.address.database}\n`)).toMatchObject({
    status: 1,
    printed: expect.stringContaining('This database holds real money already.') as string,
  });
});

test('the server that starts then names its public address', async () => {
  const line = /^Rangoli runs at .*$/m;
  const [runsAt] = line.exec(await start('real').prints(line)) ?? [];
  expect(runsAt).toMatch(/^Rangoli runs at https:\/\/play\.example\.com, and listens at http:\/\/localhost:\d+$/);
});

test('a server of play money is refused from then on, by name', async () => {
  const { status, printed } = await start('play').ended;
  expect(printed).toMatch(/^Rangoli cannot start: MONEY_MODE: this database holds real money, for ever/m);
  expect(status).toBe(1);
});
