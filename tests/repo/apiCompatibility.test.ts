import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { apiCompare, type Diff } from 'api-smart-diff';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import before from '../../db/releaseBefore.json' with { type: 'json' };
import { schema } from '../../server/graphql/schema/schema.ts';
import { openApiDocument } from '../../server/rest/openapi.ts';
import { operations } from '../../server/rest/operations.ts';
import {
  type Checkout,
  checkOutReleaseBefore,
  MissingHistoryError,
  openApiDocumentOf,
} from '../support/releaseBefore.ts';
import { type ApiBreak, graphqlBreaks, restBreaks } from './apiBreaks.ts';

/** undefined in a clone without the history, which the output names: nothing can be compared there. */
const checkout = releaseBefore();
afterAll(() => checkout?.remove());

function releaseBefore(): Checkout | undefined {
  try {
    return checkOutReleaseBefore();
  } catch (error) {
    if (!(error instanceof MissingHistoryError)) throw error;
    console.warn(`The APIs are not compared with release ${before.version}. ${error.message}`);
    return undefined;
  }
}

const changelog = readFileSync('.github/CHANGELOG.md', 'utf8').replaceAll(/\s+/g, ' ');

async function breaksOfGraphql(old: GraphQLSchema, now: GraphQLSchema): Promise<string[]> {
  const changes = await diff(old, now);
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message);
}

/** Values that an answer may have are added without notice: clients accept unknown ones. */
function breaksOfRest(old: object, now: object): string[] {
  const { diffs } = apiCompare(old, now);
  return diffs
    .filter(({ type }) => type === 'breaking')
    .filter((each) => !isNewValueOfAnswer(each))
    .map(textOf);
}

function isNewValueOfAnswer({ action, path }: Diff): boolean {
  return action === 'add' && path.includes('responses') && path.at(-2) === 'enum';
}

function textOf({ action, path, description }: Diff): string {
  const [, address, method] = path;
  const what = description ?? `[${action}] ${path.slice(3).join('/')}`;
  return `${String(method).toUpperCase()} ${String(address)}: ${what}`;
}

const unlisted = (found: readonly string[], listed: readonly ApiBreak[]) =>
  found.filter((change) => !listed.some(({ changes }) => changes.includes(change)));
const outdated = (found: readonly string[], listed: readonly ApiBreak[]) =>
  listed.flatMap(({ changes }) => changes).filter((change) => !found.includes(change));

const openApi = () => openApiDocument(operations, 'Rangoli');

describe.each([
  {
    api: 'GraphQL',
    listed: graphqlBreaks,
    found: ({ root }: Checkout) =>
      breaksOfGraphql(buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8')), schema),
  },
  {
    api: 'REST',
    listed: restBreaks,
    found: async (old: Checkout) => breaksOfRest(openApiDocumentOf(old), openApi()),
  },
])('$api', ({ listed, found }) => {
  it('breaks no client of the release before, but where a reason is listed', async () => {
    const breaks = checkout === undefined ? [] : await found(checkout);
    expect(unlisted(breaks, listed), 'not in tests/repo/apiBreaks.ts').toEqual([]);
    if (checkout !== undefined) expect(outdated(breaks, listed), 'listed, and no break').toEqual([]);
  });

  it('tells of each break in the changelog, with a reason', () => {
    const untold = listed.filter(({ changelog: words, reason }) => reason === '' || !changelog.includes(words));
    expect(untold).toEqual([]);
  });
});

describe('the comparison', () => {
  it.each([
    ['a field that goes', 'type Query { b: Int }', 'type Query { a: Int b: Int }'],
    ['an argument that is required', 'type Query { a(of: Int!): Int }', 'type Query { a: Int }'],
    ['a field that may be null', 'type Query { a: Int }', 'type Query { a: Int! }'],
  ])('finds %s', async (_what, now, old) => {
    expect(await breaksOfGraphql(buildSchema(old), buildSchema(now))).toHaveLength(1);
  });

  it('doesn’t count a field that comes', async () => {
    expect(
      await breaksOfGraphql(buildSchema('type Query { a: Int }'), buildSchema('type Query { a: Int b: Int }')),
    ).toEqual([]);
  });

  interface Described {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    components: { schemas: Record<string, { required: string[]; properties: Record<string, { type?: string }> }> };
  }
  const withBet = (
    change: (now: { bet: { post?: Described['paths'][string][string] } } & Described['components']) => void,
  ) => {
    const now = structuredClone(openApi()) as unknown as Described;
    change({ bet: now.paths['/sapre/placeBet'] as never, schemas: now.components.schemas });
    return breaksOfRest(openApi(), now);
  };

  it.each<[string, Parameters<typeof withBet>[0]]>([
    ['a call that goes', ({ bet }) => delete bet.post],
    ['a status that goes', ({ bet }) => delete bet.post?.responses['404']],
    [
      'a field that a body requires from now on',
      ({ schemas: { PlaceBetBody } }) => {
        Object.assign(PlaceBetBody?.properties ?? {}, { note: { type: 'string' } });
        PlaceBetBody?.required.push('note');
      },
    ],
    ['a field that an answer lacks', ({ schemas }) => delete schemas['PlaceBetAnswer']?.properties['balance']],
    [
      'another type',
      ({ schemas }) => Object.assign(schemas['PlaceBetAnswer']?.properties['balance'] ?? {}, { type: 'string' }),
    ],
  ])('finds %s', (_what, change) => {
    expect(withBet(change)).not.toEqual([]);
  });

  it.each<[string, Parameters<typeof withBet>[0]]>([
    [
      'a field that comes',
      ({ schemas }) => Object.assign(schemas['PlaceBetAnswer']?.properties ?? {}, { note: { type: 'string' } }),
    ],
    [
      'a refusal that comes',
      ({ schemas }) => (schemas['Error']?.properties['code'] as { enum?: string[] } | undefined)?.enum?.push('NEW'),
    ],
  ])('doesn’t count %s', (_what, change) => {
    expect(withBet(change)).toEqual([]);
  });
});
