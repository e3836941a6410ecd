import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take 10 s and more: started first, so that no worker still runs a long one when the others have finished.
 */
const LONGEST = [
  'tests/faults/simulator/run',
  'tests/api/start',
  'tests/faults/deadConnections',
  'tests/api/embedded',
  'tests/api/guessing',
  'tests/api/encryption',
  'tests/api/http',
  'tests/api/hostileDocuments',
  'tests/faults/deadlines',
  'tests/api/betsStress',
  'tests/api/graphqlSocketLimits',
  'tests/faults/killedInSettlement',
];

/** Vitest's order, but long files first: Vitest takes durations from previous runs, which CI doesn't have. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((path) => moduleId.endsWith(`${path}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}
