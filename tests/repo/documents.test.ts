import { readdirSync, readFileSync, statSync } from 'node:fs';
import { buildSchema, getNamedType, isObjectType, Kind, parse, validate } from 'graphql';
import type { GraphQLNamedType, GraphQLSchema, SelectionSetNode } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { environment } from '../../server/config/config.ts';
import { operations } from '../../server/rest/operations.ts';

const MAX_BYTES = 20_000;
const MAX_README_BYTES = 9_000;
/** Read by searching, not from end to end: measurements, and what each release changes. */
const longer = new Set(['tests/bench/RESULTS.md', '.github/CHANGELOG.md']);

const documents = ['.', '.github', 'db', 'server', 'tests', 'web']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((name) =>
      folder === '.' ? name : `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
  .filter((path) => path.endsWith('.md') && !/node_modules|^web\/(dist|gql)\/|^tests\/\.output\//.test(path));

describe('a document', () => {
  test('all of them are found', () => {
    expect(documents.length).toBeGreaterThan(60);
    expect(documents).toEqual(expect.arrayContaining(['README.md', ...longer]));
  });

  it.each(documents.filter((path) => !longer.has(path)))('%s can be read in one sitting', (path) => {
    expect(statSync(path).size).toBeLessThanOrEqual(path === 'README.md' ? MAX_README_BYTES : MAX_BYTES);
  });

  test('a paragraph stands in one of them', () => {
    const places = new Map<string, string[]>();
    for (const path of documents.filter((each) => !longer.has(each))) {
      for (const paragraph of paragraphsOf(path)) places.set(paragraph, [...(places.get(paragraph) ?? []), path]);
    }
    expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });
});

test('a command that a document names is there', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const named = documents.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
});

/** Paragraphs and items of more than 80 characters, without code and tables, each in one line and without its links' addresses. */
function paragraphsOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .replaceAll(/^( *)(```+)[^]*?^\1\2$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((text) =>
      text
        .replace(/^\s*(?:[-*]|\d+\.) /, '')
        .replaceAll(/\]\([^)]*\)/g, ']')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text.length > 80 && !text.startsWith('|'));
}

/** Cells of a document's tables, by row. */
const rowsOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) =>
    row.split(' | ').map((cell) => cell.trim()),
  );
const codeIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('server/deploy/configure.md', () => {
  /** Read by the exporter of traces itself. */
  const readElsewhere = ['OTEL_EXPORTER_OTLP_HEADERS'];
  const rows = rowsOf('server/deploy/configure.md').map(([name, preset]) => ({ names: codeIn(name), preset }));
  const listed = rows.filter(({ names }) => names.length > 0 && names.every((name) => /^[A-Z][A-Z_]+$/.test(name)));

  test('has every variable of the environment once', () => {
    const names = listed.flatMap((row) => row.names);
    expect(names.toSorted()).toEqual([...Object.keys(environment.shape), ...readElsewhere].toSorted());
  });

  test.each(Object.entries(environment.shape))('has the default of %s', (name, schema) => {
    const { data } = (schema as typeof environment.shape.PORT).safeParse(undefined) as { data?: unknown };
    if (typeof data !== 'string' && typeof data !== 'number') return;
    expect(codeIn(listed.find(({ names }) => names.includes(name))?.preset)).toContain(String(data));
  });
});

describe('server/rest/README.md', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const rows = rowsOf('server/rest/README.md').filter(([call]) => /^`(GET|POST) \//.test(call ?? ''));

  test('has every call once, and no other', () => {
    const calls = rows.flatMap(([call]) => codeIn(call));
    expect(calls.toSorted()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  test.each(rows.map(([call, counterpart]) => [call, counterpart]))(
    'names what is in the schema beside %s',
    (_, to) => {
      const named = codeIn(to).filter((code) => /^(query|mutation|subscription) /.test(code));
      expect(named.length).toBeGreaterThan(0);
      expect(named.flatMap((code) => unknownFields(schema, code))).toEqual([]);
    },
  );
});

/** Fields of `query { … }`, or of `mutation name`, that the schema doesn't have. Arguments are left out of account. */
function unknownFields(schema: GraphQLSchema, code: string): string[] {
  const bare = code.replaceAll(/\([^)]*\)/g, '');
  const text = bare.includes('{') ? bare : bare.replace(/ (\w+)$/, ' { $1 }');
  return parse(text).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? fieldsMissing(schema.getRootType(definition.operation), definition.selectionSet)
      : [],
  );
}

/** A list's fields are those of its nodes. */
function fieldsMissing(type: GraphQLNamedType | null | undefined, { selections }: SelectionSetNode): string[] {
  const nodes = isObjectType(type) && type.getFields()['edges'] ? nodeOf(type) : type;
  return selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) return [];
    const field = isObjectType(nodes) ? nodes.getFields()[selection.name.value] : undefined;
    if (!field) return [`${nodes?.name}.${selection.name.value}`];
    return selection.selectionSet ? fieldsMissing(getNamedType(field.type), selection.selectionSet) : [];
  });
}

function nodeOf(connection: GraphQLNamedType): GraphQLNamedType | undefined {
  const edge = isObjectType(connection) ? connection.getFields()['edges'] : undefined;
  const type = edge && getNamedType(edge.type);
  const node = isObjectType(type) ? type.getFields()['node'] : undefined;
  return node && getNamedType(node.type);
}

test('the examples of server/graphql/README.md are of the schema', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const text = readFileSync('server/graphql/README.md', 'utf8');
  const examples = [...text.matchAll(/^```graphql\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  expect(examples.length).toBeGreaterThan(2);
  for (const example of examples) expect(validate(schema, parse(example))).toEqual([]);
});
