import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { webQueries } from '../../../tests/support/webQueries.ts';
import { tooComplex } from './limits.ts';
import { operationOf } from './documents.ts';
import { measureOf } from './measure.ts';
import { schema } from '../schema/schema.ts';

function measured(text: string, variables: Record<string, unknown> = {}, name: string | null = null) {
  const document = parse(text);
  const operation = operationOf(document, name);
  if (operation === null) throw new Error('there is no such operation');
  return measureOf(schema, document, operation, variables);
}
const valuesOf = (...asked: Parameters<typeof measured>) => measured(...asked)?.complexity;

describe('the values of an operation', () => {
  it('are a quarter for each field, times the rows of a page, which take statements and ten for each of them', () => {
    expect(measured('{ serverTime product { name } }')).toEqual({ complexity: 1, depth: 2, breadth: 3 });
    expect(valuesOf('{ contests(gameType: SAPRE_ONE, first: 90) { edges { node { id } } } }')).toBe(100 + 90 * 10.5);
    expect(valuesOf('{ contests(gameType: SAPRE_ONE) { edges { node { id } } } }')).toBe(100 + 10 * 10.5);
  });

  it('are those of fragments too, wherever they are spread', () => {
    const inside = '{ contests(gameType: SAPRE_ONE, first: 20) { ...Page } }';
    const page = 'fragment Page on ContestConnection { edges { node { ...Round } } }';
    expect(valuesOf(`${inside} ${page} fragment Round on Contest { id gameId }`)).toBe(100 + 20 * 10.75);
  });

  it('follow the variables of each call', () => {
    const text = 'query ($n: Int) { contests(gameType: SAPRE_ONE, first: $n) { edges { node { id } } } }';
    const document = parse(text);
    const operation = operationOf(document, null);
    const of = (n: number) => operation && measureOf(schema, document, operation, { n })?.complexity;
    expect([of(5), of(50), of(5)]).toEqual([153, 625, 153]);
  });

  it('are measured once where no variable matters', () => {
    const document = parse('query ($id: ID!) { node(id: $id) { id } }');
    const operation = operationOf(document, null);
    const once = () => operation && measureOf(schema, document, operation, { id: 'x' });
    expect(once()).toBe(once());
    const sized = parse('query ($n: Int) { contests(gameType: SAPRE_ONE, first: $n) { pageInfo { hasNextPage } } }');
    const bySize = operationOf(sized, null);
    const each = () => bySize && measureOf(schema, sized, bySize, { n: 3 });
    expect(each()).not.toBe(each());
  });

  it('are those of the named operation alone', () => {
    const text =
      'query Small { serverTime } query Large { contests(gameType: SAPRE_ONE, first: 50) { edges { cursor } } }';
    expect([valuesOf(text, {}, 'Small'), valuesOf(text, {}, 'Large')]).toEqual([1, 613]);
  });

  it('are unknown where the variables don’t fit', () => {
    const text = 'query ($n: Int!) { contests(gameType: SAPRE_ONE, first: $n) { edges { cursor } } }';
    expect(measured(text, { n: 'many' })).toBeNull();
  });

  it('of the schema’s description grow by ten for each list of types in another one, in fragments too', () => {
    expect(valuesOf('{ __type(name: "Bet") { name } }')).toBe(501);
    const types = (below: string) => `{ __schema { types { ${below} } } }`;
    expect(valuesOf(types('fields { name }'))).toBe(1_901);
    expect(valuesOf(types('fields { type { fields { name } } }'))).toBe(19_001);
    const fragments = `{ __schema { types { ...T } } } fragment T on __Type { fields { type { ...U } } }
      fragment U on __Type { inputFields { name } }`;
    expect(valuesOf(fragments)).toBe(19_001);
  });
});

/** The pages of the web app's lists have at most so many rows. */
const LARGEST_PAGE = 30;

describe('each query of the web app is within the limits, those of visitors and players within what needs no session', () => {
  it.each(webQueries(schema).map((each) => [each.name, each] as const))('%s', (_name, { query, variables }) => {
    const sized = Object.entries(variables).map(([name, value]) => [name, value === 2 ? LARGEST_PAGE : value]);
    const found = measured(query, Object.fromEntries(sized));
    expect(found?.complexity).toBeGreaterThan(0);
    expect(found && tooComplex(found, /\badmin\b/.test(query))).toBeNull();
  });
});
