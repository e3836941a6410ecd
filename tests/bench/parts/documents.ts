import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { createYoga } from 'graphql-yoga';
import { bounds } from '../../../server/graphql/runtime/documentBounds.ts';
import { DocumentCache } from '../../../server/graphql/runtime/documents.ts';
import { limits } from '../../../server/graphql/runtime/limits.ts';
import { schema } from '../../../server/graphql/schema/schema.ts';
import { hostileDocuments } from '../../support/hostileDocuments.ts';
import type { Bench } from '../part.ts';
import type { Finding } from '../report.ts';
import { compare, cpuEach } from './compare.ts';

/** Armor in Yoga, with the limits of ours where it has the same. */
const armored = createYoga({
  schema,
  logging: false,
  parserAndValidationCache: false,
  plugins: [
    EnvelopArmorPlugin({
      maxTokens: { n: bounds.tokens },
      maxDepth: { n: limits.depth },
      maxAliases: { n: bounds.aliases },
      maxDirectives: { n: bounds.directives },
      costLimit: { maxCost: limits.complexity },
      blockFieldSuggestion: { enabled: false },
    }) as never,
  ],
});

/** Reads a document, and rejects it where it is above the limits. */
const readers = {
  ours: (text: string): unknown => new DocumentCache(schema).prepare(text, () => {}),
  theirs(text: string): void {
    const { parse, validate } = armored.getEnveloped();
    try {
      validate(schema, parse(text));
    } catch {
      // Rejected, like ours.
    }
  },
};

/** Documents made to keep a server busy: the dearest of them, as in `hostile`. */
export async function documents(bench: Bench): Promise<Finding[]> {
  const worst = { ours: '', theirs: '' };
  const dearest = (who: 'ours' | 'theirs') => async () => {
    const costs: { name: string; ms: number }[] = [];
    for (const { name, query } of [1_000, 4_000, 14_000].flatMap(hostileDocuments)) {
      costs.push({ name, ms: (await cpuEach(1, () => void readers[who](query))) / 1_000 });
    }
    const most = costs.reduce((one, other) => (other.ms > one.ms ? other : one));
    worst[who] = most.name;
    return most.ms;
  };
  const findings = await compare(bench, {
    what: 'the dearest hostile document',
    library: 'graphql-armor',
    unit: 'ms',
    goal: 1,
    ours: dearest('ours'),
    theirs: dearest('theirs'),
  });
  return [
    ...findings,
    { what: 'the dearest for ours', measured: worst.ours },
    { what: 'the dearest for graphql-armor', measured: worst.theirs },
  ];
}
