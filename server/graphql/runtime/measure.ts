import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  GraphQLError,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { forEachField, fragmentsOf } from './documentBounds.ts';

/** How large an operation is. */
export interface Measure {
  /** The values it may return, weighted by the work they take: 100 are about 1-2 ms of CPU of server and database. */
  readonly complexity: number;
  readonly depth: number;
  /** How many fields it selects. */
  readonly breadth: number;
}

/**
 * What the schema's own description counts: all of it takes some 100 ms (measured on a busy machine), and has to be within what a
 * caller without a session may ask for.
 */
const INTROSPECTION: Readonly<Record<string, number>> = { __schema: 1_900, __type: 500 };
/** Lists of types within introspection. Each that is within another one multiplies what is described. */
const INTROSPECTED_LISTS: ReadonlySet<string> = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes']);
const NESTED = 10;

/** What is known of an operation before its variables are. */
interface Plan {
  /** The operation with its fragments, and no other operation. */
  readonly document: DocumentNode;
  /** The values of introspection, which Pothos doesn't count. */
  readonly introspection: number;
  /** Whether a variable decides how large it is, such as the length of a page. */
  readonly isVariable: boolean;
  /** Where no variable does. */
  measure?: Measure | undefined;
}

const plans = new WeakMap<OperationDefinitionNode, Plan>();

/**
 * The measure of an operation of a valid document with these variables. Null where they don't fit it, which execution will
 * report. Once per operation where no variable matters, because each bet is measured.
 */
export function measureOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): Measure | null {
  const plan = planOf(schema, document, operation);
  if (plan.measure) return plan.measure;
  const measure = measured(schema, plan, variables ?? {});
  if (!plan.isVariable && measure) plan.measure = measure;
  return measure;
}

function measured(schema: GraphQLSchema, plan: Plan, variables: Readonly<Record<string, unknown>>): Measure | null {
  const { document, introspection } = plan;
  try {
    const { complexity, depth, breadth } = complexityFromQuery(document, { schema, variables: { ...variables } });
    return { complexity: Math.ceil(complexity) + introspection, depth, breadth };
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

function planOf(schema: GraphQLSchema, whole: DocumentNode, operation: OperationDefinitionNode): Plan {
  const known = plans.get(operation);
  if (known) return known;
  const definitions = whole.definitions.filter((each) => each === operation || each.kind === Kind.FRAGMENT_DEFINITION);
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
  const plan = { document, introspection: introspectionIn(document), isVariable: isSizedByVariable(schema, document) };
  plans.set(operation, plan);
  return plan;
}

/** Whether the size of a field depends on a variable. */
function isSizedByVariable(schema: GraphQLSchema, document: DocumentNode): boolean {
  const typeInfo = new TypeInfo(schema);
  let isVariable = false;
  const Field = ({ arguments: given = [] }: FieldNode) => {
    if (given.length === 0 || typeof typeInfo.getFieldDef()?.extensions['complexity'] !== 'function') return;
    for (const argument of given) visit(argument, { Variable: () => void (isVariable = true) });
  };
  visit(document, visitWithTypeInfo(typeInfo, { Field }));
  return isVariable;
}

/** The values of introspection: ten times as many for each list of types that stands within another one. */
function introspectionIn(document: DocumentNode): number {
  const fragments = fragmentsOf(document);
  const depths = new Map<SelectionSetNode, number>();
  /** How many lists of types are within each other at most. */
  const listsIn = (selectionSet: SelectionSetNode): number => {
    const known = depths.get(selectionSet);
    if (known !== undefined) return known;
    let most = 0;
    forEachField(selectionSet, fragments, ({ name, selectionSet: below }) => {
      if (below) most = Math.max(most, listsIn(below) + (INTROSPECTED_LISTS.has(name.value) ? 1 : 0));
    });
    depths.set(selectionSet, most);
    return most;
  };
  let values = 0;
  for (const each of document.definitions) {
    if (each.kind !== Kind.OPERATION_DEFINITION) continue;
    forEachField(each.selectionSet, fragments, ({ name, selectionSet }) => {
      const own = INTROSPECTION[name.value];
      if (own && selectionSet) values += own * NESTED ** Math.max(0, listsIn(selectionSet) - 1);
    });
  }
  return values;
}
