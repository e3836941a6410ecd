import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { commandArguments } from './commandArguments.ts';
import { runCommand } from './runCommand.ts';
import { configFromEnvironment } from '../config/environment.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import type { Api } from '../load/api.ts';
import { readBetLimits, stakeObstacle } from '../load/betLimits.ts';
import { loadReport, type Sample, summary } from '../load/loadReport.ts';
import { playersFor, runLoad } from '../load/loadRun.ts';
import { register, signIn, withRetries } from '../load/simulatedPlayers.ts';
import { endOnSignals, numberBetween, simulationObstacle, targetApi } from './simulation.ts';

/** Passwords are checked a few at a time anyway. */
const REGISTERED_TOGETHER = 4;

const USAGE = `npm run load -- [--bets 500] [--sockets 1000] [--minutes 5] [--stake 0.10] [--out FILE] [--url URL] [--metrics URL]
  Bets at a rate and open sockets on the running server, through its public API, by players that it marks as simulated.
  Shows progress and writes a page with plots. For a system before its opening day, with play money only.
  --bets     a second, 0 to 50,000
  --sockets  0 to 100,000
  --minutes  0.1 to 20
  --stake    of each bet, in rupees
  --out      the page; default: load-TIME.html
  --url      of the server; default: that of this machine's settings
  --metrics  its Prometheus metrics; default: by METRICS_PORT`;

// Access tokens hold for 30 minutes, hence the longest run.
const { values } = commandArguments(USAGE, {
  options: {
    bets: { type: 'string', default: '500' },
    sockets: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '5' },
    stake: { type: 'string', default: '0.10' },
    out: { type: 'string', default: `load-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.html` },
    url: { type: 'string' },
    metrics: { type: 'string' },
  },
});

await runCommand(async (services) => {
  const obstacle = simulationObstacle(services.config);
  if (obstacle !== null) throw new Error(obstacle);
  const bets = numberBetween('bets', values.bets, 0, 50_000);
  const sockets = numberBetween('sockets', values.sockets, 0, 100_000);
  const seconds = Math.round(numberBetween('minutes', values.minutes, 0.1, 20) * 60);
  const api = await targetApi(values.url);
  const unfit = bets === 0 ? null : stakeObstacle(values.stake, await readBetLimits(api));
  if (unfit !== null) throw new Error(unfit);
  const signal = endOnSignals();
  const tokens = await givenPlayers(services, api, playersFor({ bets, sockets }), signal);
  if (signal.aborted) return 1;
  const metricsUrl = values.metrics ?? metricsOf(values.url);
  const clockOffsetMs = await clockOffset(api);
  const run = await runLoad({
    url: api.url,
    tokens,
    bets,
    stake: values.stake,
    sockets,
    seconds,
    clockOffsetMs,
    metricsUrl,
    signal,
    onSample: showProgress,
  });
  const [cpu] = cpus();
  const about = [
    `${new Date().toISOString()}, ${api.url}: ${bets.toLocaleString('en')} bets a second and ${sockets.toLocaleString('en')} sockets for ${seconds} s, by ${tokens.length} players.`,
    `Measured on ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, which the load generators use too.`,
  ];
  const out = resolve(values.out);
  writeFileSync(out, loadReport({ title: 'Load', about, ...run }));
  console.log('');
  for (const [what, value] of summary(run.samples, run.lags, run.refused)) console.log(`${what}: ${value}`);
  console.log(`The report: ${out}`);
  return 0;
});

/** Access tokens of new simulated players, within the limits on attempts. */
async function givenPlayers(
  { simulationKeys }: Services,
  api: Api,
  count: number,
  signal: AbortSignal,
): Promise<string[]> {
  const tokens: string[] = [];
  let begun = 0;
  const registerMore = async () => {
    for (; begun < count && !signal.aborted;) {
      begun += 1;
      const player = await withRetries(() => register(api, (email) => simulationKeys.keyFor(email)), signal);
      tokens.push((await withRetries(() => signIn(api, player), signal)).accessToken);
      showLine(`${tokens.length} of ${count} players are registered`);
    }
  };
  await Promise.all(Array.from({ length: REGISTERED_TOGETHER }, registerMore)).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  console.log('');
  return tokens;
}

/** The server's clock minus this machine's, in milliseconds, to half a round trip. */
async function clockOffset(api: Api): Promise<number> {
  const before = Date.now();
  const { serverTime } = await api.query('{ serverTime }');
  return Date.parse(serverTime) - (before + Date.now()) / 2;
}

/** Where the server of this machine serves its metrics, if it does. */
function metricsOf(url: string | undefined): string | undefined {
  const { metrics } = configFromEnvironment();
  return url === undefined && metrics ? `http://${metrics.host}:${metrics.port}/metrics` : undefined;
}

function showProgress({ at, bets, refused, p99, sockets, machineCpu, machineMemoryMb }: Sample): void {
  const figures = [
    `${at} s`,
    `${bets.toLocaleString('en')} bets/s`,
    `99 % in ${Number.isFinite(p99) ? p99.toFixed(0) : '–'} ms`,
    `${refused} refused`,
    `${sockets.toLocaleString('en')} sockets`,
    `CPU ${machineCpu.toFixed(0)} %`,
    `${Math.round(machineMemoryMb).toLocaleString('en')} MB`,
  ];
  showLine(figures.join(' · '), at % 10 === 0);
}

/** On a terminal the same line again; elsewhere a line of its own, if `kept`. */
function showLine(line: string, kept = false): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${line}\u001b[K`);
  else if (kept) console.log(line);
}
