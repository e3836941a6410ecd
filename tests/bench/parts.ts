import type { Bench, BenchPart } from './part.ts';
import { documents } from './parts/documents.ts';
import { embeddedStart } from './parts/embeddedStart.ts';
import { events } from './parts/events.ts';
import { frames } from './parts/frames.ts';
import { headers } from './parts/headers.ts';
import { heartbeats } from './parts/heartbeats.ts';
import { overload } from './parts/overload.ts';
import { perRequest } from './parts/perRequest.ts';
import { rateLimit } from './parts/rateLimit.ts';
import { restCalls } from './parts/restCalls.ts';
import { shortPath } from './parts/shortPath.ts';
import { starts } from './parts/starts.ts';
import type { Finding } from './report.ts';

const comparisons: ((bench: Bench) => Promise<Finding[]>)[] = [
  headers,
  perRequest,
  rateLimit,
  documents,
  events,
  overload,
  frames,
  heartbeats,
  restCalls,
  starts,
  embeddedStart,
  shortPath,
];

/** Parts that are written by hand although a library exists. Why each is kept: .github/decisions/012 and 015. */
export const parts: BenchPart = {
  name: 'parts',
  about:
    'Parts written by hand, each against the library that it would give way to: CPU time of one call, the same work in ' +
    'turn by both, in one process (the short path: of the server, 64 requests at a time). Below 1 × ours is cheaper.',
  async run(bench) {
    const findings: Finding[] = [];
    for (const measureOne of comparisons) findings.push(...(await measureOne(bench)));
    return findings;
  },
};
