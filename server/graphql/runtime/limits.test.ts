import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { DocumentCache } from './documents.ts';
import { limits, tooComplex, tooManyMutations } from './limits.ts';
import { schema } from '../schema/schema.ts';

const mutations = (count: number) => Array.from({ length: count }, (_, n) => `m${n}: logout`).join(' ');

describe('the limits of an operation', () => {
  const atMost = { depth: 14, breadth: 500, complexity: 20_000 };

  it.each([
    [{ depth: 15 }, 'The operation is 15 levels deep; the limit is 14.'],
    [{ breadth: 501 }, 'The operation selects 501 fields; the limit is 500.'],
    [{ complexity: 20_001 }, 'The operation may return 20001 values; the limit is 20000.'],
  ])('are named by the refusal (%o)', (above, message) => {
    expect(tooComplex({ ...atMost, ...above }, true)).toMatchObject({ message, extensions: { code: 'INVALID_INPUT' } });
    expect(tooComplex({ ...atMost, ...above }, false)).toMatchObject({ message });
  });

  it('are a tenth of the values without a session', () => {
    expect(tooComplex(atMost, true)).toBeNull();
    expect(tooComplex({ ...atMost, complexity: 2_000 }, false)).toBeNull();
    expect(tooComplex({ ...atMost, complexity: 2_001 }, false)).toMatchObject({
      message: 'The operation may return 2001 values; the limit without a session is 2000.',
    });
  });

  it('let ten mutations through, in fragments or not, and no more', () => {
    expect(tooManyMutations(parse(`mutation { ${mutations(10)} }`))).toBeNull();
    expect(tooManyMutations(parse(`mutation { ${mutations(11)} }`))).toMatchObject({
      message: 'An operation may have 10 mutations.',
    });
    const spread = `mutation { ...F ... on Mutation { m: logout } } fragment F on Mutation { ${mutations(10)} }`;
    expect(tooManyMutations(parse(spread))).not.toBeNull();
  });

  it('are looked at only in a document that the rules of GraphQL have passed', () => {
    const eleven = mutations(11).replaceAll('logout', '__typename');
    const reasons = (text: string) => {
      const prepared = new DocumentCache(schema).prepare(text, () => {});
      return 'errors' in prepared ? prepared.errors.map(({ message }) => message) : [];
    };
    expect(reasons(`mutation { ${eleven} ...F }`)).toEqual(['Unknown fragment "F".']);
    expect(reasons(`mutation { ${eleven} }`)).toEqual(['An operation may have 10 mutations.']);
  });

  it('count mutations alone, and each operation of a document by itself', () => {
    expect(tooManyMutations(parse(`{ ${mutations(11)} }`))).toBeNull();
    expect(tooManyMutations(parse(`mutation A { ${mutations(10)} } mutation B { ${mutations(10)} }`))).toBeNull();
    expect(tooManyMutations(parse(`query A { x } mutation B { ${mutations(11)} }`))).not.toBeNull();
  });
});

it('the limits are depth 14, breadth 500 and complexity 20,000', () => {
  expect(limits).toEqual({ depth: 14, breadth: 500, complexity: 20_000 });
});
