import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

const FOLLOWS_THE_INJECTED_CLOCK = /^server\/(domain|graphql|rest|jobs)\//;

/** Places, as `path:line`, where code asks the machine for the time. */
function clockReadings(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  // The parser, not a search, so that comments and strings don't count.
  const { program } = parseSync(path, text);
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    if (isClockReading(node)) found.push(`${path}:${text.slice(0, Number(node.start)).split('\n').length}`);
    Object.values(node).forEach(visit);
  };
  visit(program);
  return found;
}

interface AnyNode {
  readonly start?: number;
  readonly type?: string;
  readonly callee?: {
    readonly name?: string;
    readonly object?: { name?: string };
    readonly property?: { name?: string };
  };
  readonly arguments?: readonly unknown[];
}

function isClockReading(node: AnyNode): boolean {
  const { type, callee, arguments: given } = node;
  if (type === 'NewExpression') return callee?.name === 'Date' && given?.length === 0;
  return (
    type === 'CallExpression' &&
    callee?.property?.name === 'now' &&
    (callee.object?.name === 'Date' || callee.object?.name === 'performance')
  );
}

test('the game follows the injected clock alone', () => {
  const followers = sourceFiles().filter(({ path }) => FOLLOWS_THE_INJECTED_CLOCK.test(path));
  expect(followers.length).toBeGreaterThan(10);
  expect(followers.flatMap(({ path }) => clockReadings(path))).toEqual([]);
});
