import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase, rawQuery } from '../../db/client.ts';
import { Tokens } from '../../server/platform/tokens.ts';
import { atMost, type Finding, measured, printPart, rounded, writeResults } from '../bench/report.ts';
import { ensureProgram, freePort, runProgram } from '../deploy/programs.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { BIN_MS, Bettors, type Player, resumedAfter } from './bettors.ts';
import { betFaults, roundFaults, ShownResults } from './checks.ts';
import { Cluster, until } from './cluster.ts';
import { reserveHugePages } from './hugePages.ts';
import { type Addresses, auditFaults, type HaServer, startHaServer, TOKEN_SECRET } from './servers.ts';

/**
 * `npm run ha -- --kills 20 --switchovers 5 --bets 2000 --minutes 60`: two PostgreSQL under Debian's Patroni with synchronous
 * replication and three servers; bets go on while the leader's machine is killed, again and again. Compares what clients
 * were answered with what is in the database in the end. Writes tests/bench/RESULTS.md and exits with 1 when a goal is
 * not met. After `--minutes` no further kill is made, and the table has how many were. Ends only processes that it started.
 * As root it installs Debian's packages where they are missing, and has the system reserve huge pages while it runs.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    switchovers: { type: 'string', default: '5' },
    bets: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '60' },
  },
});
const given = [values.kills, values.switchovers, values.bets, values.minutes].map(Number);
const [kills = 0, switchovers = 0, rate = 0, minutes = 0] = given;
if (!given.every(Number.isInteger)) throw new Error('--kills, --switchovers, --bets and --minutes are whole numbers');

const PLAYERS = 450;
const CALM_MS = 6_000;
/** For how long the leader has taken bets before a planned switchover. Right after another one it takes two seconds less. */
const LED_MS = 30_000;
/** Of both PostgreSQL: 128 MiB of buffers each, and what belongs to their connections. */
const SHARED_MEMORY_BYTES = 400 * 2 ** 20;
const BACK_WITHIN_MS = 120_000;
const LAST_ROUND_MS = 240_000;
const GOALS = { kill: 25, switchover: 5 };

const folder = mkdtempSync(join(tmpdir(), 'rangoli-ha-'));
chmodSync(folder, 0o755);
const closers: (() => Promise<void>)[] = [];
let ending: Promise<never> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end({ keepsLogs: false, status: 1 }));
try {
  await main();
  await end({ keepsLogs: false, status: process.exitCode === 1 ? 1 : 0 });
} catch (error) {
  console.error(error, `\nThe logs are in ${folder}.`);
  await end({ keepsLogs: true, status: 1 });
}

interface End {
  readonly keepsLogs: boolean;
  readonly status: number;
}

/** Ends everything that was started, and the process: once, because what is ended by a signal fails in main() too. */
function end(how: End): Promise<never> {
  return (ending ??= closeAndExit(how));
}

async function closeAndExit({ keepsLogs, status }: End): Promise<never> {
  for (const close of closers.toReversed()) await close().catch((error: unknown) => console.error(error));
  if (!keepsLogs) rmSync(folder, { recursive: true, force: true });
  process.exit(status);
}

async function main(): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0;
  const hugePages = reserveHugePages(SHARED_MEMORY_BYTES);
  closers.push(hugePages.release);
  const cluster = new Cluster(folder);
  closers.push(() => cluster.stop());
  say('starting two PostgreSQL');
  await cluster.start();
  const inHugePages = hugePages.inUse() / 2 ** 20;
  const { hosts, throughProxy } = await addresses(cluster);
  say('starting three servers');
  const servers: HaServer[] = [];
  // The third reaches the leader through haproxy, as server/deploy/failover.md has it for programs that take one host.
  for (const [name, at] of [
    ['1', hosts],
    ['2', hosts],
    ['3', throughProxy],
  ] as const) {
    const server = await startHaServer(folder, name, at);
    closers.push(() => server.stop());
    servers.push(server);
  }
  const urls = servers.map(({ url }) => url);
  const owner = openDatabase({ connectionString: hosts.owner }, { max: 2 });
  closers.push(owner.close);
  const bettors = new Bettors(urls, rate);
  const shown = new ShownResults(urls);
  await bettors.start(await makePlayers(owner));
  const downtimes = { kill: [] as number[], switchover: [] as number[] };
  const rates: number[] = [];
  const noMoreAt = performance.now() + minutes * 60_000;
  for (const kind of orderOf(kills, switchovers)) {
    if (performance.now() > noMoreAt) break;
    await cluster.healthy();
    const calmFrom = bettors.elapsedMs;
    await delay(kind === 'switchover' ? LED_MS : CALM_MS);
    rates.push(rateOf(bettors, calmFrom));
    const seconds = (await (kind === 'kill' ? kill(cluster, bettors) : switchOver(cluster, bettors))) / 1_000;
    downtimes[kind].push(seconds);
    const number = downtimes[kind].length;
    say(
      `${kind} ${number}: bets again after ${seconds.toFixed(1)} s on all servers (${rounded(rates.at(-1) ?? 0)} bets/s before)`,
    );
  }
  await cluster.healthy();
  await delay(CALM_MS);
  say('the last bets');
  await bettors.stop();
  say('waiting for the last rounds');
  await until('all rounds with bets are settled', async () => (await openBets(owner)) === 0, LAST_ROUND_MS);
  await shown.read();
  shown.stop();
  say('comparing');
  const faults = await betFaults(owner, bettors.tally);
  const rounds = await roundFaults(owner);
  const audit = await auditFaults(hosts);
  if (audit !== undefined) console.error(audit);
  if (shown.changed.length > 0) console.error('changed:', shown.changed);
  const { retried, refused, unknown, unsent } = bettors.tally;
  say(`refused: ${JSON.stringify(refused)}, without an answer: ${unknown}, not sent: ${unsent}`);
  const findings: Finding[] = [
    measured('shared memory in huge pages', inHugePages, 'MiB'),
    measured('machines killed with SIGKILL', downtimes.kill.length, 'kills'),
    measured('planned switchovers', downtimes.switchover.length, 'switchovers'),
    measured('bets a second between them, median', median(rates), 'bets/s'),
    measured('acknowledged bets', faults.acknowledged, 'bets'),
    measured('answers after which a client sent its bet again', retried, 'answers'),
    atMost('acknowledged bets lost', faults.lost, 0, 'bets'),
    atMost('bets doubled', faults.doubled, 0, 'bets'),
    ...downtime('a kill', downtimes.kill, GOALS.kill),
    ...downtime('a switchover', downtimes.switchover, GOALS.switchover),
    measured('rounds settled', rounds.settled, 'rounds'),
    atMost('rounds with bets not settled', rounds.unsettled, 0, 'rounds'),
    atMost('rounds not paid exactly once', rounds.misPaid, 0, 'rounds'),
    measured('results shown meanwhile', shown.count, 'rounds'),
    atMost('of them later shown with another number or seed', shown.changed.length, 0, 'rounds'),
    atMost('faults found by npm run audit', audit === undefined ? 0 : 1, 0, 'faults'),
  ];
  const result = {
    name: 'ha',
    about:
      '`npm run ha`: two PostgreSQL 15 under Patroni with synchronous replication (ttl 20 s, loop_wait 2 s) and their shared memory in ' +
      'huge pages, three servers, one of them through haproxy, and clients that bet with keys. A kill is a SIGKILL of the leader’s ' +
      'Patroni and PostgreSQL. How long bets were away counts until all three servers acknowledged bets again; that of a switchover ' +
      `from the request on. Before that the leader has taken bets for ${LED_MS / 1_000} s and more, and made a checkpoint ten ` +
      'seconds after a half minute, as server/deploy/failover.md has it.',
    findings,
  };
  printPart(result);
  writeResults([result], `${cpus().length} cores, load ${loadBefore.toFixed(1)} before it began`);
  if (findings.some(({ met }) => met === false)) process.exitCode = 1;
}

/** Each as far apart as possible. */
function orderOf(killCount: number, switchoverCount: number): ('kill' | 'switchover')[] {
  const every = Math.max(1, Math.floor(killCount / Math.max(1, switchoverCount)));
  const order: ('kill' | 'switchover')[] = [];
  let planned = 0;
  for (let index = 1; index <= killCount; index++) {
    order.push('kill');
    if (index % every === 0 && planned < switchoverCount) {
      order.push('switchover');
      planned += 1;
    }
  }
  while (planned++ < switchoverCount) order.push('switchover');
  return order;
}

async function kill(cluster: Cluster, bettors: Bettors): Promise<number> {
  const leader = await cluster.leader();
  const since = bettors.elapsedMs;
  await cluster.killNode(leader);
  const seconds = await betsAgain(bettors, since);
  cluster.startNode(leader);
  return seconds;
}

/**
 * As server/deploy/failover.md has it: a checkpoint, then the request, between the ends of rounds. Milliseconds from the request
 * on.
 */
async function switchOver(cluster: Cluster, bettors: Bettors): Promise<number> {
  await betweenRoundEnds();
  await cluster.checkpoint();
  const since = bettors.elapsedMs;
  await cluster.switchover();
  return betsAgain(bettors, since);
}

/** Milliseconds after `since` until every server acknowledged bets again, and for a second more. */
async function betsAgain(bettors: Bettors, since: number): Promise<number> {
  const last = Math.floor(since / BIN_MS);
  await delay(2_000);
  await until(
    'all servers take bets again',
    async () => {
      const now = Math.floor(bettors.elapsedMs / BIN_MS);
      return bettors.timelines.every((timeline) =>
        Array.from({ length: 10 }, (_, back) => now - 1 - back).every((bin) => bin > last && (timeline[bin] ?? 0) > 0),
      );
    },
    BACK_WITHIN_MS,
  );
  const within = bettors.elapsedMs - since;
  return Math.max(...bettors.timelines.map((timeline) => resumedAfter(timeline, since, within)));
}

/** Of all servers, from `since` until now. */
function rateOf({ timelines, elapsedMs }: Bettors, since: number): number {
  const bets = timelines.flatMap((timeline) => timeline.slice(Math.floor(since / BIN_MS)));
  return bets.reduce((sum, count) => sum + (count || 0), 0) / ((elapsedMs - since) / 1_000);
}

/** Waits until the rounds that ended at the last half minute are settled, and the 30-second game takes bets for ten seconds more. */
async function betweenRoundEnds(): Promise<void> {
  const isBetween = () => {
    const second = (Date.now() / 1_000) % 30;
    return Promise.resolve(second >= 10 && second < 12);
  };
  await until('it is ten seconds after a half minute', isBetween);
}

function downtime(what: string, seconds: readonly number[], goal: number): Finding[] {
  if (seconds.length === 0) return [];
  return [
    measured(`bets again after ${what}, median`, median(seconds), 's'),
    atMost(`bets again after ${what}, longest`, Math.max(...seconds), goal, 's'),
  ];
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Database and roles as server/deploy/configure.md has them; each role's address with both hosts, and through haproxy. */
async function addresses(cluster: Cluster): Promise<{ hosts: Addresses; throughProxy: Addresses }> {
  const list = cluster.ports.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const at = (role: string, host: string, database = 'rangoli') =>
    `postgres://${role}@${host}/${database}?target_session_attrs=read-write`;
  const keeper = openDatabase({ connectionString: at('keeper', list, 'postgres') }, { max: 1 });
  for (const statement of [
    'create role rangoli_owner login',
    'create role rangoli_app login',
    'create database rangoli owner rangoli_owner',
  ]) {
    await keeper.pool.query(statement);
  }
  await keeper.close();
  const proxy = `127.0.0.1:${await startProxy(cluster)}`;
  return {
    hosts: { app: at('rangoli_app', list), owner: at('rangoli_owner', list) },
    throughProxy: { app: at('rangoli_app', proxy), owner: at('rangoli_owner', proxy) },
  };
}

async function startProxy({ ports }: Cluster): Promise<number> {
  const port = await freePort();
  const checks = ports.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`);
  const config = `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  retries 0
  default-server inter 1s fastinter 250ms downinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${checks.join('\n')}
`;
  const haproxy = ensureProgram('haproxy', 'haproxy');
  const { stop } = await runProgram(haproxy, { config, args: (at) => ['-db', '-f', join(at, 'config')], port });
  closers.push(stop);
  return port;
}

async function makePlayers({ db }: Database): Promise<Player[]> {
  const ids = await givenPlayers({ owner: db }, PLAYERS, { rupees: 100_000 });
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 6 * 3_600_000);
  const rows = await rawQuery<{ userId: bigint; sessionId: bigint }>(
    db,
    sql`insert into sessions (user_id, refresh_hash, created_at, last_seen_at, expires_at)
        select id, sha256((${randomBytes(8).toString('hex')} || id)::bytea), ${now.toISOString()}::timestamptz,
               ${now.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz
          from users where id between ${ids[0]} and ${ids.at(-1)}
        returning user_id as "userId", id as "sessionId"`,
  );
  const tokens = new Tokens(Buffer.from(TOKEN_SECRET));
  return Promise.all(
    rows.map(async ({ userId, sessionId }) => ({
      id: userId,
      token: await tokens.signAccess({ userId, sessionId, role: 'player', expiresAt }, now),
    })),
  );
}

/** Bets in rounds that are not settled. */
async function openBets({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bets: number }>(
    `select count(*)::int as bets from contests c where state <> 'SETTLED' and exists (select from bets b where b.contest_id = c.id)`,
  );
  return rows[0]?.bets ?? 0;
}

function say(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}
