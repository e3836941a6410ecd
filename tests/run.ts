/**
 * `npm test`: runs all checks and tests of the project, part by part. The last line is the summary of passed and failed,
 * the lines above it name failures; a part that crashes and a test that is skipped count as failed. `npm test -- api wallet`
 * runs parts of it (tests/run/choice.ts), `npm run check` the parts that need no browser (`run.mjs tests/run.ts check`).
 */
import { mkdirSync, rmSync } from 'node:fs';
import { chosen } from './run/choice.ts';
import { Outputs } from './run/outputs.ts';
import { OUTPUT_FOLDER, type Part, quickStages, type Stage, stagesOf } from './run/parts.ts';
import type { Failure, Tally } from './run/reports.ts';

interface Outcome extends Tally {
  readonly name: string;
}

const outputs = new Outputs((text) => process.stdout.write(text));

async function runStage(lanes: Stage): Promise<Outcome[]> {
  const outcomes = await Promise.all(lanes.map(runLane));
  return outcomes.flat();
}

async function runLane(parts: readonly Part[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const part of parts) outcomes.push(await runPart(part));
  return outcomes;
}

async function runPart({ name, run }: Part): Promise<Outcome> {
  const output = outputs.open();
  output.write(`\n=== ${name}\n`);
  const started = performance.now();
  const tally = await run(output).catch((error: unknown): Tally => {
    output.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1, failures: [] };
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  output.write(`--- ${name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)\n`);
  output.end();
  return { name, ...tally };
}

/** Prints failures with the beginning of their errors, then the summary line. Returns whether nothing failed, and something ran. */
function report(outcomes: readonly Outcome[]): boolean {
  const lines = outcomes
    .filter(({ failed }) => failed > 0)
    .flatMap(({ name, failures }) => [`  ${name}`, ...failures.flatMap(linesOf)]);
  if (lines.length > 0) console.log(['\nFailed:', ...lines].join('\n'));
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  if (passed + failed === 0) console.log('\nNo test was found.');
  console.log(`\n${passed} passed, ${failed} failed`);
  return passed > 0 && failed === 0;
}

function linesOf({ name, reason }: Failure): string[] {
  return [`    ${name}`, ...reason.map((line) => `        ${line}`)];
}

/** The choice of the command line; ends the process with a message when it is invalid. */
function wantedStages(words: readonly string[]): readonly Stage[] {
  try {
    return words[0] === 'check' ? quickStages : stagesOf(chosen(words));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const stages = wantedStages(process.argv.slice(2));
rmSync(OUTPUT_FOLDER, { recursive: true, force: true });
mkdirSync(OUTPUT_FOLDER, { recursive: true });
const outcomes: Outcome[] = [];
for (const stage of stages) outcomes.push(...(await runStage(stage)));
process.exitCode = report(outcomes) ? 0 : 1;
