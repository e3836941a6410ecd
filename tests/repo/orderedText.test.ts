import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const KEYS = /\border\s+by\s+([a-z_]\w*(?:\s+(?:asc|desc))?(?:\s*,\s*[a-z_]\w*(?:\s+(?:asc|desc))?)*)/gi;

/**
 * Columns by which a statement sorts though it also selects them as text under their own name. PostgreSQL takes the name in
 * `order by` for the output column, so that 99 comes after 109. A qualified name (`audit_log.id`) is always the table's.
 */
function sortedAsText(statement: string): string[] {
  const keys = [...statement.matchAll(KEYS)].flatMap(([, list = '']) => list.split(',').map((key) => key.trim()));
  return keys
    .map((key) => key.split(/\s/)[0] ?? '')
    .filter((key) => {
      const unnamed = String.raw`\b${key}::(?:text|varchar)\b(?!\[\])(?!\s+as\b)(?=\s*(?:,|\bfrom\b))`;
      const named = String.raw`::(?:text|varchar)\)*\s+as\s+"?${key}\b|\bto_char\([^;]*?\)\s+as\s+"?${key}\b`;
      return new RegExp(`${unnamed}|${named}`, 'i').test(statement);
    });
}

interface Texts {
  readonly type?: string;
  readonly value?: unknown;
  readonly start?: number;
  readonly end?: number;
}

/** The strings and templates of a source file, each in one piece; none where nothing is sorted. */
function textsOf(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  if (!/\border\s+by\b/i.test(source)) return [];
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, value: literal, start, end } = value as Texts;
    if (type === 'TemplateLiteral') found.push(source.slice(start, end));
    else if (type === 'Literal' && typeof literal === 'string') found.push(literal);
    Object.values(value).forEach(visit);
  };
  visit(parseSync(path, source).program);
  return found;
}

function sqlFunctions(): { path: string; statements: string[] }[] {
  return readdirSync('db/functions')
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({ path: name, statements: readFileSync(`db/functions/${name}`, 'utf8').split(';') }));
}

test('no statement sorts numbers as text', () => {
  const statements = [
    ...['server', 'db']
      .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
      .filter((path) => /(?<!\.test|\.d)\.ts$/.test(path))
      .map((path) => ({ path, statements: textsOf(path) })),
    ...sqlFunctions(),
  ];
  const sorting = statements.flatMap((file) => file.statements.filter((text) => /\border\s+by\b/i.test(text)));
  expect(sorting.length).toBeGreaterThan(50);
  const found = statements.flatMap(({ path, statements: texts }) =>
    texts.flatMap((text) => sortedAsText(text).map((column) => `${path}: ${column}`)),
  );
  expect(found).toEqual([]);
});

test('the search finds the known forms, and no others', () => {
  expect(sortedAsText('select id::text, hash from audit_log order by id desc limit 1')).toEqual(['id']);
  expect(sortedAsText('select a.id::text from audit_log a order by id')).toEqual(['id']);
  expect(sortedAsText('select max(n)::text as total from t group by m order by m, total desc')).toEqual(['total']);
  expect(sortedAsText(`select to_char(at, 'DD-MM') as at from t order by at`)).toEqual(['at']);
  expect(sortedAsText('select audit_log.id::text from audit_log order by audit_log.id')).toEqual([]);
  expect(sortedAsText('select id::text as name from t order by id')).toEqual([]);
});
