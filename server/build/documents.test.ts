import { expect, test } from 'vitest';
import { documentsIn } from './documents.ts';

const source = (query: string, rest = '') => `import { graphql } from '../gql/gql.ts';
const Page_Query = graphql(/* GraphQL */ \`${query}\`);
const row = graphql(\`fragment Row_bet on Bet { id }\`);
${rest}`;

test('documents are the same while only other code changes', () => {
  expect(documentsIn(source('{ serverTime }', 'const a = 1;'))).toBe(documentsIn(source('{ serverTime }')));
  expect(documentsIn('export const nothing = 1;')).toBe('');
});

test('a changed document is another', () => {
  expect(documentsIn(source('{ viewer { id } }'))).not.toBe(documentsIn(source('{ serverTime }')));
});

test('a document that is no literal counts with its file', () => {
  const built = 'const text = "{ serverTime }";\ngraphql(text);';
  expect(documentsIn(built)).toBe(built);
});
