import { placing } from './bets.ts';
import { startBenchPostgres } from './server.ts';
import { pin } from './processes.ts';
import { openStage } from './stage.ts';

/** Which core a cell runs on, counted from 0. */
export interface CellSetup {
  core: number;
}

/** Bets placed per second. */
export interface CellAnswer {
  rate: number;
}

const { core } = JSON.parse(process.argv[2] ?? '') as CellSetup;
// Threads and processes that are started later inherit it, PostgreSQL's among them.
pin(process.pid, core);

const postgres = await startBenchPostgres();
const stage = await openStage(postgres, 'cell');

process.on('message', () => {
  void placing({ postgres }, stage, { lanes: 1 }).then(({ rate }) => process.send?.({ rate } satisfies CellAnswer));
});
process.on('disconnect', () => {
  void stage
    .close()
    .then(() => postgres.stop())
    .then(() => process.exit());
});
process.send?.({ url: '' });
