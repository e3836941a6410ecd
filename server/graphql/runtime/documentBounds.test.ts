import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { boundsExceeded, requireParsable } from './documentBounds.ts';
import { DocumentCache } from './documents.ts';
import { schema } from '../schema/schema.ts';

const many = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join(' ');

/** A document with `count` of something, the largest permitted count, and the refusal of one more. */
const bounded: [what: string, most: number, of: (count: number) => string, refusal: string][] = [
  ['aliases', 50, (count) => `{ ${many(count, (at) => `a${at}: serverTime`)} }`, 'A document may have 50 aliases.'],
  [
    'directives',
    100,
    (count) => `{ serverTime ${many(count, () => '@include(if: true)')} }`,
    'A document may have 100 directives.',
  ],
  [
    'fragments',
    50,
    (count) => `{ serverTime } ${many(count, (at) => `fragment F${at} on Query { serverTime }`)}`,
    'A document may have 50 fragments.',
  ],
  [
    'spreads',
    300,
    (count) => `{ ${many(count, () => '...F')} } fragment F on Query { serverTime }`,
    'A document may have 300 fragment spreads.',
  ],
  [
    'operations',
    20,
    (count) => many(count, (at) => `query Q${at} { serverTime }`),
    'A document may have 20 operations.',
  ],
  [
    'introspections',
    2,
    (count) => `{ ${many(count, () => '__schema { __typename }')} }`,
    'A document may have 2 introspection fields.',
  ],
];

describe('the bounds of a document', () => {
  it.each(bounded)('%s: %i', (_what, most, of, refusal) => {
    expect(boundsExceeded(parse(of(most)))).toBeNull();
    expect(boundsExceeded(parse(of(most + 1)))).toMatchObject({ message: refusal });
  });

  it('64,000 characters, blanks and comments included', () => {
    const query = '{ serverTime } #';
    expect(() => requireParsable(query.padEnd(64_000, 'x'))).not.toThrow();
    expect(() => requireParsable(query.padEnd(64_001, 'x'))).toThrow('A document may have 64000 characters.');
  });

  it.each([
    ['braces', '{ a ', '}'],
    ['brackets', '[', ']'],
    ['parentheses', '(', ')'],
  ])('50 levels of %s, which are counted without parsing', (_what, open, close) => {
    expect(() => requireParsable(open.repeat(50) + close.repeat(50))).not.toThrow();
    expect(() => requireParsable(open.repeat(51) + close.repeat(51))).toThrow('nested 50 levels deep');
  });

  it('4,000 tokens', () => {
    const reasons = (tokens: number) => {
      const prepared = new DocumentCache(schema).prepare(`{ ${'serverTime '.repeat(tokens - 2)}}`, () => {});
      return 'errors' in prepared ? prepared.errors.map(({ message }) => message) : [];
    };
    expect(reasons(4_000)).not.toContainEqual(expect.stringContaining('4000 tokens'));
    expect(reasons(4_001)).toEqual([expect.stringContaining('4000 tokens')]);
  });

  it('no fragment within itself, before any rule of GraphQL follows it', () => {
    const cycle = '{ ...A } fragment A on Query { ...B } fragment B on Query { product { ...C ...A } }';
    expect(boundsExceeded(parse(cycle))).toMatchObject({ message: 'Cannot spread fragment "A" within itself.' });
    expect(boundsExceeded(parse(cycle.replace(' ...A } }', ' } }')))).toBeNull();
  });
});
