import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take 8 s and more: started first, so that no worker still runs a long one when the others have finished.
 * Those that wait the most come first, beside the ones that work.
 */
export const LONGEST = [
  'tests/faults/deadConnections',
  'tests/api/start',
  'tests/faults/simulator/run',
  'tests/faults/deadlines',
  'tests/faults/cheats/verifiers',
  'tests/api/backup',
  'tests/api/moveDatabase',
  'tests/api/archive',
  'tests/api/embedded',
  'tests/api/encryption',
  'tests/api/guessing',
  'tests/api/http',
  'tests/api/doctor',
  'tests/api/graphqlSocketLimits',
  'tests/faults/killedInSettlement',
];

/** Vitest's order, but long files first: Vitest takes durations from previous runs, which CI doesn't have. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files));
  }
}

/**
 * Long files first, in each project by itself: a worker ends when the next file is of another project than its last, and
 * a new one has to load the server again.
 */
export function longestFirst<File extends { readonly moduleId: string; readonly project: { readonly name: string } }>(
  files: readonly File[],
): File[] {
  const projects = [...new Set(files.map(({ project }) => project.name))];
  return projects.flatMap((name) =>
    files.filter(({ project }) => project.name === name).toSorted((one, other) => rank(one) - rank(other)),
  );
}

function rank({ moduleId }: { readonly moduleId: string }): number {
  const place = LONGEST.findIndex((path) => moduleId.endsWith(`${path}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}
