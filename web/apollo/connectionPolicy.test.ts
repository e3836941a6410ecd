import { InMemoryCache } from '@apollo/client';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { connectionPolicy } from './connectionPolicy.ts';

const query = parse(`
  query List($first: Int, $last: Int, $after: String, $before: String) {
    list(first: $first, last: $last, after: $after, before: $before) {
      edges {
        cursor
        node {
          id
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

interface Page {
  readonly list: { readonly edges: readonly { cursor: string }[]; readonly pageInfo: Record<string, unknown> };
}

/** A cached list and a function that writes pages of named nodes as the server would return them. */
function givenList() {
  const cache = new InMemoryCache({ typePolicies: { Query: { fields: { list: connectionPolicy() } } } });
  const write = (names: string, variables: Record<string, unknown>, pageInfo: Record<string, boolean> = {}) => {
    const edges = [...names].map((id) => ({ __typename: 'Edge', cursor: id, node: { __typename: 'Node', id } }));
    const ends = { startCursor: names.at(0) ?? null, endCursor: names.at(-1) ?? null };
    const all = { __typename: 'PageInfo', hasNextPage: false, hasPreviousPage: false, ...ends, ...pageInfo };
    cache.writeQuery({ query, variables, data: { list: { __typename: 'List', edges, pageInfo: all } } });
  };
  const read = () => {
    const { list } = cache.readQuery<Page>({ query }) as Page;
    return { names: list.edges.map(({ cursor }) => cursor).join(''), ...list.pageInfo };
  };
  return { write, read };
}

describe('a growing list', () => {
  it('keeps its further pages when its beginning is refetched', () => {
    const { write, read } = givenList();
    write('dcb', { first: 3 }, { hasNextPage: true });
    write('a', { first: 3, after: 'b' });
    write('fed', { first: 3 }, { hasNextPage: true });
    expect(read()).toMatchObject({ names: 'fedcba', hasNextPage: false, endCursor: 'a' });
  });

  it('begins again when what is new does not reach what was known', () => {
    const { write, read } = givenList();
    write('ba', { first: 2 });
    write('zy', { first: 2 }, { hasNextPage: true });
    expect(read()).toMatchObject({ names: 'zy', hasNextPage: true, endCursor: 'y' });
  });

  it('loses what is no longer there', () => {
    const { write, read } = givenList();
    write('dcba', { first: 4 });
    write('dba', { first: 4 });
    expect(read().names).toBe('dba');
  });

  it('has a page that is read upwards end where its cursor is, also where entries of it are known', () => {
    const { write, read } = givenList();
    write('bcd', { last: 3 }, { hasPreviousPage: true });
    write('ab', { first: 2, before: 'c' });
    expect(read()).toMatchObject({ names: 'abcd', startCursor: 'a' });
    write('bc', { last: 2, before: 'd' }, { hasPreviousPage: true });
    expect(read()).toMatchObject({ names: 'bcd', hasPreviousPage: true, startCursor: 'b' });
  });

  it('keeps its earlier pages when its end is refetched', () => {
    const { write, read } = givenList();
    write('cd', { last: 2 }, { hasPreviousPage: true });
    write('ab', { last: 2, before: 'c' });
    write('de', { last: 2 }, { hasPreviousPage: true });
    expect(read()).toMatchObject({ names: 'abcde', hasPreviousPage: false, startCursor: 'a' });
  });
});
