import { getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { canonicalName } from './canonical.ts';

function nameOf(text: string, variables?: Record<string, unknown>): string | null {
  const document = parse(text);
  const operation = getOperationAST(document, 'A') ?? getOperationAST(document);
  if (!operation) throw new Error('no operation');
  return canonicalName(document, operation, variables);
}

describe('the canonical name of an operation', () => {
  const plain = nameOf(
    'subscription ($game: GameType!) { a(game: $game) { ...X b } } fragment X on C { ...Y } fragment Y on C { d }',
    {
      game: 'ONE',
    },
  );

  it.each([
    [
      'formatting and comments',
      'subscription ($game: GameType!) {\n  a(game: $game), { ...X, b } # odd\n}\nfragment X on C { ...Y }\nfragment Y on C { d }',
      { game: 'ONE' },
    ],
    [
      'names of operation, fragments and variables, and the order of fragments',
      'fragment Two on C { d } subscription A($g: GameType!) { a(game: $g) { ...One b } } fragment One on C { ...Two }',
      { g: 'ONE' },
    ],
    [
      'variables that it does not have, and other operations',
      'subscription A($game: GameType!) { a(game: $game) { ...X b } } fragment X on C { ...Y } fragment Y on C { d } query B { e }',
      { game: 'ONE', other: 5 },
    ],
  ])('does not depend on %s', (_what, text, variables) => {
    expect(nameOf(text, variables)).toBe(plain);
  });

  it.each([
    [
      'fields',
      'subscription ($game: GameType!) { a(game: $game) { ...X } } fragment X on C { ...Y } fragment Y on C { d }',
      'ONE',
    ],
    [
      'values',
      'subscription ($game: GameType!) { a(game: $game) { ...X b } } fragment X on C { ...Y } fragment Y on C { d }',
      'TWO',
    ],
  ])('depends on %s', (_what, text, game) => {
    expect(nameOf(text, { game })).not.toBe(plain);
  });

  it('distinguishes variables', () => {
    const text = (first: string, second: string) => `query ($a: Int, $b: Int) { c(x: $${first}, y: $${second}) }`;
    expect(nameOf(text('a', 'b'), { a: 1, b: 2 })).not.toBe(nameOf(text('b', 'a'), { a: 1, b: 2 }));
    expect(nameOf('query ($a: I) { c(x: $a) }', { a: { p: 1, q: 2 } })).toBe(
      nameOf('query ($a: I) { c(x: $a) }', { a: { q: 2, p: 1 } }),
    );
  });

  it('is not made of long variables', () => {
    expect(nameOf('query ($a: String) { c(x: $a) }', { a: 'x'.repeat(2_000) })).toBeNull();
  });
});
