import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { bets } from './bets.ts';
import { buses } from './buses.ts';
import { cells } from './cells.ts';
import { settlement } from './settlement.ts';
import { graphql, rest } from './endToEnd.ts';
import { gateways } from './gateways.ts';
import { fanout } from './fanout.ts';
import { growth } from './growth.ts';
import { hostile } from './hostile.ts';
import { lighthouse } from './lighthouse.ts';
import { lists } from './lists.ts';
import { page } from './page.ts';
import { parts as handWritten } from './parts.ts';
import type { Bench, BenchPart } from './part.ts';
import { machine, type PartResult, printPart, writeResults } from './report.ts';
import { points } from './points.ts';
import { replica } from './replica.ts';
import { startBenchPostgres } from './server.ts';
import { rush } from './rush.ts';
import { search } from './search.ts';
import { signals } from './signals.ts';
import { strangers } from './strangers.ts';
import { support } from './support.ts';
import { day, statements } from './statements.ts';
import { proofs } from './proofs.ts';
import { verifiers } from './verifiers.ts';
import { voiding } from './voiding.ts';

/**
 * `npm run bench`: measures every part against its peers and goals on a PostgreSQL of its own; `npm run bench -- bets`
 * only that part. Options: `--repetitions=N` (5 and more), `--large` (tables of ten million rows too: minutes, and 10 GB),
 * `--lighthouse=FOLDER` (scores too, by the package in this folder: `npm i --prefix /tmp/lh lighthouse@13` makes
 * /tmp/lh/node_modules/lighthouse), `--rounds=N` (verified instead of 200), `--bets=N,N` (histories of these sizes, in the part
 * growth, which runs with this option alone; 10000000,30000000 take an hour and 30 GB), `--rushes=N` (rounds of each API in
 * the part rush instead of 10, half a minute each).
 * Exits with 1 when a goal is not met or a part fails. Writes tests/bench/RESULTS.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repetitions: { type: 'string', default: '5' },
    large: { type: 'boolean', default: false },
    lighthouse: { type: 'string' },
    rounds: { type: 'string', default: '200' },
    bets: { type: 'string' },
    rushes: { type: 'string', default: '10' },
  },
});
const parts: readonly BenchPart[] = [
  bets,
  settlement,
  voiding,
  proofs,
  graphql,
  rest,
  fanout,
  gateways,
  buses,
  replica,
  cells,
  hostile,
  points,
  strangers,
  rush(Number(values.rushes)),
  lists,
  search,
  support,
  statements,
  day,
  signals,
  verifiers(Number(values.rounds)),
  page,
  ...(values.lighthouse === undefined ? [] : [lighthouse(values.lighthouse)]),
  ...(values.bets === undefined ? [] : [growth(values.bets.split(',').map(Number))]),
  handWritten,
];
const unknown = positionals.filter((name) => parts.every((part) => part.name !== name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are: ${parts.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const [load = 0] = loadavg();
if (load > cpus().length / 2) {
  console.log(`This machine is busy (load ${load.toFixed(1)}): goals may be missed for that alone.`);
}
const postgres = await startBenchPostgres();
const bench: Bench = {
  postgres,
  repetitions: Number(values.repetitions),
  large: values.large,
  say: (line) => console.log(`  ${line}`),
};
const results: PartResult[] = [];
let failed = false;
try {
  for (const part of parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    console.log(`measuring ${part.name} …`);
    try {
      const result = { ...part, findings: await part.run(bench) };
      results.push(result);
      printPart(result);
    } catch (error) {
      failed = true;
      console.error(`${part.name} failed:`, error);
    }
  }
} finally {
  await postgres.stop();
}
if (results.length > 0)
  writeResults(results, `${machine()}, load ${load.toFixed(1)} before it began, medians of ${bench.repetitions}`);
const missed = results.flatMap(({ findings }) => findings.filter(({ met }) => met === false));
const verdict = missed.length === 0 ? 'Every goal that was measured is met.' : `${missed.length} goals are not met.`;
console.log(`\n${failed ? 'A part failed. ' : ''}${verdict}`);
process.exitCode = failed || missed.length > 0 ? 1 : 0;
