import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

const FOLLOWS_THE_INJECTED_CLOCK = /^server\/(domain|graphql|rest|jobs)\//;

interface SyntaxNode {
  readonly start?: number;
  readonly type?: string;
  readonly name?: string;
  readonly object?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly callee?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
}

/** `Date.now`, called or passed on, and `new Date()`. Durations are measured by `performance.now`, which is allowed. */
function readsMachineClock({ type, object, property, callee, arguments: given }: SyntaxNode): boolean {
  if (type === 'NewExpression') return callee?.name === 'Date' && given?.length === 0;
  return type === 'MemberExpression' && object?.name === 'Date' && property?.name === 'now';
}

/** Places, as `path:line`, where code reads the machine's clock. Parsed, so that comments and strings don't count. */
function clockReadings(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node: SyntaxNode = value;
    if (readsMachineClock(node)) found.push(`${path}:${text.slice(0, node.start).split('\n').length}`);
    Object.values(value).forEach(visit);
  };
  visit(parseSync(path, text).program);
  return found;
}

test('the game follows the injected clock alone', () => {
  const followers = sourceFiles().filter(({ path }) => FOLLOWS_THE_INJECTED_CLOCK.test(path));
  expect(followers.length).toBeGreaterThan(10);
  expect(followers.flatMap(({ path }) => clockReadings(path))).toEqual([]);
});
