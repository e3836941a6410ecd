import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type FragmentDefinitionNode,
  getNullableType,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  typeFromAST,
  visit,
} from 'graphql';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
/** Values that every field of these types accepts. */
const samples: Record<string, unknown> = {
  Int: 2,
  Boolean: true,
  Money: '10.00',
  DateTime: '2026-02-10T00:00:00.000Z',
};

export interface WebQuery {
  name: string;
  query: string;
  variables: Record<string, unknown>;
}

/** Every query of the web app, complete with its fragments, and variables that match `schema`. */
export function webQueries(schema: GraphQLSchema): WebQuery[] {
  const { definitions } = parse(documentsIn(WEB).join('\n'));
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  return definitions
    .filter((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION)
    .filter(({ operation }) => operation === 'query')
    .map((operation) => ({
      name: operation.name?.value ?? '',
      query: [operation, ...usedBy(operation, fragments)].map((one) => print(withoutOwnDirectives(one))).join('\n'),
      variables: variablesFor(schema, operation),
    }));
}

/** The contents of the backticks in the sources' `graphql(…)`. */
function documentsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/^(gql|dist)\b/.test(path))
    .flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(/\bgraphql\(`([^`]+)`\)/g)])
    .map(([, text = '']) => text);
}

type Definition = OperationDefinitionNode | FragmentDefinitionNode;

function usedBy(
  definition: Definition,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  found = new Set<FragmentDefinitionNode>(),
): Set<FragmentDefinitionNode> {
  visit(definition, {
    FragmentSpread({ name }) {
      const fragment = fragments.get(name.value);
      if (!fragment || found.has(fragment)) return;
      found.add(fragment);
      usedBy(fragment, fragments, found);
    },
  });
  return found;
}

/** Without what Apollo Client removes before sending. */
function withoutOwnDirectives(definition: Definition): Definition {
  return visit(definition, { Directive: ({ name }) => (name.value === 'unmask' ? null : undefined) });
}

function variablesFor(schema: GraphQLSchema, operation: OperationDefinitionNode): Record<string, unknown> {
  const variables = (operation.variableDefinitions ?? []).map(({ variable, type }) => {
    const known = typeFromAST(schema, type as never) as GraphQLInputType;
    return [variable.name.value, sampleOf(known)] as const;
  });
  return Object.fromEntries(variables);
}

function sampleOf(type: GraphQLInputType): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) return [sampleOf(bare.ofType)];
  if (isEnumType(bare)) return bare.getValues()[0]?.name;
  if (!isInputObjectType(bare)) return samples[bare.name] ?? 'x';
  const required = Object.values(bare.getFields()).filter((field) => isNonNullType(field.type));
  return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type)]));
}
