import { resolve } from 'node:path';
import { BaseSequencer, createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { graphqlAlias } from '../../vitest.config.ts';

/** A test file to run against databases in which one function has a mutant; without `index` the function as it stands. */
export interface MutantRun {
  readonly functionName: string;
  readonly index: number | null;
  /** From tests/, without its ending. */
  readonly file: string;
}

/** Timeout of one test, in milliseconds: after it the mutant counts as killed. */
const TEST_TIMEOUT = 20_000;
const HOOK_TIMEOUT = 30_000;

class InGivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

/**
 * One Vitest for all mutants, so that the modules under test are transformed once. The files of one run share a worker,
 * and with it what they import: loading the server anew for each would take longer than the tests.
 */
export async function openVitest(): Promise<Vitest> {
  const vitest = await createVitest(
    'test',
    {
      config: false,
      watch: false,
      include: ['tests/{api,faults}/**/*.test.ts'],
      setupFiles: ['tests/mutation/mutantSetup.ts'],
      env: { GRAPHQL_BOTH_PATHS: 'on' },
      maxWorkers: 1,
      isolate: false,
      sequence: { sequencer: InGivenOrder },
      testTimeout: TEST_TIMEOUT,
      hookTimeout: HOOK_TIMEOUT,
      reporters: [{}],
      onConsoleLog: () => false,
    },
    { resolve: { alias: [graphqlAlias] } },
  );
  await vitest.standalone();
  return vitest;
}

/** Runs test files one after the other in one worker. Resolves to what failed in each, null where nothing did. */
export async function runAgainstMutants(vitest: Vitest, runs: readonly MutantRun[]): Promise<(string | null)[]> {
  const project = vitest.getRootProject();
  const specifications = runs.map((run) => project.createSpecification(moduleIdOf(run)));
  const { testModules } = await vitest.runTestSpecifications(specifications);
  return specifications.map(({ moduleId }) => {
    // The modules of earlier runs are among them, with what became of them then: the last one counts.
    const module = testModules.findLast((candidate) => candidate.moduleId === moduleId);
    return module === undefined ? 'did not run' : failureIn(module);
  });
}

/** Vitest takes a query for another module of the same file, and mutantSetup.ts reads which mutant it is about. */
function moduleIdOf({ functionName, index, file }: MutantRun): string {
  return `${resolve('tests', `${file}.test.ts`)}?function=${functionName}&mutant=${index ?? 'none'}`;
}

function failureIn(module: TestModule): string | null {
  const [failed] = module.children.allTests('failed');
  if (failed !== undefined) return `${failed.fullName}: ${failed.result().errors?.[0]?.message.split('\n')[0] ?? ''}`;
  return module.ok() ? null : 'outside its tests';
}
