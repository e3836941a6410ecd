import { commandArguments } from './commandArguments.ts';
import { runCommand } from './runCommand.ts';
import { Crowd } from '../load/crowd.ts';
import { endOnSignals, numberBetween, simulationObstacle, targetApi } from './simulation.ts';

const MOST_PLAYERS = 2_000;
/** How often progress is shown: on a terminal one line is rewritten, elsewhere lines are added. */
const PROGRESS_MS = process.stdout.isTTY ? 1_000 : 10_000;

const USAGE = `npm run crowd -- [--players 200] [--url URL]
  Scripted players on the running server, through its public API, until Ctrl+C. The server marks them as simulated. With
  play money only.
  --players  how many, 1 to ${MOST_PLAYERS}
  --url      of the server; default: that of this machine's settings`;

const { values } = commandArguments(USAGE, {
  options: { players: { type: 'string', default: '200' }, url: { type: 'string' } },
});

/** Simulated players are registered by keys that are read from the database. */
await runCommand(async (services) => {
  const players = Math.floor(numberBetween('players', values.players, 1, MOST_PLAYERS));
  const obstacle = simulationObstacle(services.config);
  if (obstacle !== null) throw new Error(obstacle);
  const api = await targetApi(values.url);
  const over = endOnSignals();
  // Not cancelled with the crowd: those who leave sign out.
  const crowd = new Crowd({ api, players, keyFor: (email) => services.simulationKeys.keyFor(email), signal: over });
  console.log(`${players} players come to ${api.url}, two a second. Ctrl+C ends it.`);
  const progress = setInterval(() => showProgress(crowd), PROGRESS_MS);
  await crowd.run();
  clearInterval(progress);
  showProgress(crowd);
  console.log('\nEverybody has left.');
  return 0;
});

function showProgress({ counts, lastFailure }: Crowd): void {
  const { present, registered, bets, deposits, messages, departures, failures } = counts;
  const failed = failures > 0 ? ` · ${failures} failures (${String(lastFailure).slice(0, 80)})` : '';
  const line = `${present} present of ${registered} · ${bets} bets · ${deposits} deposits · ${messages} messages · ${departures} departures${failed}`;
  process.stdout.write(process.stdout.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
}
